# Declarations of the TCP plugin: functions.

module GLOBAL;

export {
	## The sequence number that the originator of a TCP connection sends next, as packets show it.
	##
	## cid: The connection.
	##
	## Returns: The number; 0, with an error, if there is no such TCP connection.
	global get_orig_seq: function(cid: conn_id): count;

	## The sequence number that the responder of a TCP connection sends next, as packets show it.
	##
	## cid: The connection.
	##
	## Returns: The number; 0, with an error, if there is no such TCP connection.
	global get_resp_seq: function(cid: conn_id): count;

	## Starts writing the contents of a connection to a file.
	##
	## cid: The connection.
	##
	## direction: CONTENTS_NONE, CONTENTS_ORIG, CONTENTS_RESP or CONTENTS_BOTH.
	##
	## f: The file.
	##
	## Returns: False if there is no such connection.
	global set_contents_file: function(cid: conn_id, direction: count, f: file): bool;

	## The file to which the contents of a connection are written. An unknown connection is an error.
	##
	## cid: The connection.
	##
	## direction: CONTENTS_ORIG or CONTENTS_RESP.
	##
	## Returns: The file; a closed one if there is none.
	global get_contents_file: function(cid: conn_id, direction: count): file;
}
