# Declarations of the ConnSize plugin: events.

module GLOBAL;

export {
	## A side of a connection has sent the number of bytes set by set_current_conn_bytes_threshold.
	##
	## c: The connection.
	##
	## threshold: The number.
	##
	## is_orig: The side: true for the originator.
	global conn_bytes_threshold_crossed: event(c: connection, threshold: count, is_orig: bool);

	## A side of a connection has sent the number of packets set by set_current_conn_packets_threshold.
	##
	## c: The connection.
	##
	## threshold: The number.
	##
	## is_orig: The side: true for the originator.
	global conn_packets_threshold_crossed: event(c: connection, threshold: count, is_orig: bool);

	## A connection has reached the duration set by set_current_conn_duration_threshold.
	##
	## c: The connection.
	##
	## threshold: The duration.
	##
	## is_orig: The side of the packet at which this was noticed.
	global conn_duration_threshold_crossed: event(c: connection, threshold: interval, is_orig: bool);

	## A connection has reached one of the packet counts in ConnThreshold::generic_packet_thresholds, counting both
	## sides.
	##
	## c: The connection.
	##
	## threshold: The number.
	global conn_generic_packet_threshold_crossed: event(c: connection, threshold: count);
}
