# What the DCE_RPC part declares: events.

module GLOBAL;

export {
	global dce_rpc_message: event(c: connection, is_orig: bool, fid: count, ptype_id: count, ptype: DCE_RPC::PType);
	global dce_rpc_bind: event(c: connection, fid: count, ctx_id: count, uuid: string, ver_major: count, ver_minor: count);
	global dce_rpc_alter_context: event(c: connection, fid: count, ctx_id: count, uuid: string, ver_major: count, ver_minor: count);
	global dce_rpc_bind_ack: event(c: connection, fid: count, sec_addr: string);
	global dce_rpc_alter_context_resp: event(c: connection, fid: count);
	global dce_rpc_request: event(c: connection, fid: count, ctx_id: count, opnum: count, stub_len: count);
	global dce_rpc_response: event(c: connection, fid: count, ctx_id: count, opnum: count, stub_len: count);
	global dce_rpc_request_stub: event(c: connection, fid: count, ctx_id: count, opnum: count, stub: string);
	global dce_rpc_response_stub: event(c: connection, fid: count, ctx_id: count, opnum: count, stub: string);
}
