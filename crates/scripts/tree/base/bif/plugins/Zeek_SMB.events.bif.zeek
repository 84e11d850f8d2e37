# Declarations of the SMB plugin: events.

module GLOBAL;

export {
	## A share seems to be the one for pipes, although its connect was not seen.
	##
	## c: The connection.
	global smb_pipe_connect_heuristic: event(c: connection);

	## Too many pipes are open; all were discarded.
	##
	## c: The connection.
	global smb_discarded_dce_rpc_analyzers: event(c: connection);
}
