//! Questions of scripts, and the answers.
use net_types::Addr;
use session::FileIds;
use std::fmt::Write;

/// A question. Mappings are keyed by question, and saved in the order of questions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Question {
    /// The name of an address.
    Address(Addr),
    /// The addresses of a host.
    Host(String),
    /// The text of a host.
    Text(String),
}

/// The answer to a question.
#[derive(Clone, PartialEq, Debug)]
pub enum Found {
    /// A name or a text.
    Name(Vec<u8>),
    /// Addresses.
    Addrs(Vec<Addr>),
}

/// The answer for a name or text that servers do not have.
const NO_NAME: &[u8] = b"<???>";

impl Question {
    /// Returns the record type to ask for (IANA, "Resource Record (RR) TYPEs"); for a host, the first of two.
    pub(super) fn rtype(&self) -> u16 {
        use protocols::dns::rtype;
        match self {
            Question::Address(_) => rtype::PTR,
            Question::Host(_) => rtype::A,
            Question::Text(_) => rtype::TXT,
        }
    }

    /// Returns the key of the question's mapping.
    pub(super) fn key(&self) -> Vec<u8> {
        let (kind, rest): (u8, &[u8]) = match self {
            Question::Address(a) => (0, a.octets()),
            Question::Host(name) => (1, name.as_bytes()),
            Question::Text(name) => (2, name.as_bytes()),
        };
        [&[kind], rest].concat()
    }

    /// Returns the question with this key.
    pub(super) fn of_key(key: &[u8]) -> Option<Self> {
        let (kind, rest) = key.split_first()?;
        let name = || String::from_utf8(rest.to_vec()).ok();
        Some(match kind {
            0 => Question::Address(Addr::v6(rest.try_into().ok()?)),
            1 => Question::Host(name()?),
            2 => Question::Text(name()?),
            _ => return None,
        })
    }

    /// Returns the answer if servers report that no record exists.
    pub(super) fn nothing(&self) -> Found {
        match self {
            Question::Host(_) => Found::Addrs(Vec::new()),
            _ => Found::Name(NO_NAME.to_vec()),
        }
    }

    /// Returns the answer if no server answers.
    pub(super) fn unanswered(&self) -> Found {
        match self {
            Question::Host(_) => Found::Addrs(vec![Addr::v4([0; 4])]),
            _ => Found::Name(NO_NAME.to_vec()),
        }
    }

    /// Returns a made-up answer, the same for the same question and salt.
    pub(super) fn fake(&self, salt: Option<&[u8]>) -> Found {
        match self {
            Question::Address(a) => Found::Name(format!("fake_addr_lookup_result_{a}").into_bytes()),
            Question::Host(name) => {
                let ids = salt.map_or(FileIds::UNKEYED, |s| FileIds::new(s, 128));
                Found::Addrs(vec![Addr::v6(ids.digest(name.as_bytes()))])
            }
            Question::Text(name) => Found::Name(format!("fake_lookup_result_T_TXT_{name}").into_bytes()),
        }
    }
}

/// Returns the name of an address in the DNS (RFC 1035, 3.5; RFC 3596, 2.5).
pub(super) fn reverse_name(a: Addr) -> String {
    let mut name = String::new();
    // Writing to a String does not fail.
    for b in a.wire_bytes().iter().rev() {
        let _ = if a.is_v4() { write!(name, "{b}.") } else { write!(name, "{:x}.{:x}.", b & 15, b >> 4) };
    }
    name + if a.is_v4() { "in-addr.arpa" } else { "ip6.arpa" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_read_backwards() {
        assert_eq!(reverse_name(Addr::v4([10, 0, 0, 99])), "99.0.0.10.in-addr.arpa");
        let a: Addr = "2001:db8::1".parse().unwrap();
        let name = reverse_name(a);
        assert!(name.starts_with("1.0.0.0.") && name.ends_with(".8.b.d.0.1.0.0.2.ip6.arpa"), "{name}");
        assert_eq!(name.len(), 64 + "ip6.arpa".len());
    }

    #[test]
    fn keys_lead_back() {
        for q in [
            Question::Address(Addr::v4([1, 2, 3, 4])),
            Question::Host("a.example".into()),
            Question::Text("a.example".into()),
        ] {
            assert_eq!(Question::of_key(&q.key()), Some(q));
        }
        assert_eq!(Question::of_key(&[]), None);
        assert_eq!(Question::of_key(&[0, 1, 2]), None);
    }

    /// The expected values are those of Zeek's own test.
    #[test]
    fn fakes_are_zeeks() {
        let salt = Some(&b"Please change this value."[..]);
        let host = Question::Host("example.com".into()).fake(salt);
        assert_eq!(host, Found::Addrs(vec!["ce06:236:f21f:587:8c10:121d:c47d:b412".parse().unwrap()]));
        let early = Question::Host("google.com".into()).fake(None);
        assert_eq!(early, Found::Addrs(vec!["7a5f:b783:9808:380e:b1a2:ce20:b58e:2a4a".parse().unwrap()]));
        let text = Question::Text("bro.wp.dg.cx".into()).fake(salt);
        assert_eq!(text, Found::Name(b"fake_lookup_result_T_TXT_bro.wp.dg.cx".to_vec()));
        let name = Question::Address(Addr::v4([1, 2, 3, 4])).fake(salt);
        assert_eq!(name, Found::Name(b"fake_addr_lookup_result_1.2.3.4".to_vec()));
    }
}
