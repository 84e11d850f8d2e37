# What the SMB part declares: events.

module GLOBAL;

export {
	global smb_pipe_connect_heuristic: event(c: connection);
	global smb_discarded_dce_rpc_analyzers: event(c: connection);
}
