# Declarations of the WebSocket plugin: events.

module GLOBAL;

export {
	## An HTTP connection continues as WebSocket. A handler can call WebSocket::configure_analyzer to choose the inner
	## analyzer.
	##
	## c: The connection.
	##
	## aid: The analyzer's id.
	global websocket_established: event(c: connection, aid: count);

	## The header of a frame of WebSocket.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## fin: True if it ends a message.
	##
	## rsv: Three bits for extensions.
	##
	## opcode: 0 continuation, 1 text, 2 binary, 8 close, 9 ping, 10 pong.
	##
	## payload_len: Its bytes.
	global websocket_frame: event(c: connection, is_orig: bool, fin: bool, rsv: count, opcode: count, payload_len: count);

	## Bytes of a frame of WebSocket, unmasked.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## data: The bytes.
	global websocket_frame_data: event(c: connection, is_orig: bool, data: string);

	## A message of WebSocket is complete.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## opcode: 1 text, 2 binary, or that of a control frame.
	global websocket_message: event(c: connection, is_orig: bool, opcode: count);

	## A side closes the WebSocket connection.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## status: The status code.
	##
	## reason: The reason as text.
	global websocket_close: event(c: connection, is_orig: bool, status: count, reason: string);
}
