# What the ConnSize part declares: functions.

module GLOBAL;

export {
	global set_current_conn_bytes_threshold: function(cid: conn_id, threshold: count, is_orig: bool): bool;
	global set_current_conn_packets_threshold: function(cid: conn_id, threshold: count, is_orig: bool): bool;
	global set_current_conn_duration_threshold: function(cid: conn_id, threshold: interval): bool;
	global get_current_conn_bytes_threshold: function(cid: conn_id, is_orig: bool): count;
	global get_current_conn_packets_threshold: function(cid: conn_id, is_orig: bool): count;
	global get_current_conn_duration_threshold: function(cid: conn_id): interval;
}
