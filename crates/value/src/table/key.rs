//! Encodes indices as bytes, and back.
//!
//! Two indices are equal exactly if their bytes are. A single scalar is encoded as its bytes alone (an IPv4 address as
//! 4 bytes, a string as itself). A composite index is the sequence of its parts; each part of variable size is preceded
//! by its length.
use crate::func::{Code, Func};
use crate::pattern::Pattern;
use crate::record::Record;
use crate::string::Str;
use crate::table::{Table, TableMeta, hash, layout};
use crate::types::{TableType, Type};
use crate::value::Value;
use crate::vector::Vector;
use dict::KeyHash as _;
use net_types::{Addr, Port, Subnet, TransportProto};
use std::rc::Rc;

/// The bytes of an index; short indices are stored inline.
pub struct KeyBytes {
    short: [u8; SHORT],
    len: usize,
    long: Vec<u8>,
}

const SHORT: usize = 40;

/// The error for a value that cannot be part of an index.
#[derive(Debug)]
pub struct NotHashable;

impl Default for KeyBytes {
    #[inline]
    fn default() -> Self {
        KeyBytes { short: [0; SHORT], len: 0, long: Vec::new() }
    }
}

impl KeyBytes {
    /// The bytes.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        if self.long.is_empty() { &self.short[..self.len] } else { &self.long }
    }

    /// Appends a value that is a whole index.
    #[inline]
    pub fn push_value(&mut self, v: &Value) -> Result<(), NotHashable> {
        encode_alone(self, v)
    }

    /// Appends a value that is one of several parts of an index.
    #[inline]
    pub fn push_part(&mut self, v: &Value) -> Result<(), NotHashable> {
        encode_part(self, v)
    }

    /// Appends bytes.
    #[inline]
    pub fn push(&mut self, b: &[u8]) {
        if self.long.is_empty() {
            if let Some(to) = self.short.get_mut(self.len..self.len + b.len()) {
                to.copy_from_slice(b);
                self.len += b.len();
                return;
            }
            self.long.reserve(self.len + b.len());
            self.long.extend_from_slice(&self.short[..self.len]);
        }
        self.long.extend_from_slice(b);
    }

    /// Appends the low `n` bytes of a word, lowest first. `n` is 1 to 8; the other bytes must be 0.
    ///
    /// Writes whole words to the buffer, so that the processor can serve a read soon after from its store buffer.
    #[inline]
    pub fn push_word(&mut self, w: u64, n: usize) {
        debug_assert!((1..=8).contains(&n) && (n == 8 || w >> (8 * n) == 0));
        let end = self.len + n;
        if !self.long.is_empty() || end > SHORT {
            return self.push(&w.to_le_bytes()[..n]);
        }
        let (first, shift) = (self.len / 8, 8 * (self.len % 8));
        let words = self.short.as_chunks_mut::<8>().0;
        words[first] = (u64::from_le_bytes(words[first]) | w << shift).to_le_bytes();
        if end > 8 * (first + 1) {
            words[first + 1] = (w >> (64 - shift)).to_le_bytes();
        }
        self.len = end;
    }

    fn push_sized(&mut self, b: &[u8]) {
        self.push_word(u64::from(b.len() as u32), 4);
        self.push(b);
    }
}

/// Encodes a whole index.
#[inline]
pub(super) fn encode(out: &mut KeyBytes, index: &[Value]) -> Result<(), NotHashable> {
    match index {
        [one] => encode_alone(out, one),
        parts => parts.iter().try_for_each(|p| encode_part(out, p)),
    }
}

/// Encodes a single-part index, which needs no lengths.
#[inline]
pub(super) fn encode_alone(out: &mut KeyBytes, v: &Value) -> Result<(), NotHashable> {
    match v {
        Value::String(s) => out.push(s),
        Value::Addr4(b) => out.push(b),
        Value::Addr6(a) => out.push(a.octets()),
        other => return encode_part(out, other),
    }
    Ok(())
}

