# Declarations of the NetBIOS plugin: events.

module GLOBAL;

export {
	## A message of a NetBIOS session, before the event of its kind.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## msg_type: Its kind.
	##
	## data_len: Its bytes.
	global netbios_session_message: event(c: connection, is_orig: bool, msg_type: count, data_len: count);

	## A client requests a session.
	##
	## c: The connection.
	##
	## msg: The called and the calling name, encoded.
	global netbios_session_request: event(c: connection, msg: string);

	## A session was opened.
	##
	## c: The connection.
	##
	## msg: What the message holds.
	global netbios_session_accepted: event(c: connection, msg: string);

	## A session request was rejected.
	##
	## c: The connection.
	##
	## msg: What the message holds.
	global netbios_session_rejected: event(c: connection, msg: string);

	## Data of a session that is not SMB.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## msg: The data.
	global netbios_session_raw_message: event(c: connection, is_orig: bool, msg: string);

	## A session is redirected to another address.
	##
	## c: The connection.
	##
	## msg: Address and port.
	global netbios_session_ret_arg_resp: event(c: connection, msg: string);

	## A session keep-alive message.
	##
	## c: The connection.
	##
	## msg: What the message holds.
	global netbios_session_keepalive: event(c: connection, msg: string);
}
