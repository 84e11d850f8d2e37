# What the ConnSize part declares: events.

module GLOBAL;

export {
	global conn_bytes_threshold_crossed: event(c: connection, threshold: count, is_orig: bool);
	global conn_packets_threshold_crossed: event(c: connection, threshold: count, is_orig: bool);
	global conn_duration_threshold_crossed: event(c: connection, threshold: interval, is_orig: bool);
	global conn_generic_packet_threshold_crossed: event(c: connection, threshold: count);
}
