# What the SMB part declares: events.

module GLOBAL;

export {
	## A share looks like that of pipes, though its connect was not seen.
	##
	## c: The connection.
	global smb_pipe_connect_heuristic: event(c: connection);

	## More pipes are open than are followed; all were forgotten.
	##
	## c: The connection.
	global smb_discarded_dce_rpc_analyzers: event(c: connection);
}