pub(super) fn encode_part(out: &mut KeyBytes, v: &Value) -> Result<(), NotHashable> {
    match v {
        Value::Bool(b) => out.push_word(u64::from(*b), 1),
        Value::Int(i) => out.push_word(*i as u64, 8),
        Value::Count(c) => out.push_word(*c, 8),
        // `d + 0.0` maps -0.0 and 0.0 to the same index.
        Value::Double(d) | Value::Time(d) | Value::Interval(d) => out.push_word((d + 0.0).to_bits(), 8),
        Value::Port(p) => out.push_word(u64::from(Value::port_number(*p)), 3),
        Value::Enum(n, _) => out.push_word(u64::from(*n as u32), 4),
        Value::Addr4(b) => out.push_word(4 | u64::from(u32::from_le_bytes(*b)) << 8, 5),
        Value::Addr6(a) => {
            out.push(&[16]);
            out.push(a.octets());
        }
        Value::Subnet(n) => out.push(&subnet_bytes(n)),
        Value::String(s) => out.push_sized(s),
        Value::Pattern(p) => out.push_sized(p.text()),
        Value::Func(f) => match &f.code {
            Code::Global(n) => {
                out.push(&n.to_le_bytes());
                out.push_sized(f.name.as_bytes());
            }
            Code::Closure(..) => return Err(NotHashable),
        },
        Value::Record(r) => {
            for i in 0..r.len() as u32 {
                match r.get(i) {
                    Some(v) => {
                        out.push(&[1]);
                        encode_part(out, &v)?;
                    }
                    None => out.push(&[0]),
                }
            }
        }
        Value::Vector(v) => {
            let items = v.items();
            out.push(&(items.len() as u32).to_le_bytes());
            for i in &items {
                match i {
                    Some(v) => {
                        out.push(&[1]);
                        encode_part(out, v)?;
                    }
                    None => out.push(&[0]),
                }
            }
        }
        Value::Table(t) => encode_table(out, t)?,
        Value::List(l) => {
            out.push(&(l.len() as u32).to_le_bytes());
            l.iter().try_for_each(|v| encode_part(out, v))?;
        }
        Value::File(_) | Value::Opaque(_) | Value::Type(_) => return Err(NotHashable),
    }
    Ok(())
}

/// Encodes entries in sorted order, so that equal sets are equal indices whatever their history.
fn encode_table(out: &mut KeyBytes, t: &Table) -> Result<(), NotHashable> {
    let mut entries = Vec::new();
    for (key, value) in t.raw_entries() {
        let mut v = KeyBytes::default();
        if let Some(value) = value {
            encode_part(&mut v, &value)?;
        }
        entries.push((key, v.bytes().to_vec()));
    }
    sort(t, &mut entries);
    out.push(&(entries.len() as u32).to_le_bytes());
    for (k, v) in &entries {
        out.push_sized(k);
        out.push(v);
    }
    Ok(())
}

/// Sorts by the hash of the index if tables are walked in Zeek's order, since a table that is decoded from an index
/// gets its entries in that order.
fn sort(t: &Table, entries: &mut [(Box<[u8]>, Vec<u8>)]) {
    match hash::zeeks() {
        None => entries.sort(),
        Some(zeeks) => {
            let ty = t.table_type();
            let hash_of = |k: &[u8]| zeeks.hash(&layout::of_key(zeeks, &ty, k));
            entries.sort_by_cached_key(|(k, v)| (hash_of(k), k.clone(), v.clone()));
        }
    }
}

pub(super) fn subnet_bytes(n: &Subnet) -> [u8; 17] {
    let mut b = [0; 17];
    b[..16].copy_from_slice(n.prefix().octets());
    b[16] = n.len128();
    b
}

/// Decodes an index that [`encode`] wrote for the same type; returns `None` if the bytes do not fit the type.
pub(super) fn decode(ty: &TableType, bytes: &[u8]) -> Option<Vec<Value>> {
    if let [one] = &ty.index[..] {
        return Some(vec![decode_alone(one, bytes)?]);
    }
    let mut r = Reader(bytes);
    ty.index.iter().map(|t| decode_part(t, &mut r)).collect()
}

