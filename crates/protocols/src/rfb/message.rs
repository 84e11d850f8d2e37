//! The messages of each side in the order of the handshake, and their lengths.

/// The longest text that either side may send, in bytes.
const MAX_TEXT: u32 = 65_536;

/// The server's next message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Server {
    /// Its version.
    Version,
    /// The kind of authentication, before version 3.7.
    Security,
    /// The kinds that it knows, from 3.7 on.
    SecurityTypes,
    /// Why it refuses.
    Reason,
    /// The challenge that the client encrypts with the password.
    Challenge,
    /// Apple's challenge: generator, prime and key.
    AppleChallenge,
    /// Whether it lets the client in.
    Result,
    /// The desktop.
    Init,
    /// Pixels, which are not looked at.
    Pixels,
    /// Nothing: it is the client's turn.
    Wait,
}

/// The client's next message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Client {
    /// Its version.
    Version,
    /// The kind of authentication that it chose.
    Selection,
    /// The encrypted challenge.
    Response,
    /// The response to Apple's challenge, with keys of this length.
    AppleResponse(u16),
    /// Whether others may share the desktop.
    Init,
    /// Keys, clicks and the like.
    Message,
    /// Nothing: it is the server's turn.
    Wait,
}

fn be16(b: &[u8], at: usize) -> Option<usize> {
    match b.get(at..at + 2)? {
        &[hi, lo] => Some(u16::from_be_bytes([hi, lo]).into()),
        _ => None,
    }
}

/// The length of a text, if it is within the limit; `Some(None)` if it is not.
fn text_length(b: &[u8], at: usize) -> Option<Option<usize>> {
    let n = b.get(at..at + 4)?.iter().fold(0_u32, |n, &b| n << 8 | u32::from(b));
    Some((n < MAX_TEXT).then_some(n as usize))
}

/// How long a message is, as far as its beginning tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// The beginning is too short to tell.
    Unknown,
    /// A number of bytes.
    Bytes(usize),
    /// It cannot be one.
    Invalid,
}

impl From<Option<usize>> for Length {
    fn from(n: Option<usize>) -> Self {
        n.map_or(Length::Unknown, Length::Bytes)
    }
}

fn with_text(b: &[u8], at: usize) -> Length {
    match text_length(b, at) {
        None => Length::Unknown,
        Some(None) => Length::Invalid,
        Some(Some(n)) => Length::Bytes(at + 4 + n),
    }
}

impl Server {
    /// How long the message is that begins with these bytes.
    pub fn length(self, b: &[u8]) -> Length {
        match self {
            Server::Version => Length::Bytes(12),
            Server::Security | Server::Result => Length::Bytes(4),
            Server::SecurityTypes => b.first().map(|&n| 1 + usize::from(n)).into(),
            Server::Reason => with_text(b, 0),
            Server::Challenge => Length::Bytes(16),
            Server::AppleChallenge => be16(b, 2).map(|n| 4 + 2 * n).into(),
            Server::Init => with_text(b, 20),
            Server::Pixels => Length::Unknown,
            Server::Wait => Length::Invalid,
        }
    }
}

impl Client {
    /// How long the message is that begins with these bytes.
    pub fn length(self, b: &[u8]) -> Length {
        match self {
            Client::Version => Length::Bytes(12),
            Client::Selection | Client::Init => Length::Bytes(1),
            Client::Response => Length::Bytes(16),
            Client::AppleResponse(key) => Length::Bytes(2 * usize::from(key)),
            Client::Message => match b.first() {
                None => Length::Unknown,
                // Pixel format, encodings, update, key, pointer, text.
                Some(0) => Length::Bytes(20),
                Some(2) => be16(b, 2).map(|n| 4 + 4 * n).into(),
                Some(3) => Length::Bytes(10),
                Some(4) => Length::Bytes(8),
                Some(5) => Length::Bytes(6),
                Some(6) => with_text(b, 4),
                Some(_) => Length::Invalid,
            },
            Client::Wait => Length::Invalid,
        }
    }
}
