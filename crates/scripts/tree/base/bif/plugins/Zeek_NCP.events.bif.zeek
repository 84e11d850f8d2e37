# What the NCP part declares: events.

module GLOBAL;

export {
	## A request; `length` is that of what follows the frame's head.
	global ncp_request: event(c: connection, frame_type: count, length: count, func: count);
	## A reply, with type and function of the request before it.
	global ncp_reply: event(c: connection, frame_type: count, length: count, req_frame: count, req_func: count, completion_code: count);
}
