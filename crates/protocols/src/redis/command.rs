//! Parses commands, and knows the keys and values of common ones.
use super::scan::number;
use crate::ascii::find;
use event::EnumName;
use event::redis::{AuthCommand, HelloCommand, SetCommand};

/// A known command.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    name: &'static str,
    /// The name in the script enum `Redis::RedisCommand`.
    pub(super) script: EnumName,
    /// The positions of its key and its value among the words.
    key: Option<usize>,
    value: Option<usize>,
}

macro_rules! known {
    ($($name:ident $(key $key:literal $(value $value:literal)?)?;)*) => {
        /// All known commands.
        const KNOWN: &[Known] = &[$(Known {
            name: stringify!($name),
            script: EnumName(concat!("Redis::RedisCommand_", stringify!($name))),
            key: known!(@place $($key)?),
            value: known!(@place $($($value)?)?),
        }),*];
    };
    (@place) => { None };
    (@place $at:literal) => { Some($at) };
}
known! {
    APPEND key 1 value 2;
    AUTH;
    BITCOUNT key 1;
    BITFIELD key 1;
    BITFIELD_RO key 1;
    BITOP key 2;
    BITPOS key 1;
    BLMPOP key 3;
    BLPOP key 1;
    BRPOP key 1;
    CLIENT;
    COPY key 1;
    DECR key 1;
    DECRBY key 1 value 2;
    DEL key 1;
    DUMP key 1;
    EXISTS key 1;
    EXPIRE key 1 value 2;
    EXPIREAT key 1 value 2;
    EXPIRETIME key 1;
    GET key 1;
    GETBIT key 1 value 2;
    GETDEL key 1;
    GETEX key 1;
    GETRANGE key 1;
    GETSET key 1 value 2;
    HDEL key 1 value 2;
    HELLO;
    HGET key 1 value 2;
    HSET key 1;
    INCR key 1;
    INCRBY key 1 value 2;
    KEYS key 1;
    MGET key 1;
    MOVE key 1 value 2;
    MSET key 1 value 2;
    PERSIST key 1;
    PSUBSCRIBE;
    PUNSUBSCRIBE;
    QUIT;
    RENAME key 1 value 2;
    RESET;
    SET key 1 value 2;
    STRLEN key 1;
    SUBSCRIBE;
    SSUBSCRIBE;
    SUNSUBSCRIBE;
    TTL key 1;
    TYPE key 1;
    UNSUBSCRIBE;
}

/// A command.
#[derive(Debug)]
pub(super) struct Command<'a> {
    /// The words, at least one; the first is the name.
    pub(super) words: Vec<&'a [u8]>,
    /// The description, if it is a known command.
    pub(super) known: Option<&'static Known>,
}

impl<'a> Command<'a> {
    /// Parses a command whose end a [`Scan`](super::scan::Scan) has found; `None` without words.
    pub(super) fn read(bytes: &'a [u8]) -> Option<Self> {
        let words = match bytes.split_first() {
            Some((b'*', rest)) => of_array(rest),
            _ => of_line(bytes.strip_suffix(b"\r\n").unwrap_or(bytes)),
        };
        let name = *words.first()?;
        let known = KNOWN.iter().find(|k| name.eq_ignore_ascii_case(k.name.as_bytes()));
        Some(Command { words, known })
    }

    pub(super) fn name(&self) -> &'a [u8] {
        self.words.first().copied().unwrap_or_default()
    }

    pub(super) fn key(&self) -> Option<&'a [u8]> {
        self.words.get(self.known?.key?).copied()
    }

    pub(super) fn value(&self) -> Option<&'a [u8]> {
        self.words.get(self.known?.value?).copied()
    }

    fn is(&self, name: &str) -> bool {
        self.known.is_some_and(|k| k.name == name)
    }

    pub(super) fn set(&self) -> Option<SetCommand<'a>> {
        if !self.is("SET") {
            return None;
        }
        let mut set = SetCommand {
            key: self.key()?,
            value: self.value()?,
            nx: false,
            xx: false,
            get: false,
            ex: None,
            px: None,
            exat: None,
            pxat: None,
            keep_ttl: false,
        };
        let mut options = self.words.iter().skip(3);
        while let Some(option) = options.next() {
            let mut time = || u64::try_from(number(options.next()?).ok()?).ok();
            match option.to_ascii_lowercase().as_slice() {
                b"nx" => set.nx = true,
                b"xx" => set.xx = true,
                b"get" => set.get = true,
                b"keepttl" => set.keep_ttl = true,
                b"ex" => set.ex = time(),
                b"px" => set.px = time(),
                b"exat" => set.exat = time(),
                b"pxat" => set.pxat = time(),
                _ => {}
            }
        }
        Some(set)
    }

    /// The key of a GET.
    pub(super) fn get(&self) -> Option<&'a [u8]> {
        self.is("GET").then(|| self.key()).flatten()
    }

    pub(super) fn auth(&self) -> Option<AuthCommand<'a>> {
        match self.words.as_slice() {
            _ if !self.is("AUTH") => None,
            [_, password] => Some(AuthCommand { username: None, password }),
            [_, username, password, ..] => Some(AuthCommand { username: Some(username), password }),
            _ => None,
        }
    }

    pub(super) fn hello(&self) -> Option<HelloCommand<'a>> {
        let requested_resp_version = self.words.get(1).copied();
        self.is("HELLO").then_some(HelloCommand { requested_resp_version })
    }
}

fn of_array(bytes: &[u8]) -> Vec<&[u8]> {
    let (mut words, mut rest) = (Vec::new(), after_line(bytes).1);
    while let Some((b'$', bytes)) = rest.split_first() {
        let (head, content) = after_line(bytes);
        let Ok(len) = usize::try_from(number(head).unwrap_or(-1)) else {
            words.push(&b""[..]);
            rest = content;
            continue;
        };
        let (word, tail) = content.split_at(len.min(content.len()));
        words.push(word);
        rest = after_line(tail).1;
    }
    words
}

/// Splits off a line.
fn after_line(bytes: &[u8]) -> (&[u8], &[u8]) {
    let (line, rest) = bytes.split_at(find(bytes, b"\r\n").unwrap_or(bytes.len()));
    (line, rest.get(2..).unwrap_or_default())
}

/// The words of an inline command. Quoted words may contain blanks, and keep their quotes.
fn of_line(bytes: &[u8]) -> Vec<&[u8]> {
    let blank = |b: &u8| matches!(b, 0 | b'\t' | b'\n' | b'\r' | b' ');
    let (mut words, mut rest) = (Vec::new(), bytes);
    loop {
        rest = rest.get(rest.iter().take_while(|b| blank(b)).count()..).unwrap_or_default();
        if rest.is_empty() {
            return words;
        }
        let (mut end, mut quote) = (0, None);
        while let Some(&b) = rest.get(end) {
            match quote {
                Some(q) if b == b'\\' && rest.get(end + 1) == Some(&q) => end += 1,
                Some(q) if b == q => quote = None,
                Some(_) => {}
                None if blank(&b) => break,
                None => quote = Some(b).filter(|b| matches!(b, b'"' | b'\'')),
            }
            end += 1;
        }
        let (word, after) = rest.split_at(end.min(rest.len()));
        words.push(word);
        rest = after;
    }
}
