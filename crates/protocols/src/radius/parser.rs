//! Parses messages.
//!
//! ```text
//!  code(1) identifier(1) length(2) authenticator(16) attributes: type(1) length(1) value(length − 2)
//! ```
use event::{Arg, List, Pairs};
use wire::{ReadError, ReadResult, Reader};

/// A message.
#[derive(Clone, Copy, Debug)]
pub struct Message<'a> {
    /// The code: 1 Access-Request, 2 Access-Accept, 3 Access-Reject, …
    pub code: u8,
    /// The identifier, which a response repeats.
    pub id: u8,
    /// The authenticator: random in requests, a digest in responses.
    pub authenticator: &'a [u8],
    /// The attributes.
    pub attributes: Attributes<'a>,
}

impl<'a> Message<'a> {
    /// Reads a datagram's payload. Attributes extend to its end, whatever the length field states.
    pub fn read(bytes: &'a [u8]) -> ReadResult<Self> {
        let mut r = Reader::new("RADIUS message", bytes);
        let [code, id] = r.array()?;
        let _length = r.be16()?;
        let authenticator = r.bytes(16)?;
        let attributes = Attributes::check(&mut r)?;
        Ok(Message { code, id, authenticator, attributes })
    }
}

/// The attributes of a message, checked when it is read and decoded when a handler reads them.
#[derive(Clone, Copy, Debug)]
pub struct Attributes<'a>(&'a [u8]);

impl<'a> Attributes<'a> {
    fn check(r: &mut Reader<'a>) -> ReadResult<Self> {
        let all = r.peek();
        while !r.is_empty() {
            let at = r.offset();
            let [_, len] = r.array()?;
            // The length counts itself and the type.
            let Some(len) = len.checked_sub(2) else {
                return Err(ReadError::Short { what: "RADIUS attribute", at, wanted: 2, there: len.into() });
            };
            r.skip(len.into())?;
        }
        Ok(Attributes(all))
    }

    /// True if there are no attributes.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Iterates over types and values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (u8, &'a [u8])> + use<'a> {
        let mut r = Reader::new("RADIUS attributes", self.0);
        std::iter::from_fn(move || {
            let [kind, len] = r.array().ok()?;
            Some((kind, r.bytes(usize::from(len.saturating_sub(2))).ok()?))
        })
    }
}

/// Yields each type once, in the order of first occurrence, with all of its values.
impl Pairs for Attributes<'_> {
    fn each(&self, f: &mut dyn FnMut(Arg<'_>, Arg<'_>)) {
        let mut seen = [false; 256];
        for (kind, _) in self.iter() {
            let Some(seen) = seen.get_mut(usize::from(kind)) else { continue };
            if !std::mem::replace(seen, true) {
                f(Arg::Count(kind.into()), Arg::List(&Values { kind, of: *self }));
            }
        }
    }
}

/// The values of one type.
struct Values<'a> {
    kind: u8,
    of: Attributes<'a>,
}

impl List for Values<'_> {
    fn count(&self) -> usize {
        self.of.iter().filter(|(kind, _)| *kind == self.kind).count()
    }
    fn each(&self, f: &mut dyn FnMut(Arg<'_>)) {
        for (_, value) in self.of.iter().filter(|(kind, _)| *kind == self.kind) {
            f(Arg::Str(value));
        }
    }
}
