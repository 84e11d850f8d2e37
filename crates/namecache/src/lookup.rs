//! What goes between the daemon and its lookup processes, over a pair of stream sockets.
//!
//! ```text
//! question: | length u32 | id u64 | 1 look up, 2 list | database | key |
//! answer:   | length u32 | id u64 | status | seconds to live u32 (0: the cache's) | records |
//! ```
//!
//! `length` counts what follows it. A worker answers in the order of the questions. A list comes in several answers of
//! status [`Answer::Part`] with as many records as fit, each preceded by its length (u32), and ends with one of
//! [`Answer::Absent`] (that was all) or [`Answer::Failed`].
//! Both sides check what they read: a worker runs other people's modules.
use namecache_wire::bytes::{slice_at, u32_at, u64_at};
use namecache_wire::record::{self, Record};
use namecache_wire::{Database, key};

/// The largest answer: a whole record, or a part of a list that stays below it.
pub const MAX_ANSWER: usize = record::MAX + 64;

/// What a worker is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question<'a> {
    /// Find what a key leads to.
    LookUp(Database, &'a [u8]),
    /// List a database.
    List(Database),
}

/// What a worker found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer<'a> {
    /// The record, and its own time to live in seconds where the source gave one.
    Found(&'a [u8], u32),
    /// There is none; for a list: that was all.
    Absent,
    /// The sources could not tell.
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

/// The start of a stream that is neither a message nor the beginning of one: the other side is not to be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Garbled;

/// The frame at the start of `bytes` (without its length) and how long it is with it; `None`: more must come.
fn frame(bytes: &[u8], least: usize, most: usize) -> Result<Option<(&[u8], usize)>, Garbled> {
    let Some(len) = u32_at(bytes, 0) else { return Ok(None) };
    let len = len as usize;
    if !(least..=most).contains(&len) {
        return Err(Garbled);
    }
    Ok(slice_at(bytes, 4, len).map(|b| (b, 4 + len)))
}

/// Takes a question from the start of a stream: id, question, bytes taken.
///
/// # Errors
/// [`Garbled`] where no question begins there.
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

/// Takes an answer from the start of a stream: id, answer, bytes taken.
///
/// # Errors
/// [`Garbled`] where no answer begins there, or one whose record is none.
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

/// The records of a part of a list; ends early, with an error, at one that is none.
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
    fn questions_and_answers_come_whole_or_not_at_all() {
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
    fn what_is_no_message_is_garbled() {
        assert_eq!(answer(&[0xff; 64]), Err(Garbled));
        assert_eq!(question(&[0; 64]), Err(Garbled));
        let mut out = Vec::new();
        put_answer(1, Answer::Found(b"no record", 0), &mut out);
        assert_eq!(answer(&out), Err(Garbled));
    }

    #[test]
    fn lists_come_apart() {
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
