# What the ConnSize part declares: events.

module GLOBAL;

export {
	## A side of a connection has sent the number of bytes that set_current_conn_bytes_threshold asked for.
	##
	## c: The connection.
	##
	## threshold: The number.
	##
	## is_orig: The side: true for the originator.
	global conn_bytes_threshold_crossed: event(c: connection, threshold: count, is_orig: bool);

	## A side of a connection has sent the number of packets that set_current_conn_packets_threshold asked for.
	##
	## c: The connection.
	##
	## threshold: The number.
	##
	## is_orig: The side: true for the originator.
	global conn_packets_threshold_crossed: event(c: connection, threshold: count, is_orig: bool);

	## A connection has lasted as long as set_current_conn_duration_threshold asked for.
	##
	## c: The connection.
	##
	## threshold: The duration.
	##
	## is_orig: The side of the packet that was seen then.
	global conn_duration_threshold_crossed: event(c: connection, threshold: interval, is_orig: bool);

	## A connection has had one of the numbers of packets in ConnThreshold::generic_packet_thresholds, both sides
	## together.
	##
	## c: The connection.
	##
	## threshold: The number.
	global conn_generic_packet_threshold_crossed: event(c: connection, threshold: count);
}
