//! Addresses that a thread connects to, and when it tries again.
use cluster_wire::zmtp::SocketType;
use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

pub(super) const FIRST_RETRY: Duration = Duration::from_millis(100);
const LAST_RETRY: Duration = Duration::from_secs(5);

/// An address that is connected to.
pub(super) struct Dial {
    pub(super) address: String,
    pub(super) socket: SocketType,
    pub(super) again: Again,
    pub(super) pause: Duration,
    /// When to try next; `None` while it is connecting or connected.
    pub(super) due: Option<Instant>,
    /// Nobody wants it any longer.
    pub(super) is_over: bool,
}

/// When a dial that failed, or whose connection ended, is made again.
#[derive(Clone, Copy)]
pub(crate) enum Again {
    /// After 100 ms, doubled up to 5 s.
    Sooner,
    /// After this time.
    After(Duration),
    /// Not at all.
    Never,
}

impl Dial {
    /// The dial failed, or its connection ended: it is made again in its time.
    pub(super) fn retry(&mut self) {
        let pause = match self.again {
            _ if self.is_over => None,
            Again::Sooner => {
                let pause = self.pause;
                self.pause = (pause * 2).min(LAST_RETRY);
                Some(pause)
            }
            Again::After(pause) => Some(pause),
            Again::Never => None,
        };
        self.due = pause.map(|pause| Instant::now() + pause);
    }
}

/// Connects to the first address of a name that answers.
pub(super) fn connect(address: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, format!("{address} has no address"));
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, LAST_RETRY) {
            Ok(stream) => return Ok(stream),
            Err(e) => last = e,
        }
    }
    Err(last)
}
