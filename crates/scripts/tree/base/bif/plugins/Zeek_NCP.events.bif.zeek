# Declarations of the NCP plugin: events.

module GLOBAL;

export {
	## A NetWare Core Protocol request.
	##
	## c: The connection.
	##
	## frame_type: The kind of frame.
	##
	## length: Its bytes.
	##
	## func: The function.
	global ncp_request: event(c: connection, frame_type: count, length: count, func: count);

	## A NetWare Core Protocol reply.
	##
	## c: The connection.
	##
	## frame_type: The kind of frame.
	##
	## length: Its bytes.
	##
	## req_frame: The kind of the request's frame.
	##
	## req_func: The request's function.
	##
	## completion_code: The result; 0 for success.
	global ncp_reply: event(c: connection, frame_type: count, length: count, req_frame: count, req_func: count, completion_code: count);
}
