# What the NetBIOS part declares: events.

module GLOBAL;

export {
	## A message of any type.
	global netbios_session_message: event(c: connection, is_orig: bool, msg_type: count, data_len: count);
	## A session is asked for; `msg` is the called name.
	global netbios_session_request: event(c: connection, msg: string);
	## It was accepted.
	global netbios_session_accepted: event(c: connection, msg: string);
	## It was rejected.
	global netbios_session_rejected: event(c: connection, msg: string);
	## A message that is not SMB.
	global netbios_session_raw_message: event(c: connection, is_orig: bool, msg: string);
	## The caller should ask elsewhere.
	global netbios_session_ret_arg_resp: event(c: connection, msg: string);
	## Nothing but a sign of life.
	global netbios_session_keepalive: event(c: connection, msg: string);
}
