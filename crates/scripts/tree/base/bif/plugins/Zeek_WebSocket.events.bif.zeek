# What the WebSocket part declares: events.

module GLOBAL;

export {
	## The connection speaks WebSocket; the analyzer may be configured now.
	global websocket_established: event(c: connection, aid: count);
	## A frame's header.
	global websocket_frame: event(c: connection, is_orig: bool, fin: bool, rsv: count, opcode: count, payload_len: count);
	## Bytes of a frame, unmasked.
	global websocket_frame_data: event(c: connection, is_orig: bool, data: string);
	## A message is whole.
	global websocket_message: event(c: connection, is_orig: bool, opcode: count);
	## A side closes.
	global websocket_close: event(c: connection, is_orig: bool, status: count, reason: string);
}
