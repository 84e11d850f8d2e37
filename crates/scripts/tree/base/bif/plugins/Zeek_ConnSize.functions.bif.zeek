# Declarations of the ConnSize plugin: functions.

module GLOBAL;

export {
	## Sets a byte threshold: conn_bytes_threshold_crossed is raised when a side of the connection has sent that many
	## bytes.
	##
	## cid: The connection.
	##
	## threshold: The number; 0 for none.
	##
	## is_orig: The side: true for the originator.
	##
	## Returns: False if there is no such connection.
	global set_current_conn_bytes_threshold: function(cid: conn_id, threshold: count, is_orig: bool): bool;

	## Sets a packet threshold: conn_packets_threshold_crossed is raised when a side of the connection has sent that many
	## packets.
	##
	## cid: The connection.
	##
	## threshold: The number; 0 for none.
	##
	## is_orig: The side: true for the originator.
	##
	## Returns: False if there is no such connection.
	global set_current_conn_packets_threshold: function(cid: conn_id, threshold: count, is_orig: bool): bool;

	## Sets a duration threshold: conn_duration_threshold_crossed is raised when the connection has lasted that long.
	##
	## cid: The connection.
	##
	## threshold: The duration.
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

	## Fills the fields of a row of conn.log that only the connection's end determines.
	##
	## info: The row, a Conn::Info.
	##
	## c: The connection.
	global Conn::__complete: function(info: any, c: connection);
}
