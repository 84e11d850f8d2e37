//! Keys of services, as `ktutil` and `ktpass` write them to files (MIT Kerberos, "The keytab file format", version 5.2).
use super::decrypt;
use super::types::{self, EncryptedData};
use crate::Settings;
use std::fmt;
use std::rc::Rc;
use wire::{ReadResult, Reader};

/// A service's key.
#[derive(Clone, PartialEq, Eq)]
pub struct Key {
    /// The encryption type.
    pub etype: u64,
    /// The version of the key.
    pub version: u64,
    /// The key.
    pub secret: Vec<u8>,
}

impl fmt::Debug for Key {
    /// Without the secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key {{ etype: {}, version: {} }}", self.etype, self.version)
    }
}

/// All keys of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Keytab(pub Vec<Key>);

/// Why bytes are no keytab.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum KeytabError {
    /// The first two bytes are others.
    #[error("it does not begin with the bytes 05 02 of a keytab of version 5.2")]
    Version,
    /// An entry is cut off.
    #[error("{0}")]
    Entry(#[from] wire::ReadError),
}

impl Keytab {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is no keytab, or damaged.
    pub fn parse(bytes: &[u8]) -> Result<Self, KeytabError> {
        let entries = bytes.strip_prefix(&[5, 2]).ok_or(KeytabError::Version)?;
        let mut r = Reader::new("keytab", entries);
        let mut keys = Vec::new();
        while !r.is_empty() {
            let size = r.be32()?.cast_signed();
            let len = size.unsigned_abs() as usize;
            if size < 0 {
                // A hole where an entry was removed; the last one may reach beyond the file's end.
                r.skip(len.min(r.len()))?;
            } else {
                keys.push(entry(r.sub("keytab entry", len)?)?);
            }
        }
        Ok(Keytab(keys))
    }

    /// The client of a ticket that one of these keys decrypts, `NAME@REALM`.
    pub(super) fn client_of(&self, part: &EncryptedData<'_>) -> Option<Vec<u8>> {
        let fitting = self.0.iter().filter(|k| k.etype == part.etype);
        fitting
            .filter_map(|k| decrypt::decrypted(k.etype, &k.secret, decrypt::TICKET, part.cipher))
            .find_map(|text| types::client_of(&text).ok())
    }

    /// The keys of a run: those of the file that `KRB::keytab` names; none without one.
    pub(crate) fn of(s: &dyn Settings) -> Rc<Keytab> {
        let bytes = s.file("KRB::keytab").unwrap_or_default();
        Rc::new(Keytab::parse(&bytes).unwrap_or_default())
    }
}

/// ```text
/// parts(2) realm(2 + n) part(2 + n)… kind(4) time(4) version(1) etype(2) key(2 + n) [version(4)]
/// ```
fn entry(mut r: Reader<'_>) -> ReadResult<Key> {
    let parts = r.be16()?;
    for _ in 0..=parts {
        let len = r.be16()?;
        r.skip(len.into())?;
    }
    r.skip(8)?;
    let short = u64::from(r.u8()?);
    let etype = r.be16()?.into();
    let len = r.be16()?;
    let secret = r.bytes(len.into())?.to_vec();
    // Later versions of the format have room for larger numbers; 0 stands for none.
    let version = match r.len() {
        4.. => u64::from(r.be32()?),
        _ => 0,
    };
    Ok(Key { etype, version: if version == 0 { short } else { version }, secret })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A file with one key for `HTTP/host@REALM`, and a hole before it.
    pub(in super::super) fn file(etype: u16, secret: &[u8]) -> Vec<u8> {
        let text = |s: &[u8]| [&(s.len() as u16).to_be_bytes(), s].concat();
        let name = [text(b"REALM"), text(b"HTTP"), text(b"host")].concat();
        let entry = [
            &[0, 2][..],
            &name,
            &[0, 0, 0, 1, 9, 9, 9, 9, 2],
            &etype.to_be_bytes(),
            &text(secret),
            &[0, 0, 1, 2],
        ]
        .concat();
        [&[5, 2, 0xff, 0xff, 0xff, 0xfe, 7, 7][..], &(entry.len() as u32).to_be_bytes(), &entry].concat()
    }

    #[test]
    fn a_file_with_a_hole_and_a_key() {
        let key = Key { etype: 18, version: 258, secret: b"secret".to_vec() };
        assert_eq!(Keytab::parse(&file(18, b"secret")), Ok(Keytab(vec![key])));
        assert_eq!(Keytab::parse(&[5, 2]), Ok(Keytab::default()));
    }

    #[test]
    fn what_is_no_keytab() {
        assert_eq!(Keytab::parse(b""), Err(KeytabError::Version));
        assert_eq!(Keytab::parse(&[5, 1, 0]), Err(KeytabError::Version));
        let whole = file(18, b"secret");
        for n in 9..whole.len() {
            assert!(Keytab::parse(&whole[..n]).is_err(), "{n} bytes");
        }
    }
}
