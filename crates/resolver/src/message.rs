//! Queries to name servers, and their answers (RFC 1035, 4.1; RFC 6891 for the size of answers).
use net_types::Addr;
use protocols::dns::{Cursor, HEADER, Limits, Question, Rdata, RecordHead, header, rtype};

/// The most bytes that a server may send in one datagram.
const UDP_SIZE: u16 = 4096;
/// The CLASS of the Internet (RFC 1035, 3.2.4).
const IN: u16 = 1;
/// The RCODE for a name that does not exist (RFC 1035, 4.1.1).
const NXDOMAIN: u64 = 3;

/// Builds a query for records of one type; `None` if `name` is not a valid domain name.
pub(super) fn query(id: u16, name: &str, rtype: u16) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(HEADER + name.len() + 17);
    out.extend(id.to_be_bytes());
    // Recursion desired; one question, one additional record.
    out.extend([1, 0, 0, 1, 0, 0, 0, 0, 0, 1]);
    let start = out.len();
    for label in name.strip_suffix('.').unwrap_or(name).split('.') {
        let len = u8::try_from(label.len()).ok().filter(|n| (1..64).contains(n))?;
        out.push(len);
        out.extend(label.as_bytes());
    }
    out.push(0);
    if out.len() - start > 255 {
        return None;
    }
    out.extend([rtype.to_be_bytes(), IN.to_be_bytes()].concat());
    // OPT: the root, the type, the size, no flags, no options.
    out.push(0);
    out.extend([rtype::OPT.to_be_bytes(), UDP_SIZE.to_be_bytes()].concat());
    out.extend([0; 6]);
    Some(out)
}

/// How a message relates to a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Not an answer to the query: another id, another question, or no answer at all.
    Foreign,
    /// A truncated answer.
    Truncated,
    /// The server refuses or fails. Another one may answer.
    Unwilling,
    /// The answer.
    Answer,
}

/// Returns how a message that arrived after a query relates to it.
#[must_use]
pub fn judge(query: &[u8], message: &[u8]) -> Reply {
    let (Some(q), Some(m)) = (header(query), header(message)) else { return Reply::Foreign };
    if !m.qr || m.id != q.id || m.opcode != 0 {
        return Reply::Foreign;
    }
    // A server that refuses before it reads the question may leave the question out.
    if m.num_queries != 0 && (m.num_queries != 1 || !same_question(query, message)) {
        return Reply::Foreign;
    }
    match m.rcode {
        _ if m.tc => Reply::Truncated,
        0 | NXDOMAIN => Reply::Answer,
        _ => Reply::Unwilling,
    }
}

/// The limits for names in messages.
const LIMITS: Limits = Limits { chain_depth: 64, long_labels: false };

fn same_question(a: &[u8], b: &[u8]) -> bool {
    let read = |m| Question::read(&mut Cursor::new(m, LIMITS), &mut |_| ());
    match (read(a), read(b)) {
        (Some(a), Some(b)) => {
            a.qtype == b.qtype
                && a.qclass == b.qclass
                && a.name.as_bytes().eq_ignore_ascii_case(b.name.as_bytes())
        }
        _ => false,
    }
}

/// The content of an answer.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Records {
    /// The TTL of the first record, in seconds; `None` without records.
    pub(super) ttl: Option<u32>,
    /// The addresses of A and AAAA records, including those at the end of a chain of aliases.
    pub(super) addrs: Vec<Addr>,
    /// The owner of the addresses, the name of a PTR record, or the first text of the first record if that is a TXT
    /// record.
    pub(super) name: Option<Vec<u8>>,
}

