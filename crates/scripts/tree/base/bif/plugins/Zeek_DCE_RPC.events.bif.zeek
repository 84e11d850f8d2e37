# Declarations of the DCE_RPC plugin: events.

module GLOBAL;

export {
	## A DCE/RPC packet of any type, before the event of its type.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## fid: The pipe; 0 for a connection without pipes.
	##
	## ptype_id: The type by number.
	##
	## ptype: The type.
	global dce_rpc_message: event(c: connection, is_orig: bool, fid: count, ptype_id: count, ptype: DCE_RPC::PType);

	## A client binds to an interface in order to call its operations.
	##
	## c: The connection.
	##
	## fid: The pipe; 0 for a connection without pipes.
	##
	## ctx_id: The binding.
	##
	## uuid: The interface, 16 bytes.
	##
	## ver_major: The interface's version.
	##
	## ver_minor: Its minor version.
	global dce_rpc_bind: event(c: connection, fid: count, ctx_id: count, uuid: string, ver_major: count, ver_minor: count);

	## A client binds to a further interface (alter context).
	##
	## c: The connection.
	##
	## fid: The pipe; 0 for a connection without pipes.
	##
	## ctx_id: The binding.
	##
	## uuid: The interface, 16 bytes.
	##
	## ver_major: The interface's version.
	##
	## ver_minor: Its minor version.
	global dce_rpc_alter_context: event(c: connection, fid: count, ctx_id: count, uuid: string, ver_major: count, ver_minor: count);

	## A server answers a bind.
	##
	## c: The connection.
	##
	## fid: The pipe; 0 for a connection without pipes.
	##
	## sec_addr: The pipe or port for further connections.
	global dce_rpc_bind_ack: event(c: connection, fid: count, sec_addr: string);

	## A server answers a further bind (alter context).
	##
	## c: The connection.
	##
	## fid: The pipe; 0 for a connection without pipes.
	global dce_rpc_alter_context_resp: event(c: connection, fid: count);

	## A call of an operation.
	##
	## c: The connection.
	##
	## fid: The pipe; 0 for a connection without pipes.
	##
	## ctx_id: The binding.
	##
	## opnum: The number of the operation.
	##
	## stub_len: The bytes of its arguments.
	global dce_rpc_request: event(c: connection, fid: count, ctx_id: count, opnum: count, stub_len: count);

	## The result of a call.
	##
	## c: The connection.
	##
	## fid: The pipe; 0 for a connection without pipes.
	##
	## ctx_id: The binding.
	##
	## opnum: The number of the operation.
	##
	## stub_len: The bytes of the results.
	global dce_rpc_response: event(c: connection, fid: count, ctx_id: count, opnum: count, stub_len: count);

	## A call with its encoded arguments.
	##
	## c: The connection.
	##
	## fid: The pipe; 0 for a connection without pipes.
	##
	## ctx_id: The binding.
	##
	## opnum: The number of the operation.
	##
	## stub: The arguments in NDR.
	global dce_rpc_request_stub: event(c: connection, fid: count, ctx_id: count, opnum: count, stub: string);

	## The encoded result of a call.
	##
	## c: The connection.
	##
	## fid: The pipe; 0 for a connection without pipes.
	##
	## ctx_id: The binding.
	##
	## opnum: The number of the operation.
	##
	## stub: The results in NDR.
	global dce_rpc_response_stub: event(c: connection, fid: count, ctx_id: count, opnum: count, stub: string);
}
