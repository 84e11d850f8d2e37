# What the SMB part declares: smb1 com echo.

module GLOBAL;

export {
	## Are you there?
	global smb1_echo_request: event(c: connection, echo_count: count, data: string);
	## Here.
	global smb1_echo_response: event(c: connection, seq_num: count, data: string);
}
