# What the DCE_RPC part declares: events.

module GLOBAL;

export {
	## A packet of any type.
	global dce_rpc_message: event(c: connection, is_orig: bool, fid: count, ptype_id: count, ptype: DCE_RPC::PType);
	## An interface is bound.
	global dce_rpc_bind: event(c: connection, fid: count, ctx_id: count, uuid: string, ver_major: count, ver_minor: count);
	## A further interface is bound.
	global dce_rpc_alter_context: event(c: connection, fid: count, ctx_id: count, uuid: string, ver_major: count, ver_minor: count);
	## The answer to a bind; `sec_addr` is a pipe or a port.
	global dce_rpc_bind_ack: event(c: connection, fid: count, sec_addr: string);
	## The answer to a further bind.
	global dce_rpc_alter_context_resp: event(c: connection, fid: count);
	## A call.
	global dce_rpc_request: event(c: connection, fid: count, ctx_id: count, opnum: count, stub_len: count);
	## Its answer.
	global dce_rpc_response: event(c: connection, fid: count, ctx_id: count, opnum: count, stub_len: count);
	## A call with its arguments as they were sent.
	global dce_rpc_request_stub: event(c: connection, fid: count, ctx_id: count, opnum: count, stub: string);
	## Its answer with the results as they were sent.
	global dce_rpc_response_stub: event(c: connection, fid: count, ctx_id: count, opnum: count, stub: string);
}
