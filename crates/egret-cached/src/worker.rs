//! A worker: a process that looks up names, one after the other, until the daemon closes its socket.
use crate::sys::nss;
use namecache::lookup::{self, Answer, Question};
use namecache::sources::Sources;
use namecache_wire::Database;
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;

/// The number of bytes of a list to send at a time.
const PART: usize = 128 << 10;

/// Answers questions until the daemon closes the socket. Must run in a separate process with one thread.
pub(crate) fn run(mut stream: UnixStream, nsswitch: &str) {
    bypass_this_cache(nsswitch);
    let mut inbox = Vec::new();
    let mut buffer = [0u8; 4096];
    loop {
        let taken = match lookup::question(&inbox) {
            Ok(Some((id, question, taken))) => {
                if answer(&mut stream, id, question).is_err() {
                    return;
                }
                taken
            }
            Ok(None) => match stream.read(&mut buffer) {
                Ok(n) if n > 0 => {
                    inbox.extend_from_slice(&buffer[..n]);
                    continue;
                }
                _ => return,
            },
            Err(lookup::Garbled) => return,
        };
        inbox.drain(..taken);
    }
}

/// Makes libc ask the other sources, but neither `libnss_egret.so.2` nor nscd's socket, because both lead back to this
/// cache. libc skips that socket for a database whose sources the process has set.
fn bypass_this_cache(nsswitch: &str) {
    for db in Database::ALL {
        let own_line = nsswitch.lines().any(|l| l.trim_start().starts_with("initgroups"));
        if db != Database::Initgroups || own_line {
            nss::configure(db.name(), &Sources::of(db, nsswitch).others);
        }
    }
}

fn answer(stream: &mut UnixStream, id: u64, question: Question<'_>) -> std::io::Result<()> {
    let mut out = Vec::new();
    match question {
        Question::LookUp(db, key) => nss::look_up(db, key, |a| lookup::put_answer(id, a, &mut out)),
        Question::List(db) => {
            let mut part = Vec::new();
            let mut sent = Ok(());
            let all = nss::list(db, &mut |record: &[u8]| {
                lookup::put_part(record, &mut part);
                if part.len() > PART {
                    let mut out = Vec::with_capacity(part.len() + 32);
                    lookup::put_answer(id, Answer::Part(&part), &mut out);
                    part.clear();
                    if sent.is_ok() {
                        sent = stream.write_all(&out);
                    }
                }
            });
            sent?;
            if !part.is_empty() {
                lookup::put_answer(id, Answer::Part(&part), &mut out);
            }
            lookup::put_answer(id, if all { Answer::Absent } else { Answer::Failed }, &mut out);
        }
    }
    stream.write_all(&out)
}
