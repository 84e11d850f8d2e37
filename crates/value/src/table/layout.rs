//! Indices in the layout that Zeek hashes (src/CompHash.cc of 8.0). Used by sketches, whose content depends on the
//! hash, and by builds that walk tables in Zeek's order.
//!
//! Numbers are aligned to their size, counted from the start of the key. Addresses take 16 bytes. A string is preceded
//! by its length unless it is the whole index. Entries of a table inside a key are ordered by their own hashes.
use super::key;
use crate::func::Code;
use crate::pattern::Pattern;
use crate::record::Record;
use crate::table::Table;
use crate::types::TableType;
use crate::value::Value;
use dict::KeyHash;
use net_types::{Port, TransportProto};

/// Returns the bytes to hash for an index.
pub(super) fn of_key(hash: &impl KeyHash, ty: &TableType, bytes: &[u8]) -> Vec<u8> {
    // Bytes that cannot be decoded are not an index of this type.
    let index = key::decode(ty, bytes).unwrap_or_default();
    of_index(hash, &index)
}

/// Lays out an index of one or more values. `hash` orders the entries of tables inside it.
pub fn of_index(hash: &impl KeyHash, index: &[Value]) -> Vec<u8> {
    let mut out = Layout { bytes: Vec::new(), hash };
    match index {
        [one] => out.alone(one),
        parts => parts.iter().for_each(|v| out.part(v)),
    }
    out.bytes
}

struct Layout<'a, H> {
    bytes: Vec<u8>,
    hash: &'a H,
}

impl<H: KeyHash> Layout<'_, H> {
    fn number<const N: usize>(&mut self, bytes: [u8; N]) {
        self.bytes.resize(self.bytes.len().next_multiple_of(N), 0);
        self.bytes.extend_from_slice(&bytes);
    }

    fn alone(&mut self, v: &Value) {
        match v {
            Value::String(s) => self.bytes.extend_from_slice(s),
            Value::Pattern(p) => self.texts(&pattern_texts(p)),
            other => self.part(other),
        }
    }

    fn part(&mut self, v: &Value) {
        match v {
            Value::Bool(b) => self.number(i64::from(*b).to_le_bytes()),
            Value::Int(i) => self.number(i.to_le_bytes()),
            Value::Enum(n, t) => self.number(t.number_at(*n).to_le_bytes()),
            Value::Count(c) => self.number(c.to_le_bytes()),
            Value::Port(p) => self.number(port_number(*p).to_le_bytes()),
            Value::Double(d) | Value::Time(d) | Value::Interval(d) => self.number(d.to_le_bytes()),
            Value::Addr4(_) | Value::Addr6(_) => {
                if let Some(a) = v.as_addr() {
                    self.octets(a.octets());
                }
            }
            Value::Subnet(n) => {
                self.octets(n.prefix().octets());
                self.number(u32::from(n.len()).to_le_bytes());
            }
            Value::String(s) => {
                self.number((s.len() as u32).to_le_bytes());
                self.bytes.extend_from_slice(s);
            }
            Value::Pattern(p) => {
                let texts = pattern_texts(p);
                for t in &texts {
                    self.number((t.len() as u64).to_le_bytes());
                }
                self.texts(&texts);
            }
            Value::Func(f) => match &f.code {
                Code::Global(n) => self.number(n.to_le_bytes()),
                Code::Closure(..) => {}
            },
            Value::Record(r) => self.record(r),
            Value::Table(t) => self.table(t),
            Value::Vector(v) => {
                let items = v.items();
                self.number((items.len() as u32).to_le_bytes());
                for (i, item) in items.iter().enumerate() {
                    self.number((i as u32).to_le_bytes());
                    self.bytes.push(u8::from(item.is_some()));
                    if let Some(v) = item {
                        self.part(v);
                    }
                }
            }
            Value::List(l) => self.list(l),
            Value::File(_) | Value::Opaque(_) | Value::Type(_) => {}
        }
    }

    fn octets(&mut self, octets: &[u8; 16]) {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.bytes.extend_from_slice(octets);
    }

    fn texts(&mut self, texts: &[Vec<u8>]) {
        texts.iter().for_each(|t| self.bytes.extend_from_slice(t));
    }

    fn list(&mut self, parts: &[Value]) {
        self.number((parts.len() as u32).to_le_bytes());
        parts.iter().for_each(|v| self.part(v));
    }

    fn record(&mut self, r: &Record) {
        let ty = r.record_type().clone();
        for (i, f) in ty.fields().iter().enumerate() {
            let v = r.get(i as u32);
            if f.attrs.optional {
                self.bytes.push(u8::from(v.is_some()));
            }
            if let Some(v) = v {
                self.part(&v);
            }
        }
    }

    fn table(&mut self, t: &Table) {
        let ty = t.table_type();
        let mut entries: Vec<_> = t
            .raw_entries()
            .into_iter()
            .map(|(k, v)| {
                let index = key::decode(&ty, &k).unwrap_or_default();
                let bytes = of_index(self.hash, &index);
                (self.hash.hash(&bytes), bytes.len(), bytes, index, v)
            })
            .collect();
        entries.sort_by(|a, b| (a.0, a.1, &a.2).cmp(&(b.0, b.1, &b.2)));
        self.number((entries.len() as u32).to_le_bytes());
        for (.., index, value) in &entries {
            self.list(index);
            if let Some(v) = value {
                self.part(v);
            }
        }
    }
}

