//! Bencoding (BEP 3): `4:text`, `i42e`, `l…e` and `d…e`.
use super::MAX_DEPTH;

/// The reason why a dictionary cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BencodeError {
    /// The bytes end within the dictionary.
    #[error("BitTorrentTracker: the directory is not at its end")]
    Short,
    /// The first byte is not `d`.
    #[error("BitTorrentTracker: not a bencoded directory (first char: {})", char::from(*.0))]
    NoDictionary(u8),
    /// A key is not a string.
    #[error("BitTorrentTracker: directory key is not a string")]
    Key,
    /// The last key has no value.
    #[error("BitTorrentTracker: directory has an odd count of members")]
    Odd,
    /// A value is malformed or nested too deeply.
    #[error("BitTorrentTracker: no valid bencoding")]
    Invalid,
}

/// A value. Lists and dictionaries within it are not decoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value<'a> {
    /// A number.
    Int(i64),
    /// Bytes.
    Text(&'a [u8]),
    /// A list in its encoded form.
    List(&'a [u8]),
    /// A dictionary in its encoded form.
    Dictionary(&'a [u8]),
}

/// The members of a dictionary, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dictionary<'a>(pub Vec<(&'a [u8], Value<'a>)>);

impl<'a> Dictionary<'a> {
    /// Reads a dictionary and returns it with the bytes after it.
    pub fn read(bytes: &'a [u8]) -> Result<(Self, &'a [u8]), BencodeError> {
        let mut rest = match bytes.split_first() {
            None => return Err(BencodeError::Short),
            Some((b'd', rest)) => rest,
            Some((&other, _)) => return Err(BencodeError::NoDictionary(other)),
        };
        let mut members = Vec::new();
        loop {
            match rest.split_first() {
                None => return Err(BencodeError::Short),
                Some((b'e', after)) => return Ok((Dictionary(members), after)),
                Some(_) => {}
            }
            let (key, after) = value(rest, 1)?;
            let Value::Text(key) = key else { return Err(BencodeError::Key) };
            if after.first() == Some(&b'e') {
                return Err(BencodeError::Odd);
            }
            let (value, after) = value(after, 1)?;
            members.push((key, value));
            rest = after;
        }
    }
}

/// Reads a value and returns it with the bytes after it.
fn value(bytes: &[u8], depth: usize) -> Result<(Value<'_>, &[u8]), BencodeError> {
    if depth > MAX_DEPTH {
        return Err(BencodeError::Invalid);
    }
    let (&first, rest) = bytes.split_first().ok_or(BencodeError::Short)?;
    match first {
        b'0'..=b'9' => {
            let (len, rest) = number(bytes, b':')?;
            let len = usize::try_from(len).map_err(|_| BencodeError::Invalid)?;
            let (text, rest) = rest.split_at_checked(len).ok_or(BencodeError::Short)?;
            Ok((Value::Text(text), rest))
        }
        b'i' => number(rest, b'e').map(|(n, rest)| (Value::Int(n), rest)),
        b'l' | b'd' => {
            let (mut inside, mut count) = (rest, 0_u32);
            while *inside.first().ok_or(BencodeError::Short)? != b'e' {
                let (member, after) = value(inside, depth + 1)?;
                if first == b'd' && count % 2 == 0 && !matches!(member, Value::Text(_)) {
                    return Err(BencodeError::Key);
                }
                count += 1;
                inside = after;
            }
            if first == b'd' && count % 2 == 1 {
                return Err(BencodeError::Odd);
            }
            let (_, after) = inside.split_at(1);
            let whole = bytes.get(..bytes.len() - after.len()).unwrap_or_default();
            Ok((if first == b'l' { Value::List(whole) } else { Value::Dictionary(whole) }, after))
        }
        _ => Err(BencodeError::Invalid),
    }
}

/// Reads a decimal number terminated by the byte `end` and returns it with the bytes after it.
fn number(bytes: &[u8], end: u8) -> Result<(i64, &[u8]), BencodeError> {
    let at = bytes.iter().position(|b| *b != b'-' && !b.is_ascii_digit()).ok_or(BencodeError::Short)?;
    let (digits, rest) = bytes.split_at(at);
    let text = std::str::from_utf8(digits).map_err(|_| BencodeError::Invalid)?;
    let n = text.parse().map_err(|_| BencodeError::Invalid)?;
    match rest.split_first() {
        Some((b, rest)) if *b == end => Ok((n, rest)),
        _ => Err(BencodeError::Invalid),
    }
}