/// Decodes a single-part index.
#[inline]
pub(super) fn decode_alone(ty: &Type, bytes: &[u8]) -> Option<Value> {
    match ty {
        Type::String => Some(Value::String(Str::new(bytes))),
        Type::Addr => addr(bytes),
        t => decode_part(t, &mut Reader(bytes)),
    }
}

fn addr(bytes: &[u8]) -> Option<Value> {
    match bytes.len() {
        4 => Some(Value::Addr4(bytes.try_into().ok()?)),
        _ => Some(Value::Addr6(Rc::new(Addr::v6(bytes.try_into().ok()?)))),
    }
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (a, b) = self.0.split_at_checked(n)?;
        self.0 = b;
        Some(a)
    }
    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }
    fn byte(&mut self) -> Option<u8> {
        Some(self.take(1)?[0])
    }
    fn number(&mut self) -> Option<usize> {
        Some(u32::from_le_bytes(self.array()?) as usize)
    }
    fn sized(&mut self) -> Option<&'a [u8]> {
        let n = self.number()?;
        self.take(n)
    }
}

fn decode_part(ty: &Type, r: &mut Reader<'_>) -> Option<Value> {
    Some(match ty {
        Type::Bool => Value::Bool(r.byte()? != 0),
        Type::Int => Value::Int(i64::from_le_bytes(r.array()?)),
        Type::Count => Value::Count(u64::from_le_bytes(r.array()?)),
        Type::Double => Value::Double(f64::from_le_bytes(r.array()?)),
        Type::Time => Value::Time(f64::from_le_bytes(r.array()?)),
        Type::Interval => Value::Interval(f64::from_le_bytes(r.array()?)),
        Type::Port => {
            let [a, b, p] = r.array()?;
            let proto = match p {
                1 => TransportProto::Tcp,
                2 => TransportProto::Udp,
                3 => TransportProto::Icmp,
                _ => TransportProto::Unknown,
            };
            Value::Port(Port { proto, num: u16::from_le_bytes([a, b]) })
        }
        Type::Enum(t) => Value::Enum(i32::from_le_bytes(r.array()?), t.clone()),
        Type::Addr => {
            let n = r.byte()?;
            addr(r.take(n.into())?)?
        }
        Type::Subnet => {
            let prefix = Addr::v6(r.array()?);
            let bits = r.byte()?;
            let own = if prefix.is_v4() { bits.checked_sub(96)? } else { bits };
            Value::subnet(Subnet::new(prefix, own)?)
        }
        Type::String => Value::String(Str::new(r.sized()?)),
        Type::Pattern => Value::Pattern(Rc::new(Pattern::from_text(r.sized()?).ok()?)),
        Type::Func(t) => {
            let n = u32::from_le_bytes(r.array()?);
            let name = std::str::from_utf8(r.sized()?).ok()?.into();
            Value::Func(Rc::new(Func { name, ty: t.clone(), code: Code::Global(n), bodies: None }))
        }
        Type::Record(t) => {
            let rec = Record::unset(t.clone());
            for (i, f) in t.fields().iter().enumerate() {
                if r.byte()? == 1 {
                    rec.set(i as u32, decode_part(&f.ty, r)?);
                }
            }
            Value::Record(rec)
        }
        Type::Vector(t) => {
            let n = r.number()?;
            let mut items = Vec::new();
            for _ in 0..n {
                items.push(if r.byte()? == 1 { Some(decode_part(&t.elem, r)?) } else { None });
            }
            Value::Vector(Vector::from_items(t.clone(), items))
        }
        Type::Table(t) => {
            let table = Table::new(Rc::new(TableMeta::new(t.clone(), None)));
            for _ in 0..r.number()? {
                let key = r.sized()?;
                let value = match &t.yields {
                    Some(y) => Some(decode_part(y, r)?),
                    None => None,
                };
                table.insert_raw(key, value);
            }
            Value::Table(table)
        }
        Type::List(l) => {
            let n = r.number()?;
            let parts: Option<Vec<Value>> = l.iter().take(n).map(|t| decode_part(t, r)).collect();
            Value::List(Rc::new(parts?))
        }
        Type::Error | Type::Void | Type::Any | Type::File(_) | Type::Opaque(_) | Type::TypeType(_) => {
            return None;
        }
    })
}
