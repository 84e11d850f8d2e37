# What the TCP part declares: functions.

module GLOBAL;

export {
	global get_orig_seq: function(cid: conn_id): count;
	global get_resp_seq: function(cid: conn_id): count;
	global set_contents_file: function(cid: conn_id, direction: count, f: file): bool;
	global get_contents_file: function(cid: conn_id, direction: count): file;
}
