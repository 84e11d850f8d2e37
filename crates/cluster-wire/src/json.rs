//! The JSON messages of WebSocket clients, version 1 (`/v1/messages/json`).
//!
//! A client first sends its subscriptions ([`decode_subscriptions`]) and receives an [`encode_ack`]; then both sides
//! send events ([`decode_message`], [`encode_message`]). An error in a client's text is a [`Refusal`], which
//! [`encode_refusal`] encodes as the answer. Every value is an object with `@data-type` and `data`.
//!
//! In texts, each byte that is not valid UTF-8 is written as `\xNN`.
mod decode;
mod encode;
mod time;

pub use decode::{decode, decode_message, decode_subscriptions};
pub use encode::{encode, encode_ack, encode_message, encode_refusal};

use crate::Event;
use thiserror::Error;

/// The URL path of this version's messages.
pub const PATH: &str = "/v1/messages/json";

/// An event with its topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message<'a> {
    /// The topic.
    pub topic: std::borrow::Cow<'a, str>,
    /// The event.
    pub event: Event<'a>,
}

/// The reason why a client's message is refused. Its text is the `context` that clients match on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The first message is JSON but not an array.
    #[error("subscriptions not an array")]
    SubscriptionsNoArray,
    /// An element of the first message is not a string.
    #[error("individual subscription not a string")]
    SubscriptionNoString,
    /// The text is not a JSON object, or a value in it is invalid.
    #[error("failed to decode JSON object")]
    NoObject,
    /// A message without a topic.
    #[error("no topic in top-level JSON object")]
    NoTopic,
    /// A message whose value is not an event that a script declares.
    #[error("failed to create Zeek event")]
    NoEvent,
    /// A path other than [`PATH`].
    #[error("Invalid URI - use /v1/messages/json")]
    Path,
    /// An application name that [`is_application_name`] rejects.
    #[error("Invalid X-Application-Name header")]
    ApplicationName,
}

impl Refusal {
    /// Returns the `code` of the error message.
    pub fn code(self) -> &'static str {
        match self {
            Refusal::Path => "invalid_uri",
            Refusal::ApplicationName => "invalid_application_name",
            _ => "deserialization_failed",
        }
    }
}

/// Whether the value of an `X-Application-Name` header is valid.
pub fn is_application_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"/_.=:*@-".contains(&b))
}
