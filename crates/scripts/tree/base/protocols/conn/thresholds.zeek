# Any number of thresholds per connection: the engine watches the lowest of each kind, and is given the next one when
# that is crossed.

module ConnThreshold;

export {
	type Thresholds: record {
		orig_byte: set[count] &default=count_set();
		resp_byte: set[count] &default=count_set();
		orig_packet: set[count] &default=count_set();
		resp_packet: set[count] &default=count_set();
		duration: set[interval] &default=interval_set();
	};

	global set_bytes_threshold: function(c: connection, threshold: count, is_orig: bool): bool;
	global set_packets_threshold: function(c: connection, threshold: count, is_orig: bool): bool;
	global set_duration_threshold: function(c: connection, threshold: interval): bool;
	global delete_bytes_threshold: function(c: connection, threshold: count, is_orig: bool): bool;
	global delete_packets_threshold: function(c: connection, threshold: count, is_orig: bool): bool;
	global delete_duration_threshold: function(c: connection, threshold: interval): bool;
	global bytes_threshold_crossed: event(c: connection, threshold: count, is_orig: bool);
	global packets_threshold_crossed: event(c: connection, threshold: count, is_orig: bool);
	global duration_threshold_crossed: event(c: connection, threshold: interval, is_orig: bool);
}

redef record connection += {
	thresholds: ConnThreshold::Thresholds &optional;
};

# The smallest of a set; 0 if it is empty, which disables the threshold.
function lowest(all: set[count]): count
	{
	local found: count = 0;

	for ( n in all )
		if ( found == 0 || n < found )
			found = n;

	return found;
	}

function lowest_interval(all: set[interval]): interval
	{
	local found = 0 secs;

	for ( i in all )
		if ( found == 0 secs || i < found )
			found = i;

	return found;
	}

function thresholds_of(c: connection): Thresholds
	{
	if ( ! c?$thresholds )
		c$thresholds = Thresholds();

	return c$thresholds;
	}

function bytes_of(c: connection, is_orig: bool): set[count]
	{
	local t = thresholds_of(c);
	return is_orig ? t$orig_byte : t$resp_byte;
	}

function packets_of(c: connection, is_orig: bool): set[count]
	{
	local t = thresholds_of(c);
	return is_orig ? t$orig_packet : t$resp_packet;
	}

function watch_bytes(c: connection, is_orig: bool): bool
	{
	local next_one = lowest(bytes_of(c, is_orig));

	if ( next_one == get_current_conn_bytes_threshold(c$id, is_orig) )
		return T;

	return set_current_conn_bytes_threshold(c$id, next_one, is_orig);
	}

function watch_packets(c: connection, is_orig: bool): bool
	{
	local next_one = lowest(packets_of(c, is_orig));

	if ( next_one == get_current_conn_packets_threshold(c$id, is_orig) )
		return T;

	return set_current_conn_packets_threshold(c$id, next_one, is_orig);
	}

function watch_duration(c: connection): bool
	{
	local next_one = lowest_interval(thresholds_of(c)$duration);

	if ( next_one == get_current_conn_duration_threshold(c$id) )
		return T;

	return set_current_conn_duration_threshold(c$id, next_one);
	}

function set_bytes_threshold(c: connection, threshold: count, is_orig: bool): bool
	{
	local all = bytes_of(c, is_orig);

	if ( threshold == 0 )
		return F;

	add all[threshold];
	return watch_bytes(c, is_orig);
	}

function set_packets_threshold(c: connection, threshold: count, is_orig: bool): bool
	{
	local all = packets_of(c, is_orig);

	if ( threshold == 0 )
		return F;

	add all[threshold];
	return watch_packets(c, is_orig);
	}

function set_duration_threshold(c: connection, threshold: interval): bool
	{
	local all = thresholds_of(c)$duration;

	if ( threshold == 0 secs )
		return F;

	add all[threshold];
	return watch_duration(c);
	}

function delete_bytes_threshold(c: connection, threshold: count, is_orig: bool): bool
	{
	local all = bytes_of(c, is_orig);

	if ( threshold !in all )
		return F;

	delete all[threshold];
	watch_bytes(c, is_orig);
	return T;
	}

function delete_packets_threshold(c: connection, threshold: count, is_orig: bool): bool
	{
	local all = packets_of(c, is_orig);

	if ( threshold !in all )
		return F;

	delete all[threshold];
	watch_packets(c, is_orig);
	return T;
	}

function delete_duration_threshold(c: connection, threshold: interval): bool
	{
	local all = thresholds_of(c)$duration;

	if ( threshold !in all )
		return F;

	delete all[threshold];
	watch_duration(c);
	return T;
	}

event conn_bytes_threshold_crossed(c: connection, threshold: count, is_orig: bool) &priority=5
	{
	if ( ! c?$thresholds )
		return;

	local all = bytes_of(c, is_orig);

	if ( threshold in all )
		{
		delete all[threshold];
		event ConnThreshold::bytes_threshold_crossed(c, threshold, is_orig);
		}

	watch_bytes(c, is_orig);
	}

event conn_packets_threshold_crossed(c: connection, threshold: count, is_orig: bool) &priority=5
	{
	if ( ! c?$thresholds )
		return;

	local all = packets_of(c, is_orig);

	if ( threshold in all )
		{
		delete all[threshold];
		event ConnThreshold::packets_threshold_crossed(c, threshold, is_orig);
		}

	watch_packets(c, is_orig);
	}

event conn_duration_threshold_crossed(c: connection, threshold: interval, is_orig: bool) &priority=5
	{
	if ( ! c?$thresholds )
		return;

	local all = c$thresholds$duration;

	if ( threshold in all )
		{
		delete all[threshold];
		event ConnThreshold::duration_threshold_crossed(c, threshold, is_orig);
		}

	watch_duration(c);
	}
