//! Redis's protocol, RESP2: commands out, replies in (<https://redis.io/docs/latest/develop/reference/protocol-spec/>).
use std::io::{self, BufRead, Error, ErrorKind, Read as _};

/// The longest line that begins a reply. Errors are the longest ones.
const LONGEST_LINE: u64 = 64 << 10;
/// The longest string: Redis stores no longer ones.
const LONGEST_STRING: u64 = 512 << 20;
/// The most elements of a list.
const MOST_ELEMENTS: i64 = 1 << 20;
/// How deep lists may be nested.
const DEEPEST: usize = 8;

/// What a server answers to a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Reply {
    /// The command was carried out; the word is mostly `OK`.
    Done(String),
    /// The command failed, with the server's reason.
    Refused(String),
    /// A number.
    Number(i64),
    /// Bytes.
    Bytes(Vec<u8>),
    /// Nothing is there.
    Nothing,
    /// Several replies in one.
    List(Vec<Reply>),
}

/// A command with its arguments, as the server reads it.
pub(super) fn command(words: &[&[u8]]) -> Vec<u8> {
    let mut bytes = format!("*{}\r\n", words.len()).into_bytes();
    for word in words {
        bytes.extend_from_slice(format!("${}\r\n", word.len()).as_bytes());
        bytes.extend_from_slice(word);
        bytes.extend_from_slice(b"\r\n");
    }
    bytes
}

/// Reads a reply.
///
/// # Errors
/// [`ErrorKind::UnexpectedEof`] if the server closed the connection, [`ErrorKind::InvalidData`] for bytes that are no
/// reply, and what reading itself fails with.
pub(super) fn read(from: &mut impl BufRead) -> io::Result<Reply> {
    read_nested(from, 0)
}

fn read_nested(from: &mut impl BufRead, depth: usize) -> io::Result<Reply> {
    let line = line(from)?;
    let (kind, rest) = line.split_at_checked(1).ok_or_else(|| odd("an empty line"))?;
    let number = || rest.parse::<i64>().map_err(|_| odd(&format!("'{rest}' where a number was expected")));
    match kind {
        "+" => Ok(Reply::Done(rest.to_owned())),
        "-" => Ok(Reply::Refused(rest.to_owned())),
        ":" => Ok(Reply::Number(number()?)),
        "$" => match u64::try_from(number()?) {
            Ok(length) => bytes(from, length).map(Reply::Bytes),
            Err(_) => Ok(Reply::Nothing),
        },
        "*" => match number()? {
            ..0 => Ok(Reply::Nothing),
            n if n <= MOST_ELEMENTS && depth < DEEPEST => {
                (0..n).map(|_| read_nested(from, depth + 1)).collect::<io::Result<_>>().map(Reply::List)
            }
            n => Err(odd(&format!("a list of {n} replies, {depth} lists deep"))),
        },
        _ => Err(odd(&format!("a reply that begins with {kind:?}"))),
    }
}

/// A line without its end. Bytes that are no UTF-8 are replaced.
fn line(from: &mut impl BufRead) -> io::Result<String> {
    let mut line = Vec::new();
    from.take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    match line.strip_suffix(b"\r\n") {
        Some(whole) => Ok(String::from_utf8_lossy(whole).into_owned()),
        None if (line.len() as u64) < LONGEST_LINE => Err(ErrorKind::UnexpectedEof.into()),
        None => Err(odd("a line without an end")),
    }
}

/// The bytes of a string, and the end of its line. Memory grows with what has arrived, not with what was announced.
fn bytes(from: &mut impl BufRead, length: u64) -> io::Result<Vec<u8>> {
    if length > LONGEST_STRING {
        return Err(odd(&format!("a string of {length} bytes")));
    }
    let mut bytes = Vec::new();
    from.take(length + 2).read_to_end(&mut bytes)?;
    if bytes.len() as u64 != length + 2 {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    bytes.truncate(bytes.len() - 2);
    Ok(bytes)
}

fn odd(what: &str) -> Error {
    Error::new(ErrorKind::InvalidData, format!("the server sent {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], expected: Result<Reply, ErrorKind>) {
        assert_eq!(read(&mut &*bytes).map_err(|e| e.kind()), expected, "{}", bytes.escape_ascii());
    }

    #[test]
    fn replies() {
        check(b"+OK\r\n", Ok(Reply::Done("OK".into())));
        check(b"-ERR no\r\n", Ok(Reply::Refused("ERR no".into())));
        check(b":-7\r\n", Ok(Reply::Number(-7)));
        check(b"$2\r\na\r\r\n", Ok(Reply::Bytes(b"a\r".to_vec())));
        check(b"$0\r\n\r\n", Ok(Reply::Bytes(Vec::new())));
        check(b"$-1\r\n", Ok(Reply::Nothing));
        check(b"*-1\r\n", Ok(Reply::Nothing));
        check(
            b"*2\r\n:1\r\n*1\r\n+x\r\n",
            Ok(Reply::List(vec![Reply::Number(1), Reply::List(vec![Reply::Done("x".into())])])),
        );
    }

    #[test]
    fn bytes_that_are_no_reply() {
        check(b"", Err(ErrorKind::UnexpectedEof));
        check(b"+OK", Err(ErrorKind::UnexpectedEof));
        check(b"$3\r\nab", Err(ErrorKind::UnexpectedEof));
        check(b"\r\n", Err(ErrorKind::InvalidData));
        check(b"HTTP/1.1 200 OK\r\n", Err(ErrorKind::InvalidData));
        check(b":one\r\n", Err(ErrorKind::InvalidData));
        check(b"$999999999999\r\n", Err(ErrorKind::InvalidData));
        check(&[b"+".as_slice(), &vec![b'a'; 1 << 17]].concat(), Err(ErrorKind::InvalidData));
        check(&b"*1\r\n".repeat(20), Err(ErrorKind::InvalidData));
    }

    #[test]
    fn commands() {
        assert_eq!(command(&[b"GET", b"a\r\nb"]), b"*2\r\n$3\r\nGET\r\n$4\r\na\r\nb\r\n");
    }
}
