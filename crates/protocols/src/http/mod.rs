//! HTTP 0.9 to 1.1 (RFC 9110, 9112): messages, their bodies and the parts in them.
//!
//! Requests and replies raise `http_request`, `http_reply`, the events of their headers and entities, and
//! `http_message_done`; bodies go to the files framework without their chunks, compression and transfer encodings.
//! CONNECT and Upgrade hand the connection over to other protocols.
//!
//! The two sides are read on their own; only whether a reply has a body depends on its request. A gap within a body of
//! known length is skipped; any other gap ends the reading of that side.
//!
//! Limits: the length of a line and of a folded field, the depth of nested entities, the fields in `http_all_headers`,
//! requests without replies, and the bytes that one packet inflates to.
mod anomaly;
mod body;
mod config;
mod declared;
mod entity;
mod framing;
mod header;
mod inflate;
mod line;
mod link;
mod message;
mod reply;
mod request;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use config::Config;
pub use line::{NoRequest, ReplyLine, RequestLine, RequestVersion, Version, leading_number, unescape_uri};
pub use state::{Http, maker};
