//! Keys and values on a Redis server.
//!
//! A key is stored as `PREFIX:KEY`, so that several backends can share a server. While packets are live, the server removes
//! expired entries itself. When captures are read, time is that of their packets, which the server does not know: the sorted
//! set `PREFIX_expire` then holds when each entry expires, and short scripts on the server keep both in step.
//!
//! Commands are sent at once and answered in order. Whoever sent one waits for its answer ([`Redis::wait`]) or collects all
//! answers that have come ([`Redis::finished`]).
mod link;
mod resp;
#[cfg(test)]
mod tests;

pub use link::Wake;

use crate::{Answer, Code, Failure, Now, Outcome};
use link::{Arrival, Link};
use resp::Reply;
use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;

/// The most operations that wait for an answer.
const MOST_WAITING: usize = 10_000;

/// Where a server listens.
#[derive(Clone, Debug)]
pub enum Server {
    /// A host's name or address, and its port.
    Tcp(String, u16),
    /// The path of a socket.
    Unix(String),
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Server::Tcp(host, port) => write!(f, "{host}:{port}"),
            Server::Unix(path) => f.write_str(path),
        }
    }
}

/// How a server is reached.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where it listens.
    pub server: Server,
    /// What the names of keys begin with.
    pub prefix: String,
    /// How long connecting may take.
    pub connect: Duration,
    /// How long an answer may take.
    pub operation: Duration,
    /// The user of the server's access list.
    pub username: Option<String>,
    /// The password of the user, or of the server.
    pub password: Option<String>,
    /// Whether entries expire by the time of packets that are read from captures, not by the server's clock.
    pub by_packets: bool,
}

/// An operation, as its answer is understood.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Open,
    Put,
    Get,
    Erase,
    Expire,
}

/// An operation without an answer.
struct Waiting {
    id: u64,
    kind: Kind,
    /// When its time is over, by the wall clock.
    until: f64,
    /// Whether its caller has been told that it took too long.
    is_late: bool,
}

/// A server that is being connected to, or is connected.
pub struct Redis {
    link: Link,
    prefix: String,
    limits: (Duration, Duration),
    by_packets: bool,
    /// Operations without an answer, in the order of their answers.
    waiting: VecDeque<Waiting>,
    finished: Vec<(u64, Outcome<Answer>)>,
    last: u64,
    lost: Option<String>,
}

impl Redis {
    /// Begins to connect. The answer to this first operation, [`Redis::OPEN`], tells whether it worked.
    /// `wake` is called on another thread when an answer has come.
    ///
    /// # Errors
    /// [`Code::ConnectionFailed`] if there is no thread for the connection.
    pub fn begin(o: Options, now: Now, wake: Wake) -> Outcome<Redis> {
        let (prefix, limits, by_packets) = (o.prefix.clone(), (o.connect, o.operation), o.by_packets);
        let link = Link::begin(o, wake)
            .map_err(|e| Failure { code: Code::ConnectionFailed, text: Some(e.to_string()) })?;
        let opening = Waiting {
            id: Self::OPEN,
            kind: Kind::Open,
            until: now.wall + limits.0.as_secs_f64(),
            is_late: false,
        };
        Ok(Redis {
            link,
            prefix,
            limits,
            by_packets,
            waiting: VecDeque::from([opening]),
            finished: Vec::new(),
            last: Self::OPEN,
            lost: None,
        })
    }

    /// The number of the operation that connects.
    pub const OPEN: u64 = 0;

    /// Whether entries expire by the time of packets, and operations are best waited for.
    pub fn is_by_packets(&self) -> bool {
        self.by_packets
    }

    /// Stores a value under a key for `keep` seconds; 0 means forever. Returns the number of the operation.
    ///
    /// # Errors
    /// [`Code::ConnectionLost`], or [`Code::Failed`] if too many operations wait.
    pub fn put(&mut self, key: &[u8], value: &[u8], overwrite: bool, keep: f64, now: Now) -> Outcome<u64> {
        let name = self.name_of(key);
        if self.by_packets {
            let due = if keep > 0.0 { now.scripts + keep } else { 0.0 };
            let (due, time) = (due.to_string(), now.scripts.to_string());
            let overwrite: &[u8] = if overwrite { b"1" } else { b"0" };
            let args: [&[u8]; 4] = [value, overwrite, due.as_bytes(), time.as_bytes()];
            return self.run(Kind::Put, PUT, &[&name, &self.times()], &args, now);
        }
        let lasting = ((keep * 1000.0).ceil() as u64).to_string();
        let mut words: Vec<&[u8]> = vec![b"SET", &name, value];
        if !overwrite {
            words.push(b"NX");
        }
        if keep > 0.0 {
            words.extend([b"PX".as_slice(), lasting.as_bytes()]);
        }
        self.send(Kind::Put, &words, now)
    }

