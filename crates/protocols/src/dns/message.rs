//! Parses the header, names, questions, and the fixed part of records (RFC 1035, 4.1).
//!
//! ```text
//!                                 1  1  1  1  1  1
//!   0  1  2  3  4  5  6  7  8  9  0  1  2  3  4  5
//! +--+--+--+--+--+--+--+--+--+--+--+--+--+--+--+--+
//! |                      ID                       |
//! |QR|   Opcode  |AA|TC|RD|RA| Z|AD|CD|   RCODE   |
//! |                    QDCOUNT                    |
//! |                    ANCOUNT                    |
//! |                    NSCOUNT                    |
//! |                    ARCOUNT                    |
//! +--+--+--+--+--+--+--+--+--+--+--+--+--+--+--+--+
//! ```
use super::anomaly::Anomaly;
use event::dns::DnsMsg;

/// The length of a header, in bytes.
pub const HEADER: usize = 12;

/// The maximum length of a name as text, in bytes.
const NAME: usize = 512;

/// Limits of names, from script options and the kind of connection.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum number of compression pointers in the chain of a name (`dns_max_compression_chain_depth`).
    pub chain_depth: u32,
    /// Whether labels may exceed 63 bytes, as in NetBIOS names.
    pub long_labels: bool,
}

/// Reads the header (RFC 1035, 4.1.1); `None` if the message is too short.
pub fn header(message: &[u8]) -> Option<DnsMsg> {
    let (words, _) = message.get(..HEADER)?.as_chunks();
    let [id, flags, queries, answers, authority, additional] =
        words.first_chunk::<{ HEADER / 2 }>()?.map(u16::from_be_bytes);
    let bit = |n: u16| flags >> n & 1 == 1;
    Some(DnsMsg {
        id: id.into(),
        opcode: u64::from(flags >> 11 & 15),
        rcode: u64::from(flags & 15),
        qr: bit(15),
        aa: bit(10),
        tc: bit(9),
        rd: bit(8),
        ra: bit(7),
        z: u64::from(flags >> 4 & 7),
        ad: bit(5),
        cd: bit(4),
        num_queries: queries.into(),
        num_answers: answers.into(),
        num_auth: authority.into(),
        num_addl: additional.into(),
    })
}

/// A name as text: labels joined by dots, without a dot at the end. The root is empty.
#[derive(Clone)]
pub struct Name {
    text: [u8; NAME],
    len: usize,
}

impl Default for Name {
    fn default() -> Self {
        Name { text: [0; NAME], len: 0 }
    }
}

impl Name {
    /// The text.
    pub fn as_bytes(&self) -> &[u8] {
        self.text.get(..self.len).unwrap_or_default()
    }

    /// The text in lower case.
    #[must_use]
    pub fn lowered(mut self) -> Self {
        self.lower_from(0);
        self
    }

    fn lower_from(&mut self, start: usize) {
        if let Some(part) = self.text.get_mut(start..self.len) {
            part.make_ascii_lowercase();
        }
    }

    /// Appends a label and a dot. Returns false if they do not fit.
    fn push(&mut self, label: &[u8]) -> bool {
        let Some(room) = self.text.get_mut(self.len..).and_then(|r| r.get_mut(..=label.len())) else {
            return false;
        };
        let (text, dot) = room.split_at_mut(label.len());
        text.copy_from_slice(label);
        dot.fill(b'.');
        self.len += label.len() + 1;
        true
    }
}

/// A position in a message. Reading past the end returns zero and consumes nothing, so that a truncated record is
/// reported with the fields that it has.
#[derive(Clone, Copy)]
pub struct Cursor<'a> {
    message: &'a [u8],
    at: usize,
    end: usize,
    limits: Limits,
}

impl<'a> Cursor<'a> {
    /// Creates a cursor after the header.
    pub fn new(message: &'a [u8], limits: Limits) -> Self {
        Cursor { message, at: HEADER.min(message.len()), end: message.len(), limits }
    }

    /// The number of bytes left.
    pub fn left(&self) -> usize {
        self.end.saturating_sub(self.at)
    }

    /// The offset from the start of the message, in bytes.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Reads two bytes in network order.
    pub fn be16(&mut self) -> u16 {
        self.array().map_or(0, u16::from_be_bytes)
    }

    /// Reads four bytes in network order.
    pub fn be32(&mut self) -> u32 {
        self.array().map_or(0, u32::from_be_bytes)
    }

    /// Reads one byte.
    pub fn byte(&mut self) -> u8 {
        self.array().map_or(0, |[b]| b)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let bytes = self.message.get(self.at..self.end)?.first_chunk::<N>()?;
        self.at += N;
        Some(*bytes)
    }

