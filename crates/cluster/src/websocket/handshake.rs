//! The handshake: inspects a client's request.
use super::stream::Stream;
use cluster_wire::json;
use std::sync::mpsc::Sender;
use tungstenite::handshake::MidHandshake;
use tungstenite::handshake::server::{Callback, ErrorResponse, Request, Response, ServerHandshake};

/// The parts of a client's request that the server needs.
#[derive(Default)]
pub(super) struct Asked {
    pub(super) path: String,
    /// The header `X-Application-Name`; an error if it is invalid.
    pub(super) application: Option<Result<String, ()>>,
}

/// Inspects the request. Every WebSocket is accepted; if the request is wrong, the client is told afterwards.
pub(super) struct Look(pub(super) Sender<Asked>);

impl Callback for Look {
    fn on_request(self, request: &Request, response: Response) -> Result<Response, ErrorResponse> {
        let header = request.headers().get("X-Application-Name");
        let application = header.map(|value| {
            let name = value.to_str().map_err(drop)?;
            if json::is_application_name(name) { Ok(name.to_owned()) } else { Err(()) }
        });
        drop(self.0.send(Asked { path: request.uri().path().to_owned(), application }));
        Ok(response)
    }
}

pub(super) type Handshake = MidHandshake<ServerHandshake<Stream, Look>>;
