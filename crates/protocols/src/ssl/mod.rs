//! SSL 2 and 3, TLS 1.0 to 1.3 and DTLS (RFC 6101, 2246, 4346, 5246, 8446; 4347, 6347, 9147; extensions of RFC 6066,
//! 7301, 6962, 8422, 9146).
//!
//! Raises the events of records and handshake messages; certificates and stapled OCSP responses become files. Only TLS
//! 1.2 is decrypted, and only if scripts provide the secret; of other encrypted records only the length is used.
//! Application data is not buffered.
//!
//! Limits: a handshake message has at most [`MAX_HANDSHAKE`] bytes, a chain at most [`MAX_CHAIN`] certificates; a
//! message in more than [`MAX_FRAGMENTS`] pieces is reported. The length field of a record bounds it at 64 KiB.
mod anomaly;
mod complaint;
mod datagram;
mod decrypt;
mod extension;
mod handshake;
mod layer;
mod message;
mod pieces;
mod stream;
mod suites;
#[cfg(test)]
mod tests;
mod v2;

pub use anomaly::Anomaly;
pub use datagram::{Dtls, maker as dtls_maker};
pub use decrypt::Secrets;
pub use extension::{Extension, Sct, SctList};
pub use handshake::file_handle;
pub use message::{ClientHello, ServerHello};
pub use stream::{Ssl, maker};

/// The longest handshake message that is reassembled, in bytes.
const MAX_HANDSHAKE: usize = 1 << 20;
/// The maximum number of certificates of a chain that are reported.
const MAX_CHAIN: usize = 100;
/// A handshake message in more pieces than this is reported.
const MAX_FRAGMENTS: u32 = 1024;

/// Versions in hellos and records.
mod version {
    pub(super) const SSL2: u16 = 0x0002;
    pub(super) const SSL3: u16 = 0x0300;
    pub(super) const TLS10: u16 = 0x0301;
    pub(super) const TLS11: u16 = 0x0302;
    pub(super) const TLS12: u16 = 0x0303;
    pub(super) const TLS13: u16 = 0x0304;
    pub(super) const DTLS10: u16 = 0xfeff;
    pub(super) const DTLS12: u16 = 0xfefd;
    pub(super) const DTLS13: u16 = 0xfefc;

    /// True for a draft of TLS 1.3, whose number is the low byte.
    pub(super) const fn is_draft(v: u16) -> bool {
        v >> 8 == 0x7f
    }

    /// True for versions that a hello may have.
    pub(super) const fn is_known(v: u16) -> bool {
        is_draft(v) || matches!(v, SSL2 | SSL3..=TLS13 | DTLS10 | DTLS12 | DTLS13)
    }

    /// True for versions that the header of a TLS record may have.
    pub(super) const fn is_of_record(v: u16) -> bool {
        matches!(v, SSL3..=TLS12)
    }
}

/// Content types of records. Those above 255 stand for the messages of SSLv2, whose records have no type.
mod content {
    pub(super) const CHANGE_CIPHER_SPEC: u16 = 20;
    pub(super) const ALERT: u16 = 21;
    pub(super) const HANDSHAKE: u16 = 22;
    pub(super) const APPLICATION_DATA: u16 = 23;
    pub(super) const HEARTBEAT: u16 = 24;
    pub(super) const V2: u16 = 300;
    pub(super) const V2_ERROR: u16 = V2;
    pub(super) const V2_CLIENT_HELLO: u16 = V2 + 1;
    pub(super) const V2_CLIENT_MASTER_KEY: u16 = V2 + 2;
    pub(super) const V2_SERVER_HELLO: u16 = V2 + 4;
}