    /// Reads the next `n` bytes, or fewer if fewer are left.
    pub fn take(&mut self, n: usize) -> &'a [u8] {
        let to = self.at.saturating_add(n).min(self.end);
        let bytes = self.message.get(self.at..to).unwrap_or_default();
        self.at = to.max(self.at);
        bytes
    }

    /// Splits off a cursor over the next `n` bytes.
    pub fn sub(&mut self, n: usize) -> Cursor<'a> {
        let end = self.at.saturating_add(n).min(self.end);
        let sub = Cursor { end, ..*self };
        self.at = end;
        sub
    }

    /// Reads a name and follows its compression pointers. Converts labels reached through a pointer to lower case, and
    /// all labels if `lower` is set.
    pub fn name(&mut self, lower: bool, weird: &mut dyn FnMut(Anomaly)) -> Name {
        let mut name = Name::default();
        self.name_into(&mut name, lower, 0, weird);
        name
    }

    fn name_into(&mut self, name: &mut Name, lower: bool, depth: u32, weird: &mut dyn FnMut(Anomaly)) {
        if depth > self.limits.chain_depth {
            weird(Anomaly::CompressionTooDeep);
            return;
        }
        let start = name.len;
        while self.label(name, depth, weird) {}
        let len = name.len - start;
        if len >= 255 {
            weird(Anomaly::NameTooLong);
        }
        if len >= 2 && name.as_bytes().last() == Some(&b'.') {
            name.len -= 1;
        }
        if lower {
            name.lower_from(start);
        }
    }

    /// Reads a label. Returns true if another may follow.
    fn label(&mut self, name: &mut Name, depth: u32, weird: &mut dyn FnMut(Anomaly)) -> bool {
        let pointer_at = self.at;
        let Some([head]) = self.array() else { return false };
        if head == 0 || self.left() == 0 {
            return false;
        }
        if head & 0xc0 == 0xc0 {
            let offset = usize::from(head & 0x3f) << 8 | usize::from(self.byte());
            if offset >= pointer_at {
                weird(Anomaly::ForwardPointer);
                return false;
            }
            // The target of a pointer ends before the pointer, so every step of a chain reads less of the message.
            let mut target = Cursor { at: offset, end: pointer_at, ..*self };
            target.name_into(name, true, depth + 1, weird);
            return false;
        }
        let len = usize::from(head);
        if len > self.left() {
            weird(Anomaly::LabelPastEnd);
            self.at = self.end;
            return false;
        }
        if len > 63 && !self.limits.long_labels {
            weird(Anomaly::LabelTooLong);
            return false;
        }
        if len >= NAME - name.len {
            weird(Anomaly::LabelPastName);
            return false;
        }
        let label = self.take(len);
        name.push(label)
    }
}

/// A question.
pub struct Question {
    /// The name as sent.
    pub name: Name,
    /// QTYPE
    pub qtype: u16,
    /// QCLASS
    pub qclass: u16,
}

impl Question {
    /// Reads a question; `None` if the message ends within it.
    pub fn read(cursor: &mut Cursor<'_>, weird: &mut dyn FnMut(Anomaly)) -> Option<Self> {
        let name = cursor.name(false, weird);
        if cursor.left() < 4 {
            weird(Anomaly::TruncatedQuestion);
            return None;
        }
        Some(Question { name, qtype: cursor.be16(), qclass: cursor.be16() })
    }
}

/// The fixed part of a record (RFC 1035, 4.1.3).
pub struct RecordHead {
    /// The name, in lower case.
    pub name: Name,
    /// TYPE
    pub rtype: u16,
    /// CLASS; in an OPT record, the largest UDP payload in bytes.
    pub class: u16,
    /// TTL in seconds; in an OPT record, the extended RCODE, the version and flags.
    pub ttl: u32,
    /// RDLENGTH: the length of the data in bytes. At most the bytes left in the message.
    pub rdlength: usize,
}

impl RecordHead {
    /// Reads the fixed part; `None` if the message ends within it or RDLENGTH is invalid.
    pub fn read(cursor: &mut Cursor<'_>, weird: &mut dyn FnMut(Anomaly)) -> Option<Self> {
        let name = cursor.name(true, weird);
        if cursor.left() < 4 {
            weird(Anomaly::TruncatedRecord);
            return None;
        }
        let (rtype, class) = (cursor.be16(), cursor.be16());
        let ttl = cursor.be32();
        let rdlength = usize::from(cursor.be16());
        if rdlength > cursor.left() {
            weird(Anomaly::RdlengthPastEnd);
            return None;
        }
        if rdlength == 0 && cursor.left() > 0 {
            weird(Anomaly::ZeroRdlength);
            return None;
        }
        Some(RecordHead { name, rtype, class, ttl, rdlength })
    }
}