    /// Asks for the value of a key.
    ///
    /// # Errors
    /// As for [`Redis::put`].
    pub fn get(&mut self, key: &[u8], now: Now) -> Outcome<u64> {
        let name = self.name_of(key);
        if self.by_packets {
            return self.run(
                Kind::Get,
                GET,
                &[&name, &self.times()],
                &[now.scripts.to_string().as_bytes()],
                now,
            );
        }
        self.send(Kind::Get, &[b"GET", &name], now)
    }

    /// Removes a key. A missing one is no failure.
    ///
    /// # Errors
    /// As for [`Redis::put`].
    pub fn erase(&mut self, key: &[u8], now: Now) -> Outcome<u64> {
        let name = self.name_of(key);
        if self.by_packets {
            return self.run(Kind::Erase, ERASE, &[&name, &self.times()], &[], now);
        }
        self.send(Kind::Erase, &[b"DEL", &name], now)
    }

    /// Removes entries that have expired by the time of packets, a thousand at most.
    ///
    /// # Errors
    /// As for [`Redis::put`].
    pub fn expire(&mut self, now: Now) -> Outcome<u64> {
        self.run(Kind::Expire, EXPIRE, &[&self.times()], &[now.scripts.to_string().as_bytes()], now)
    }

    /// Waits for the answer to an operation.
    ///
    /// # Errors
    /// Why it failed; [`Code::Timeout`] if no answer comes for as long as the options allow.
    pub fn wait(&mut self, id: u64) -> Outcome<Answer> {
        let most = if id == Self::OPEN { self.limits.0 } else { self.limits.1 };
        loop {
            if let Some(at) = self.finished.iter().position(|f| f.0 == id) {
                return self.finished.swap_remove(at).1;
            }
            if let Some(why) = &self.lost {
                return Err(Failure { code: Code::ConnectionLost, text: Some(why.clone()) });
            }
            match self.link.wait(most) {
                Some(arrival) => self.take(arrival),
                None => {
                    if let Some(w) = self.waiting.iter_mut().find(|w| w.id == id) {
                        w.is_late = true;
                    }
                    return Err(too_late(id));
                }
            }
        }
    }

    /// Operations that have been answered or have failed since the last call, with their results.
    pub fn finished(&mut self, now: Now) -> Vec<(u64, Outcome<Answer>)> {
        while self.lost.is_none()
            && let Some(arrival) = self.link.take()
        {
            self.take(arrival);
        }
        for w in self.waiting.iter_mut().filter(|w| !w.is_late && w.until < now.wall) {
            w.is_late = true;
            self.finished.push((w.id, Err(too_late(w.id))));
        }
        std::mem::take(&mut self.finished)
    }

    /// Why the connection is gone, if it is.
    pub fn lost(&self) -> Option<&str> {
        self.lost.as_deref()
    }

    fn name_of(&self, key: &[u8]) -> Vec<u8> {
        [self.prefix.as_bytes(), b":", key].concat()
    }

    /// The name of the sorted set with the times of expiry.
    fn times(&self) -> Vec<u8> {
        [self.prefix.as_bytes(), b"_expire"].concat()
    }

    /// Sends a script with names of keys and arguments.
    fn run(&mut self, kind: Kind, script: &str, keys: &[&[u8]], args: &[&[u8]], now: Now) -> Outcome<u64> {
        let count = keys.len().to_string();
        let mut words: Vec<&[u8]> = vec![b"EVAL", script.as_bytes(), count.as_bytes()];
        words.extend_from_slice(keys);
        words.extend_from_slice(args);
        self.send(kind, &words, now)
    }

