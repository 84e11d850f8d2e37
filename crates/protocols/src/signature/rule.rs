//! A parsed signature.
use net_types::Subnet;
use std::fmt;

/// A comparison operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `>`
    Gt,
    /// `<=`
    Le,
    /// `>=`
    Ge,
}

impl Comparison {
    /// Compares two numbers.
    pub fn holds<T: PartialOrd>(self, a: T, b: T) -> bool {
        match self {
            Comparison::Eq => a == b,
            Comparison::Ne => a != b,
            Comparison::Lt => a < b,
            Comparison::Gt => a > b,
            Comparison::Le => a <= b,
            Comparison::Ge => a >= b,
        }
    }
}

/// The header that a `header` condition reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Header {
    /// The IPv4 header.
    Ip,
    /// The IPv6 header.
    Ip6,
    /// The header after the IP header: TCP, UDP, ICMP or ICMPv6.
    Transport,
}

/// A range of numbers, compared under a mask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MaskedRange {
    /// The smallest number.
    pub low: u32,
    /// The largest number.
    pub high: u32,
    /// The bits that are compared.
    pub mask: u32,
}

/// A condition on the first packet of a direction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HeaderTest {
    /// The number of the transport protocol (`ip-proto`).
    Protocol(Comparison, Vec<MaskedRange>),
    /// Bytes of a header: offset, and size of 1, 2 or 4.
    Bytes(Header, u32, u32, Comparison, Vec<MaskedRange>),
    /// The source address.
    Source(Comparison, Vec<Subnet>),
    /// The destination address.
    Destination(Comparison, Vec<Subnet>),
}

/// The text that a pattern is matched against.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Subject {
    /// The contents of files.
    FileMagic,
    /// The stream of a direction.
    Payload,
    /// An HTTP request's URI, decoded.
    HttpRequest,
    /// Header lines of HTTP requests.
    HttpRequestHeader,
    /// Bodies of HTTP requests.
    HttpRequestBody,
    /// Header lines of HTTP replies.
    HttpReplyHeader,
    /// Bodies of HTTP replies.
    HttpReplyBody,
    /// FTP command lines.
    Ftp,
    /// Finger requests.
    Finger,
}

/// The number of [`Subject`]s.
pub const SUBJECTS: usize = 9;

/// A pattern of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternTest {
    /// The text that it is matched against.
    pub subject: Subject,
    /// The pattern, translated by `pattern::translate_for_streams`.
    pub syntax: String,
    /// The match must end within this many bytes from the start.
    pub depth: u64,
}

/// The states that `tcp-state` or `udp-state` names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct States {
    /// The connection is established.
    pub established: bool,
    /// Only packets from the originator.
    pub originator: bool,
    /// Only packets from the responder.
    pub responder: bool,
    /// Packets in any state.
    pub stateless: bool,
}

/// A condition that is tested after all patterns have matched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// Size of the first payload.
    PayloadSize(Comparison, u64),
    /// Both addresses are the same.
    SameIp,
    /// State of the TCP connection.
    TcpState(States),
    /// Direction of the UDP flow.
    UdpState(States),
    /// IP options; never holds, for compatibility.
    IpOptions,
    /// A script function or bool, and the line that names it.
    Eval(String, u32),
}

/// A requirement on another signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Requirement {
    /// The name of the other signature.
    pub signature: String,
    /// Whether the other signature must match in the opposite direction.
    pub reverse: bool,
    /// Whether the other signature must not have matched by the end of the stream.
    pub negate: bool,
}

/// An action on a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Raises an event, `signature_match` if none is named.
    Event {
        /// The event.
        name: Option<String>,
        /// The message.
        message: Option<String>,
        /// The line of the action.
        line: u32,
    },
    /// Attaches an analyzer, optionally with a child.
    Enable {
        /// The analyzer.
        analyzer: String,
        /// The child.
        child: Option<String>,
    },
    /// Disables an analyzer.
    Disable {
        /// The analyzer.
        analyzer: String,
        /// The child.
        child: Option<String>,
    },
    /// Sets a file's type.
    Mime {
        /// `type/subtype`
        mime: String,
        /// The strength; the largest wins.
        strength: i64,
    },
}

/// A place in a signature file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The name of the file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// A signature.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rule {
    /// The name.
    pub name: String,
    /// The place of the rule.
    pub place: Place,
    /// Conditions on the first packet.
    pub headers: Vec<HeaderTest>,
    /// Patterns, all of which must match.
    pub patterns: Vec<PatternTest>,
    /// Conditions that are tested after the patterns.
    pub conditions: Vec<Condition>,
    /// Requirements on other signatures.
    pub requires: Vec<Requirement>,
    /// The actions of a match.
    pub actions: Vec<Action>,
    /// True if the rule is switched off (`active false`).
    pub inactive: bool,
}

impl Rule {
    /// True if the rule is for files, not for connections.
    #[must_use]
    pub fn names_files(&self) -> bool {
        self.patterns.iter().any(|p| p.subject == Subject::FileMagic)
    }
}
