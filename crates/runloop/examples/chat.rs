//! A line server on a Unix socket, with dynamic sources, timeouts and signals. Each line goes to all other clients; a
//! client that is silent for a minute is disconnected. Run `cargo run -p runloop --example chat -- /tmp/chat.sock`,
//! then `socat - UNIX:/tmp/chat.sock` twice.
#![allow(clippy::disallowed_methods, reason = "an example is a program")]
use runloop::{
    Cadence, Fds, Interest, IoSource, Loop, Next, PollerKind, Signal, Signals, SourceId, Time, Turn,
};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::time::Duration;

const SILENCE: Duration = Duration::from_secs(60);

/// State shared by all sources: the writing ends of all clients.
#[derive(Default)]
struct Room {
    members: Vec<(SourceId, UnixStream)>,
}

struct Door(UnixListener);

impl IoSource<Room> for Door {
    fn name(&self) -> &str {
        "door"
    }
    fn register(&mut self, fds: &mut Fds<'_>) -> io::Result<()> {
        self.0.set_nonblocking(true)?;
        fds.add(&self.0, Interest::Read)
    }
    fn turn(&mut self, _: &mut Room, turn: &mut Turn<'_, Room>) -> io::Result<Next> {
        loop {
            match self.0.accept() {
                Ok((socket, _)) => turn.add(Box::new(Guest { socket, joined: false, heard: turn.now() })),
                Err(e) if e.kind() == ErrorKind::WouldBlock => return Ok(Next::Idle),
                Err(e) => return Err(e),
            }
            if turn.spent() {
                return Ok(Next::More);
            }
        }
    }
}

struct Guest {
    socket: UnixStream,
    joined: bool,
    heard: Time,
}

impl IoSource<Room> for Guest {
    fn name(&self) -> &str {
        "guest"
    }
    fn register(&mut self, fds: &mut Fds<'_>) -> io::Result<()> {
        self.socket.set_nonblocking(true)?;
        fds.add(&self.socket, Interest::Read)
    }
    fn next_timeout(&mut self, now: Time) -> Option<Duration> {
        // The first turn adds the client to the room.
        Some(if self.joined { (self.heard + SILENCE).since(now) } else { Duration::ZERO })
    }
    fn turn(&mut self, room: &mut Room, turn: &mut Turn<'_, Room>) -> io::Result<Next> {
        let id = turn.id();
        if !self.joined {
            room.members.push((id, self.socket.try_clone()?));
            self.joined = true;
        }
        if turn.now() >= self.heard + SILENCE {
            return Ok(self.leave(room, id));
        }
        let mut line = [0; 1024];
        loop {
            match self.socket.read(&mut line) {
                Ok(0) => return Ok(self.leave(room, id)),
                Ok(n) => {
                    self.heard = turn.now();
                    for (_, other) in room.members.iter_mut().filter(|(member, _)| *member != id) {
                        // A client that does not read loses lines; the others do not wait for it.
                        let _ = other.write(&line[..n]);
                    }
                }
                Err(e) if e.kind() == ErrorKind::WouldBlock => return Ok(Next::Idle),
                Err(_) => return Ok(self.leave(room, id)),
            }
            if turn.spent() {
                return Ok(Next::More);
            }
        }
    }
}

impl Guest {
    fn leave(&self, room: &mut Room, id: SourceId) -> Next {
        room.members.retain(|(member, _)| *member != id);
        Next::Done
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected a path for the socket")?;
    let mut work = Loop::new(PollerKind::default(), Cadence::default())?;
    let stop = |_: Signal, _: &mut Room, turn: &mut Turn<'_, Room>| {
        turn.stop();
        Ok(())
    };
    work.add(Box::new(Signals::new(&[Signal::Terminate, Signal::Interrupt], stop)?))?;
    work.add(Box::new(Door(UnixListener::bind(&path)?)))?;
    work.run(&mut Room::default())?;
    std::fs::remove_file(path)?;
    Ok(())
}
