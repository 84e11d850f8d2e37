//! The addresses to which a thread connects, and the schedule of retries.
use cluster_wire::zmtp::SocketType;
use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

pub(super) const FIRST_RETRY: Duration = Duration::from_millis(100);
const LAST_RETRY: Duration = Duration::from_secs(5);

/// An address to connect to.
pub(super) struct Dial {
    pub(super) address: String,
    pub(super) socket: SocketType,
    pub(super) again: Again,
    pub(super) pause: Duration,
    /// The time of the next attempt; `None` while connecting or connected.
    pub(super) due: Option<Instant>,
    /// Whether the dial has been ended for good.
    pub(super) is_over: bool,
}

/// The schedule of retries after a dial failed or its connection ended.
#[derive(Clone, Copy)]
pub(crate) enum Again {
    /// After 100 ms, doubling up to 5 s.
    Sooner,
    /// After a fixed time.
    After(Duration),
    /// Not at all.
    Never,
}

impl Dial {
    /// Schedules the next attempt after the dial failed or its connection ended.
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

/// Connects to the first of a name's addresses that accepts the connection.
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
