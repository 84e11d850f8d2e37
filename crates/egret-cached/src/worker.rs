//! A worker: a process that does nothing but look names up, one after the other, until its socket ends.
use crate::sys::nss;
use namecache::lookup::{self, Answer, Question};
use namecache::sources::Sources;
use namecache_wire::Database;
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;

/// Bytes of a list that are sent at a time.
const PART: usize = 128 << 10;

/// Answers questions until the daemon hangs up. Must run in a process of its own, with one thread.
pub(crate) fn run(mut stream: UnixStream, nsswitch: &str) {
    stay_out_of_ourselves(nsswitch);
    let mut inbox = Vec::new();
    let mut room = [0u8; 4096];
    loop {
        let taken = match lookup::question(&inbox) {
            Ok(Some((id, question, taken))) => {
                if answer(&mut stream, id, question).is_err() {
                    return;
                }
                taken
            }
            Ok(None) => match stream.read(&mut room) {
                Ok(n) if n > 0 => {
                    inbox.extend_from_slice(&room[..n]);
                    continue;
                }
                _ => return,
            },
            Err(lookup::Garbled) => return,
        };
        inbox.drain(..taken);
    }
}

/// Lookups here must reach the other sources: neither our module nor a daemon behind nscd's socket, which is us.
/// libc skips that socket for a database whose line a process has set itself.
fn stay_out_of_ourselves(nsswitch: &str) {
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
