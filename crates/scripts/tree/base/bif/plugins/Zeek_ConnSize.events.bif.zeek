# What the ConnSize part declares: events.

module GLOBAL;

export {
	## A byte threshold was passed.
	global conn_bytes_threshold_crossed: event(c: connection, threshold: count, is_orig: bool);
	## A packet threshold was passed.
	global conn_packets_threshold_crossed: event(c: connection, threshold: count, is_orig: bool);
	## A duration was passed.
	global conn_duration_threshold_crossed: event(c: connection, threshold: interval, is_orig: bool);
	## One of the generic packet thresholds was passed.
	global conn_generic_packet_threshold_crossed: event(c: connection, threshold: count);
}