    fn send(&mut self, kind: Kind, words: &[&[u8]], now: Now) -> Outcome<u64> {
        if let Some(why) = &self.lost {
            return Err(Failure { code: Code::ConnectionLost, text: Some(why.clone()) });
        }
        if self.waiting.len() >= MOST_WAITING {
            let text = format!("{MOST_WAITING} operations wait for the server's answer already");
            return Err(Failure { code: Code::Failed, text: Some(text) });
        }
        self.link.send(&resp::command(words)).map_err(|e| {
            // A command may have been sent in part: no answer can be told from another any more.
            let why = format!("Failed to send a command: {e}");
            self.lose(&why);
            Failure { code: Code::ConnectionLost, text: Some(why) }
        })?;
        self.last += 1;
        let until = now.wall + self.limits.1.as_secs_f64();
        self.waiting.push_back(Waiting { id: self.last, kind, until, is_late: false });
        Ok(self.last)
    }

    fn take(&mut self, arrival: Arrival) {
        let reply = match arrival {
            Arrival::Lost(why) => return self.lose(&why),
            Arrival::Open(_) => Reply::Done(String::new()),
            Arrival::Reply(reply) => reply,
        };
        match self.waiting.pop_front() {
            Some(w) if !w.is_late => self.finished.push((w.id, understood(w.kind, reply))),
            Some(_) => {}
            None => self.lose("the server sent an answer to no command"),
        }
    }

    /// The connection is gone: every operation fails.
    fn lose(&mut self, why: &str) {
        for w in self.waiting.drain(..).filter(|w| !w.is_late) {
            let code = if w.kind == Kind::Open { Code::ConnectionFailed } else { Code::ConnectionLost };
            self.finished.push((w.id, Err(Failure { code, text: Some(why.to_owned()) })));
        }
        self.lost.get_or_insert_with(|| why.to_owned());
    }
}

fn too_late(id: u64) -> Failure {
    let opening = Failure {
        code: Code::ConnectionFailed,
        text: Some("The server did not answer within connect_timeout".to_owned()),
    };
    if id == Redis::OPEN { opening } else { Code::Timeout.into() }
}

/// The result of an operation by the server's reply.
fn understood(kind: Kind, reply: Reply) -> Outcome<Answer> {
    match (kind, reply) {
        (_, Reply::Refused(why)) => Err(Failure { code: Code::Failed, text: Some(why) }),
        (Kind::Open | Kind::Put, Reply::Done(_)) | (Kind::Erase, Reply::Number(_)) => Ok(Answer::Done),
        (Kind::Put, Reply::Nothing) => Err(Code::KeyExists.into()),
        (Kind::Get, Reply::Bytes(value)) => Ok(Answer::Value(value)),
        (Kind::Get, Reply::Nothing) => Err(Code::KeyNotFound.into()),
        (Kind::Expire, Reply::Number(n)) => Ok(Answer::Removed(usize::try_from(n).unwrap_or(0))),
        (_, other) => {
            Err(Failure { code: Code::Failed, text: Some(format!("the server answered {other:?}")) })
        }
    }
}

// Scripts in Lua that the server runs, each at once. KEYS are names of keys, the last the set with times of expiry.

/// ARGV: the value, whether to overwrite (1), when the entry expires (0 for never), the time. An expired entry that has not
/// been removed yet does not count.
const PUT: &str = "\
local due = tonumber(redis.call('ZSCORE', KEYS[2], KEYS[1]) or 'inf')
if ARGV[2] == '0' and due > tonumber(ARGV[4]) and redis.call('EXISTS', KEYS[1]) == 1 then return false end
if ARGV[3] == '0' then redis.call('ZREM', KEYS[2], KEYS[1]) else redis.call('ZADD', KEYS[2], ARGV[3], KEYS[1]) end
return redis.call('SET', KEYS[1], ARGV[1])";

/// ARGV: the time.
const GET: &str = "\
local due = tonumber(redis.call('ZSCORE', KEYS[2], KEYS[1]) or 'inf')
return due > tonumber(ARGV[1]) and redis.call('GET', KEYS[1])";

const ERASE: &str = "\
redis.call('ZREM', KEYS[2], KEYS[1])
return redis.call('DEL', KEYS[1])";

/// ARGV: the time.
const EXPIRE: &str = "\
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, 1000)
for _, name in ipairs(due) do
  redis.call('DEL', name)
  redis.call('ZREM', KEYS[1], name)
end
return #due";
