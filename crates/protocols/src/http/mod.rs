//! HTTP 0.9 to 1.1 (RFC 9110, 9112) with its bodies: chunks, compression, parts, ranges; CONNECT and Upgrade hand over to
//! other protocols.
//!
//! Requests and replies are read side by side; only whether a reply has a body is known from its request. A gap within a
//! body of stated length is passed over, any other ends the reading of that side. Caps: a line, a folded field, entities
//! in entities, fields for those who want them all, requests without replies, what a packet inflates to.
mod anomaly;
mod entity;
mod inflate;
mod line;
mod message;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use line::{NoRequest, ReplyLine, RequestLine, RequestVersion, Version, leading_number, unescape_uri};
pub use state::{Config, Http, maker};
