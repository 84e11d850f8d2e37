# What the SMB part declares: events.

module GLOBAL;

export {
	## A file is a pipe by its name, though its tree was not seen to be connected as one.
	global smb_pipe_connect_heuristic: event(c: connection);
	## More pipes were open at once than are followed; all were forgotten.
	global smb_discarded_dce_rpc_analyzers: event(c: connection);
}
