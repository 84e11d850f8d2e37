# What the SMB part declares: smb1 com echo.

module GLOBAL;

export {
	## An echo is asked for.
	##
	## c: The connection.
	##
	## echo_count: How often.
	##
	## data: What is to come back.
	global smb1_echo_request: event(c: connection, echo_count: count, data: string);

	## An echo.
	##
	## c: The connection.
	##
	## seq_num: Which echo of the request, from 1.
	##
	## data: What came back.
	global smb1_echo_response: event(c: connection, seq_num: count, data: string);
}
