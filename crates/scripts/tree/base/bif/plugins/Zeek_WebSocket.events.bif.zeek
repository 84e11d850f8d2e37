# What the WebSocket part declares: events.

module GLOBAL;

export {
	global websocket_established: event(c: connection, aid: count);
	global websocket_frame: event(c: connection, is_orig: bool, fin: bool, rsv: count, opcode: count, payload_len: count);
	global websocket_frame_data: event(c: connection, is_orig: bool, data: string);
	global websocket_message: event(c: connection, is_orig: bool, opcode: count);
	global websocket_close: event(c: connection, is_orig: bool, status: count, reason: string);
}
