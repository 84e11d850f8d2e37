# What the NCP part declares: events.

module GLOBAL;

export {
	global ncp_request: event(c: connection, frame_type: count, length: count, func: count);
	global ncp_reply: event(c: connection, frame_type: count, length: count, req_frame: count, req_func: count, completion_code: count);
}