/// Returns a port as a number, with its transport in the upper bits.
fn port_number(p: Port) -> u64 {
    let space = match p.proto {
        TransportProto::Unknown => 0,
        TransportProto::Tcp => 0x1_0000,
        TransportProto::Udp => 0x2_0000,
        TransportProto::Icmp => 0x3_0000,
    };
    space | u64::from(p.num)
}

/// Returns the two texts of a pattern (exact match, match anywhere), each with its terminating zero.
fn pattern_texts(p: &Pattern) -> [Vec<u8>; 2] {
    let exact = p.text();
    let body = exact.strip_prefix(b"^?(").and_then(|t| t.strip_suffix(b")$?")).unwrap_or(exact);
    [[exact, b"\0"].concat(), [b"^?(.|\\n)*(", body, b")\0"].concat()]
}

#[cfg(test)]
mod tests {
    use super::of_index;
    use crate::types::{Field, FieldAttrs, RecordType, Type};
    use crate::value::Value;
    use crate::{Pattern, Record, Vector};
    use dict::{ChosenHash, KeyHash as _};
    use net_types::{Addr, Port, Subnet, TransportProto};
    use std::rc::Rc;

    #[track_caller]
    fn check(index: &[Value], expected: &[&[u8]]) {
        assert_eq!(of_index(&ChosenHash::keyed([1, 2]), index), expected.concat());
    }

    const V4: [u8; 12] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

    #[test]
    fn scalars_are_aligned_numbers() {
        check(&[Value::Count(7)], &[&7u64.to_le_bytes()]);
        check(&[Value::Bool(true)], &[&1u64.to_le_bytes()]);
        check(&[Value::Interval(1.5)], &[&1.5f64.to_le_bytes()]);
        let p = Port { proto: TransportProto::Udp, num: 53 };
        check(&[p.into()], &[&0x2_0035u64.to_le_bytes()]);
    }

    #[test]
    fn a_string_has_its_length_before_it_unless_it_stands_alone() {
        check(&[Value::string("abc")], &[b"abc"]);
        let both = [Value::string("abc"), Value::Count(1)];
        check(&both, &[&3u32.to_le_bytes(), b"abc", &[0], &1u64.to_le_bytes()]);
    }

    #[test]
    fn addresses_have_sixteen_bytes_and_subnets_their_own_length() {
        let a = Addr::v4([10, 0, 0, 0]);
        check(&[Value::addr(a)], &[&V4, &[10, 0, 0, 0]]);
        let net = Value::subnet(Subnet::new(a, 8).unwrap());
        check(
            &[Value::string("x"), net],
            &[&1u32.to_le_bytes(), b"x", &[0; 3], &V4, &[10, 0, 0, 0, 8, 0, 0, 0]],
        );
    }

    #[test]
    fn absent_fields_are_marked() {
        let optional = FieldAttrs { optional: true, ..FieldAttrs::default() };
        let fields = vec![
            Field { name: "a".into(), ty: Type::Count, attrs: FieldAttrs::default() },
            Field { name: "b".into(), ty: Type::String, attrs: optional },
        ];
        let r = Record::unset(Rc::new(RecordType::new(None, fields)));
        r.set(0, Value::Count(5));
        check(&[r.clone().into()], &[&5u64.to_le_bytes(), &[0]]);
        r.set(1, Value::string("q"));
        check(&[r.into()], &[&5u64.to_le_bytes(), &[1, 0, 0, 0], &1u32.to_le_bytes(), b"q"]);
    }

    #[test]
    fn containers_say_how_many_they_hold() {
        let Type::Vector(ty) = Type::vector_of(Type::Bool) else { panic!("a vector") };
        let v = Vector::from_items(ty, vec![None, Some(true.into())]);
        let second =
            [&[0; 3][..], &1u32.to_le_bytes(), &[1, 0, 0, 0, 0, 0, 0, 0], &1u64.to_le_bytes()].concat();
        check(&[v.into()], &[&2u32.to_le_bytes(), &0u32.to_le_bytes(), &[0], &second]);
        let p = Value::Pattern(Rc::new(Pattern::from_text(b"^?(a)$?").unwrap()));
        check(&[p], &[b"^?(a)$?\0", b"^?(.|\\n)*(a)\0"]);
    }
}
