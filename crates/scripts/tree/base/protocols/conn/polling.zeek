# Looks at a connection again and again, as long as it lives and the one who looks wants to.

module ConnPolling;

export {
	# Calls back after i, with the connection as it is then and how often it was called; what it yields is the time to the
	# next call, a negative one ends it.
	global watch: function(c: connection, callback: function(c: connection, cnt: count): interval, cnt: count, i: interval);
}

event ConnPolling::check(id: conn_id, callback: function(c: connection, cnt: count): interval, cnt: count)
	{
	if ( ! connection_exists(id) )
		return;

	local c = lookup_connection(id);
	local pause = callback(c, cnt);

	if ( pause >= 0 secs )
		watch(c, callback, cnt + 1, pause);
	}

function watch(c: connection, callback: function(c: connection, cnt: count): interval, cnt: count, i: interval)
	{
	local id = c$id;
	schedule i { ConnPolling::check(id, callback, cnt) };
	}
