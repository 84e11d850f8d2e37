//! A signature as it was written.
use net_types::Subnet;
use std::fmt;

/// How a value is compared.
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

/// Which header a `header` condition reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Header {
    /// The IPv4 header.
    Ip,
    /// The IPv6 header.
    Ip6,
    /// The header behind that of IP: TCP, UDP, ICMP or ICMPv6.
    Transport,
}

/// A number, or a range of them, compared under a mask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MaskedRange {
    /// The smallest.
    pub low: u32,
    /// The largest.
    pub high: u32,
    /// The bits that count.
    pub mask: u32,
}

/// A condition on the first packet of a direction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HeaderTest {
    /// The transport's number (`ip-proto`).
    Protocol(Comparison, Vec<MaskedRange>),
    /// Bytes of a header: offset and size of 1, 2 or 4.
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

/// How many [`Subject`]s there are.
pub const SUBJECTS: usize = 9;

/// A pattern of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternTest {
    /// The text that it is matched against.
    pub subject: Subject,
    /// The pattern as `pattern::translate_for_streams` gives it.
    pub syntax: String,
    /// Bytes from the start within which it must end.
    pub depth: u64,
}

/// The states that a `tcp-state` or `udp-state` names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct States {
    /// Both sides have said hello.
    pub established: bool,
    /// Only what the originator sends.
    pub originator: bool,
    /// Only what the responder sends.
    pub responder: bool,
    /// Any packet.
    pub stateless: bool,
}

/// A condition that is asked when all patterns have matched.
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
    /// IP options; never holds, as it never did.
    IpOptions,
    /// A script's function, or a bool; and the line that names it.
    Eval(String, u32),
}

/// Another signature that has to match before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Requirement {
    /// Its name.
    pub signature: String,
    /// The rule must match in the opposite direction.
    pub reverse: bool,
    /// It must not have matched when the stream ends.
    pub negate: bool,
}

/// The action of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Raises an event, `signature_match` if none is named.
    Event {
        /// The event.
        name: Option<String>,
        /// The message.
        message: Option<String>,
        /// The line of what follows.
        line: u32,
    },
    /// Attaches an analyzer, and a child below it.
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
    /// Names a file's type.
    Mime {
        /// `type/subtype`
        mime: String,
        /// Larger is surer.
        strength: i64,
    },
}

/// The place of a rule.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The file, as it was named.
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
    /// Its name.
    pub name: String,
    /// The place of the rule.
    pub place: Place,
    /// Conditions on the first packet.
    pub headers: Vec<HeaderTest>,
    /// Patterns, all of which must match.
    pub patterns: Vec<PatternTest>,
    /// Conditions that are asked then.
    pub conditions: Vec<Condition>,
    /// Signatures that must match before.
    pub requires: Vec<Requirement>,
    /// The actions of a match.
    pub actions: Vec<Action>,
    /// False if the rule is switched off.
    pub inactive: bool,
}

impl Rule {
    /// Whether it looks at files, not at connections.
    #[must_use]
    pub fn names_files(&self) -> bool {
        self.patterns.iter().any(|p| p.subject == Subject::FileMagic)
    }
}
