//! MIME messages with headers and nested bodies, as HTTP, SMTP and POP3 carry them (RFC 2045 to 2049, RFC 5322).
mod decode;
mod delimiter;
mod field_lines;
mod header;
mod message;
#[cfg(test)]
mod tests;
mod token;

pub(crate) use decode::BodyDecoder;
pub use decode::{Base64, quoted_printable};
pub(crate) use delimiter::Delimiter;
pub(crate) use field_lines::{FieldLines, HeaderLine};
pub use header::{ContentKind, ContentType, Encoding, Header};
pub use message::{Body, Limits, Message, Output, Trouble};
pub(crate) use token::is_token;
