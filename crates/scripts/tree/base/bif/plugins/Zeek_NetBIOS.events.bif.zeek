# What the NetBIOS part declares: events.

module GLOBAL;

export {
	global netbios_session_message: event(c: connection, is_orig: bool, msg_type: count, data_len: count);
	global netbios_session_request: event(c: connection, msg: string);
	global netbios_session_accepted: event(c: connection, msg: string);
	global netbios_session_rejected: event(c: connection, msg: string);
	global netbios_session_raw_message: event(c: connection, is_orig: bool, msg: string);
	global netbios_session_ret_arg_resp: event(c: connection, msg: string);
	global netbios_session_keepalive: event(c: connection, msg: string);
}