/// Reads the answer to a query for records of one type. An unreadable record ends the list.
pub(super) fn records(message: &[u8], wanted: u16) -> Records {
    let mut all = Records::default();
    let Some(head) = header(message) else { return all };
    let mut c = Cursor::new(message, LIMITS);
    let weird = &mut |_| ();
    for _ in 0..head.num_queries {
        if Question::read(&mut c, weird).is_none() {
            return all;
        }
    }
    for i in 0..head.num_answers {
        let Some(r) = RecordHead::read(&mut c, weird) else { break };
        let first = i == 0;
        if first {
            all.ttl = Some(r.ttl);
        }
        let mut data = c.sub(r.rdlength);
        if r.class != IN || r.rtype != wanted {
            continue;
        }
        // The shared parser lowercases names; here their case is kept.
        if r.rtype == rtype::PTR {
            if first {
                all.name = Some(data.name(false, weird).as_bytes().to_vec());
            }
            continue;
        }
        match Rdata::read(&r, &mut data, false, weird) {
            Some(Rdata::Address(a)) => {
                all.addrs.push(a);
                all.name = Some(r.name.as_bytes().to_vec());
            }
            Some(Rdata::Strings(texts)) if first => {
                // The text ends at the first NUL, as strings of scripts do.
                let text = texts.first().and_then(|t| t.split(|&b| b == 0).next());
                all.name = Some(text.unwrap_or_default().to_vec());
            }
            _ => {}
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds an answer to `query` with these records: type, seconds, data.
    fn answer(query: &[u8], records: &[(u16, u32, &[u8])]) -> Vec<u8> {
        let mut m = query[..query.len() - 11].to_vec();
        m[2] |= 0x80;
        m[6..8].copy_from_slice(&(records.len() as u16).to_be_bytes());
        m[10..12].fill(0);
        for (rtype, ttl, data) in records {
            m.extend([0xc0, 12]);
            m.extend([rtype.to_be_bytes(), [0, 1]].concat());
            m.extend(ttl.to_be_bytes());
            m.extend((data.len() as u16).to_be_bytes());
            m.extend(*data);
        }
        m
    }

    #[test]
    fn names_that_are_none_make_no_query() {
        for name in ["", ".", "a..b", &"x".repeat(64), &["abcdefgh"; 30].join(".")] {
            assert_eq!(query(1, name, 1), None, "{name}");
        }
        assert_eq!(query(1, "a.b", 1), query(1, "a.b.", 1));
    }

    #[test]
    fn only_its_own_answer_counts() {
        let q = query(7, "www.Example.com", rtype::A).unwrap();
        let good = answer(&q, &[(rtype::A, 60, &[1, 2, 3, 4])]);
        assert_eq!(judge(&q, &good), Reply::Answer);
        assert_eq!(judge(&q, &q), Reply::Foreign, "a question is no answer");
        let with = |at: usize, b: u8| {
            let mut m = good.clone();
            m[at] = b;
            m
        };
        assert_eq!(judge(&q, &with(1, 8)), Reply::Foreign, "another number");
        assert_eq!(judge(&q, &with(13, b'W')), Reply::Answer, "case is no difference");
        assert_eq!(judge(&q, &with(13, b'x')), Reply::Foreign, "another name");
        assert_eq!(judge(&q, &with(2, 0x83)), Reply::Truncated);
        assert_eq!(judge(&q, &with(3, 3)), Reply::Answer, "there is none");
        assert_eq!(judge(&q, &with(3, 5)), Reply::Unwilling);
        assert_eq!(judge(&q, &[]), Reply::Foreign);
    }

    #[test]
    fn records_are_read() {
        let q = query(7, "www.example.com", rtype::A).unwrap();
        let m = answer(&q, &[(rtype::CNAME, 9, &[1, b'x', 0]), (rtype::A, 60, &[1, 2, 3, 4])]);
        let read = records(&m, rtype::A);
        assert_eq!((read.ttl, read.addrs), (Some(9), vec![Addr::v4([1, 2, 3, 4])]));
        let m = answer(&q, &[(rtype::TXT, 5, b"\x03one\x03two"), (rtype::TXT, 5, b"\x05three")]);
        assert_eq!(records(&m, rtype::TXT).name, Some(b"one".to_vec()));
        let m = answer(&q, &[(rtype::CNAME, 5, &[1, b'x', 0]), (rtype::TXT, 5, b"\x05three")]);
        assert_eq!(records(&m, rtype::TXT).name, None, "an alias comes first");
        let m = answer(&q, &[(rtype::PTR, 5, b"\x03Www\x01x\0")]);
        assert_eq!(records(&m, rtype::PTR).name, Some(b"Www.x".to_vec()));
        assert_eq!(records(&answer(&q, &[]), rtype::A), Records::default());
    }

    #[test]
    fn cut_answers_end_early_and_nothing_panics() {
        let q = query(7, "www.example.com", rtype::TXT).unwrap();
        let m = answer(&q, &[(rtype::TXT, 5, b"\x03one"), (rtype::A, 5, &[1, 2, 3, 4])]);
        for cut in 0..m.len() {
            let _ = (judge(&q, &m[..cut]), records(&m[..cut], rtype::TXT));
        }
        for i in 0..m.len() {
            for b in [0, 0x3f, 0xc0, 0xff] {
                let mut bad = m.clone();
                bad[i] = b;
                let _ = (judge(&q, &bad), records(&bad, rtype::TXT));
            }
        }
    }
}
