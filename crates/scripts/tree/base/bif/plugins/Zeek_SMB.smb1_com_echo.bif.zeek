# Declarations of the SMB plugin: smb1 com echo.

module GLOBAL;

export {
	## An echo request.
	##
	## c: The connection.
	##
	## echo_count: The number of echoes.
	##
	## data: The data to return.
	global smb1_echo_request: event(c: connection, echo_count: count, data: string);

	## An echo response.
	##
	## c: The connection.
	##
	## seq_num: Which echo of the request, from 1.
	##
	## data: The returned data.
	global smb1_echo_response: event(c: connection, seq_num: count, data: string);
}
