//! HTTP 0.9 to 1.1 (RFC 9110, 9112): messages, their bodies, and the parts of multipart bodies.
//!
//! Requests and replies raise `http_request`, `http_reply`, the events of their headers and entities, and
//! `http_message_done`. Bodies go to the files framework after chunks, compression and transfer encodings are decoded.
//! After CONNECT and Upgrade, other protocols take over the connection.
//!
//! The two sides are parsed independently, except that the request determines whether its reply has a body. A gap
//! within a body of known length is skipped; any other gap ends the parsing of that side.
//!
//! Limits: the length of a line and of a folded field, the depth of nested entities, the number of fields in
//! `http_all_headers`, the number of requests without replies, and the number of bytes that one delivery inflates to.
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
