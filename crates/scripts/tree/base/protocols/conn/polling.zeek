# Calls a function about a connection at intervals, as long as the connection exists and the function asks for more
# calls.

module ConnPolling;

export {
	# Calls callback after i, with the current connection and the number of calls so far. It returns the time until the
	# next call; a negative result ends the calls.
	global watch: function(c: connection, callback: function(c: connection, cnt: count): interval, cnt: count, i: interval);
}

function poll(c: connection, callback: function(c: connection, cnt: count): interval, cnt: count)
	{
	local delay = callback(c, cnt);

	if ( delay >= 0 secs )
		watch(c, callback, cnt + 1, delay);
	}

event ConnPolling::check(id: conn_id, callback: function(c: connection, cnt: count): interval, cnt: count)
	{
	if ( connection_exists(id) )
		poll(lookup_connection(id), callback, cnt);
	}

function watch(c: connection, callback: function(c: connection, cnt: count): interval, cnt: count, i: interval)
	{
	local id = c$id;
	schedule i { ConnPolling::check(id, callback, cnt) };
	}
