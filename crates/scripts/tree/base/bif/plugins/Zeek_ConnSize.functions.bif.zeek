# What the ConnSize part declares: functions.

module GLOBAL;

export {
	## Has conn_bytes_threshold_crossed raised when a side of a connection has sent a number of bytes.
	##
	## cid: The connection.
	##
	## threshold: The number; 0 for none.
	##
	## is_orig: The side: true for the originator.
	##
	## Returns: False if there is no such connection.
	global set_current_conn_bytes_threshold: function(cid: conn_id, threshold: count, is_orig: bool): bool;

	## Has conn_packets_threshold_crossed raised when a side of a connection has sent a number of packets.
	##
	## cid: The connection.
	##
	## threshold: The number; 0 for none.
	##
	## is_orig: The side: true for the originator.
	##
	## Returns: False if there is no such connection.
	global set_current_conn_packets_threshold: function(cid: conn_id, threshold: count, is_orig: bool): bool;

	## Has conn_duration_threshold_crossed raised when a connection has lasted a while.
	##
	## cid: The connection.
	##
	## threshold: How long.
	##
	## Returns: False if there is no such connection.
	global set_current_conn_duration_threshold: function(cid: conn_id, threshold: interval): bool;

	## The number of bytes at which conn_bytes_threshold_crossed is raised next.
	##
	## cid: The connection.
	##
	## is_orig: The side: true for the originator.
	##
	## Returns: The number; 0 for none.
	global get_current_conn_bytes_threshold: function(cid: conn_id, is_orig: bool): count;

	## The number of packets at which conn_packets_threshold_crossed is raised next.
	##
	## cid: The connection.
	##
	## is_orig: The side: true for the originator.
	##
	## Returns: The number; 0 for none.
	global get_current_conn_packets_threshold: function(cid: conn_id, is_orig: bool): count;

	## The duration at which conn_duration_threshold_crossed is raised next.
	##
	## cid: The connection.
	##
	## Returns: The duration; 0 secs for none.
	global get_current_conn_duration_threshold: function(cid: conn_id): interval;
}
