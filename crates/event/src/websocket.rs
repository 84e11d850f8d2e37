// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_WebSocket.events.bif.zeek}.
//! WebSocket (RFC 6455): frames and messages.
use crate::arg::ConnId;
use crate::declare::events;

events! { in websocket;
    /// An HTTP connection continues as WebSocket. A handler can call WebSocket::configure_analyzer to choose the inner
    /// analyzer.
    WebsocketEstablished = "websocket_established" { c: ConnId, aid: u64 }
    /// The header of a frame of WebSocket.
    WebsocketFrame = "websocket_frame" { c: ConnId, is_orig: bool, fin: bool, rsv: u64, opcode: u64, payload_len: u64 }
    /// Bytes of a frame of WebSocket, unmasked.
    WebsocketFrameData<'a> = "websocket_frame_data" { c: ConnId, is_orig: bool, data: &'a [u8] }
    /// A message of WebSocket is complete.
    WebsocketMessage = "websocket_message" { c: ConnId, is_orig: bool, opcode: u64 }
    /// A side closes the WebSocket connection.
    WebsocketClose<'a> = "websocket_close" { c: ConnId, is_orig: bool, status: u64, reason: &'a [u8] }
}
