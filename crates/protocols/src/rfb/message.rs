//! The messages of each side, in the order of the handshake, and their lengths (RFC 6143, 7).

/// The longest text of a message, in bytes.
const MAX_TEXT: u32 = 65_536;

/// The server's next message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Server {
    /// The protocol version.
    Version,
    /// The security type, before version 3.7.
    Security,
    /// The offered security types, from 3.7 on.
    SecurityTypes,
    /// The reason for a failure.
    Reason,
    /// VNC's challenge, which the client encrypts with the password.
    Challenge,
    /// Apple's challenge: generator, prime and public key.
    AppleChallenge,
    /// The result of the authentication.
    Result,
    /// ServerInit: size and name of the desktop.
    Init,
    /// Framebuffer updates, which are not read.
    Pixels,
    /// No message: it is the client's turn.
    Wait,
}

/// The client's next message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Client {
    /// The protocol version.
    Version,
    /// The chosen security type.
    Selection,
    /// The response to VNC's challenge.
    Response,
    /// The response to Apple's challenge, with keys of this length.
    AppleResponse(u16),
    /// ClientInit: whether others may share the desktop.
    Init,
    /// A message after the handshake, such as key and pointer events.
    Message,
    /// No message: it is the server's turn.
    Wait,
}

fn be16(b: &[u8], at: usize) -> Option<usize> {
    match b.get(at..at + 2)? {
        &[hi, lo] => Some(u16::from_be_bytes([hi, lo]).into()),
        _ => None,
    }
}

/// The length of a text; `Some(None)` if it exceeds the limit, `None` if the length field is incomplete.
fn text_length(b: &[u8], at: usize) -> Option<Option<usize>> {
    let n = b.get(at..at + 4)?.iter().fold(0_u32, |n, &b| n << 8 | u32::from(b));
    Some((n < MAX_TEXT).then_some(n as usize))
}

/// The length of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// More bytes are needed to know it.
    Unknown,
    /// The length in bytes.
    Bytes(usize),
    /// The bytes are not a valid message.
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
    /// The length of the message that begins with `b`.
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
    /// The length of the message that begins with `b`.
    pub fn length(self, b: &[u8]) -> Length {
        match self {
            Client::Version => Length::Bytes(12),
            Client::Selection | Client::Init => Length::Bytes(1),
            Client::Response => Length::Bytes(16),
            Client::AppleResponse(key) => Length::Bytes(2 * usize::from(key)),
            Client::Message => match b.first() {
                None => Length::Unknown,
                // SetPixelFormat, SetEncodings, FramebufferUpdateRequest, KeyEvent, PointerEvent, ClientCutText.
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
