# What the SMB part declares: smb1 com echo.

module GLOBAL;

export {
	global smb1_echo_request: event(c: connection, echo_count: count, data: string);
	global smb1_echo_response: event(c: connection, seq_num: count, data: string);
}
