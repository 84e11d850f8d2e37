//! The messages between the daemon and its workers, over a pair of stream sockets.
//!
//! ```text
//! question: | length u32 | id u64 | 1 look up, 2 list | database | key |
//! answer:   | length u32 | id u64 | status | time to live u32 (seconds; 0: the cache's) | records |
//! ```
//!
//! `length` counts the bytes that follow it. A worker answers in the order of the questions. A list consists of several
//! answers of status [`Answer::Part`], each with as many records as fit, preceded by their lengths (u32), and ends with
//! [`Answer::Absent`] (complete) or [`Answer::Failed`]. Both sides validate what they read, because a worker runs
//! modules of other vendors.
use namecache_wire::bytes::{slice_at, u32_at, u64_at};
use namecache_wire::record::{self, Record};
use namecache_wire::{Database, key};

/// The maximum size of an answer: a record of the maximum size, with its header.
pub const MAX_ANSWER: usize = record::MAX + 64;

/// A question to a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question<'a> {
    /// Look up a key.
    LookUp(Database, &'a [u8]),
    /// Enumerate a database.
    List(Database),
}

/// The answer of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer<'a> {
    /// The record, and its time to live in seconds, or 0 if the source specifies none.
    Found(&'a [u8], u32),
    /// The entry does not exist or, for a list, the list is complete.
    Absent,
    /// The sources failed.
    Failed,
    /// Records of a list.
    Part(&'a [u8]),
}

/// Appends a question.
pub fn put_question(id: u64, question: Question<'_>, out: &mut Vec<u8>) {
    let (op, db, key) = match question {
        Question::LookUp(db, key) => (1u8, db, key),
        Question::List(db) => (2, db, &[][..]),
    };
    out.extend_from_slice(&(10 + key.len() as u32).to_le_bytes());
    out.extend_from_slice(&id.to_le_bytes());
    out.extend_from_slice(&[op, db as u8]);
    out.extend_from_slice(key);
}

/// Appends an answer.
pub fn put_answer(id: u64, answer: Answer<'_>, out: &mut Vec<u8>) {
    let (status, ttl, body) = match answer {
        Answer::Found(record, ttl) => (0u8, ttl, record),
        Answer::Absent => (1, 0, &[][..]),
        Answer::Failed => (2, 0, &[][..]),
        Answer::Part(records) => (3, 0, records),
    };
    out.extend_from_slice(&(13 + body.len() as u32).to_le_bytes());
    out.extend_from_slice(&id.to_le_bytes());
    out.push(status);
    out.extend_from_slice(&ttl.to_le_bytes());
    out.extend_from_slice(body);
}

/// The error for a stream that does not continue with a valid message; the other side must be disconnected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Garbled;

/// Returns the message at the start of `bytes` without its length field, and its size with that field; `None` if it is
/// incomplete.
fn frame(bytes: &[u8], least: usize, most: usize) -> Result<Option<(&[u8], usize)>, Garbled> {
    let Some(len) = u32_at(bytes, 0) else { return Ok(None) };
    let len = len as usize;
    if !(least..=most).contains(&len) {
        return Err(Garbled);
    }
    Ok(slice_at(bytes, 4, len).map(|b| (b, 4 + len)))
}

/// Parses a question at the start of a stream; returns the id, the question and the number of bytes consumed, or `None`
/// if it is incomplete.
///
/// # Errors
/// [`Garbled`] if the stream does not begin with a question.
pub fn question(bytes: &[u8]) -> Result<Option<(u64, Question<'_>, usize)>, Garbled> {
    let Some((body, taken)) = frame(bytes, 10, 10 + key::MAX)? else { return Ok(None) };
    let id = u64_at(body, 0).ok_or(Garbled)?;
    let (Some(&op), Some(&db), Some(key)) = (body.get(8), body.get(9), body.get(10..)) else {
        return Err(Garbled);
    };
    let db = Database::numbered(u32::from(db)).ok_or(Garbled)?;
    match op {
        1 if key::is_well_formed(db, key) => Ok(Some((id, Question::LookUp(db, key), taken))),
        2 if key.is_empty() => Ok(Some((id, Question::List(db), taken))),
        _ => Err(Garbled),
    }
}

/// Parses an answer at the start of a stream; returns the id, the answer and the number of bytes consumed, or `None` if
/// it is incomplete.
///
/// # Errors
/// [`Garbled`] if the stream does not begin with an answer, or its record is invalid.
pub fn answer(bytes: &[u8]) -> Result<Option<(u64, Answer<'_>, usize)>, Garbled> {
    let Some((body, taken)) = frame(bytes, 13, MAX_ANSWER)? else { return Ok(None) };
    let id = u64_at(body, 0).ok_or(Garbled)?;
    let (Some(&status), Some(ttl), Some(rest)) = (body.get(8), u32_at(body, 9), body.get(13..)) else {
        return Err(Garbled);
    };
    let a = match status {
        0 => match Record::parse(rest) {
            Some(r) if r.size() == rest.len() => Answer::Found(rest, ttl),
            _ => return Err(Garbled),
        },
        1 if rest.is_empty() => Answer::Absent,
        2 if rest.is_empty() => Answer::Failed,
        3 => Answer::Part(rest),
        _ => return Err(Garbled),
    };
    Ok(Some((id, a, taken)))
}

/// Appends a record to a part of a list.
pub fn put_part(record: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(&(record.len() as u32).to_le_bytes());
    out.extend_from_slice(record);
}

/// Returns the records of a part of a list. Ends with an error at the first invalid record.
pub fn parts(mut bytes: &[u8]) -> impl Iterator<Item = Result<&[u8], Garbled>> {
    std::iter::from_fn(move || {
        if bytes.is_empty() {
            return None;
        }
        let one = u32_at(bytes, 0).and_then(|len| slice_at(bytes, 4, len as usize));
        match one {
            Some(r) if Record::parse(r).is_some_and(|p| p.size() == r.len()) => {
                bytes = bytes.get(4 + r.len()..).unwrap_or_default();
                Some(Ok(r))
            }
            _ => {
                bytes = &[];
                Some(Err(Garbled))
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_complete_messages_parse() {
        let mut record = Vec::new();
        record::encode(&[1], &[b"a"], &mut record).unwrap();
        let mut q = Vec::new();
        put_question(5, Question::LookUp(Database::Passwd, b"\x01ida"), &mut q);
        assert_eq!(question(&q), Ok(Some((5, Question::LookUp(Database::Passwd, b"\x01ida"), q.len()))));
        for cut in 0..q.len() {
            assert_eq!(question(&q[..cut]), Ok(None));
        }
        for a in [Answer::Found(&record, 3), Answer::Absent, Answer::Failed, Answer::Part(&record)] {
            let mut out = Vec::new();
            put_answer(6, a, &mut out);
            assert_eq!(answer(&out), Ok(Some((6, a, out.len()))));
            assert_eq!(answer(&out[..out.len() - 1]), Ok(None));
        }
    }

    #[test]
    fn invalid_messages_are_garbled() {
        assert_eq!(answer(&[0xff; 64]), Err(Garbled));
        assert_eq!(question(&[0; 64]), Err(Garbled));
        let mut out = Vec::new();
        put_answer(1, Answer::Found(b"no record", 0), &mut out);
        assert_eq!(answer(&out), Err(Garbled));
    }

    #[test]
    fn parts_of_lists_parse_back() {
        let mut all = Vec::new();
        for n in 0..3 {
            let mut r = Vec::new();
            record::encode(&[n], &[], &mut r).unwrap();
            put_part(&r, &mut all);
        }
        assert_eq!(parts(&all).filter(Result::is_ok).count(), 3);
        all.push(9);
        assert_eq!(parts(&all).filter(Result::is_err).count(), 1);
    }
}
