//! The connection to a Redis server: a thread opens it and reads replies, so that waiting for the server is a choice of
//! whoever sent the command.
use super::resp::{self, Reply};
use super::{Options, Server};
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream, ToSocketAddrs as _};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::thread;
use std::time::Duration;

/// The most replies that wait to be taken; the thread stops reading until there is room.
const MOST_REPLIES: usize = 1024;

/// How long a server that refuses connections is tried again, because it may just be starting. Tests run on busy machines.
const STARTING: Duration = Duration::from_secs(if cfg!(test) { 60 } else { 1 });
/// The time between two attempts.
const ATTEMPT: Duration = Duration::from_millis(40);

/// Called on the connection's thread when there is something to take.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// What comes from the connection's thread. The first is `Open` or `Lost`.
pub(super) enum Arrival {
    /// The server accepted the connection and the password.
    Open(Stream),
    /// The answer to the oldest command without one.
    Reply(Reply),
    /// There is no connection (any more), for this reason. Nothing follows.
    Lost(String),
}

/// An open connection.
pub(super) enum Stream {
    Tcp(TcpStream),
    Unix(UnixStream),
}

impl Stream {
    fn open(o: &Options) -> io::Result<Stream> {
        match &o.server {
            Server::Unix(path) => UnixStream::connect(path).map(Stream::Unix),
            Server::Tcp(host, port) => {
                let addresses: Vec<SocketAddr> = (host.as_str(), *port).to_socket_addrs()?.collect();
                let mut left = o.connect.min(STARTING);
                let stream = loop {
                    match connect(&addresses, o.connect) {
                        Err(e) if e.kind() == ErrorKind::ConnectionRefused && left > ATTEMPT => {
                            thread::park_timeout(ATTEMPT);
                            left -= ATTEMPT;
                        }
                        connected => break connected?,
                    }
                };
                stream.set_nodelay(true)?;
                Ok(Stream::Tcp(stream))
            }
        }
    }

    fn again(&self) -> io::Result<Stream> {
        match self {
            Stream::Tcp(s) => s.try_clone().map(Stream::Tcp),
            Stream::Unix(s) => s.try_clone().map(Stream::Unix),
        }
    }

    fn limit(&self, reading: Option<Duration>, writing: Duration) -> io::Result<()> {
        match self {
            Stream::Tcp(s) => s.set_read_timeout(reading).and_then(|()| s.set_write_timeout(Some(writing))),
            Stream::Unix(s) => s.set_read_timeout(reading).and_then(|()| s.set_write_timeout(Some(writing))),
        }
    }

    fn close(&self) {
        // The server may have closed it already.
        drop(match self {
            Stream::Tcp(s) => s.shutdown(Shutdown::Both),
            Stream::Unix(s) => s.shutdown(Shutdown::Both),
        });
    }
}

impl Read for Stream {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        match self {
            Stream::Tcp(s) => s.read(to),
            Stream::Unix(s) => s.read(to),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        match self {
            Stream::Tcp(s) => s.write(from),
            Stream::Unix(s) => s.write(from),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A connection that is being opened, is open, or is lost.
pub(super) struct Link {
    arrivals: Receiver<Arrival>,
    stream: Option<Stream>,
}

impl Link {
    /// Begins to open a connection.
    ///
    /// # Errors
    /// If no thread can be started.
    pub(super) fn begin(o: Options, wake: Wake) -> io::Result<Link> {
        let (sender, arrivals) = sync_channel(MOST_REPLIES);
        thread::Builder::new().name("redis".into()).spawn(move || serve(&o, &sender, &wake))?;
        Ok(Link { arrivals, stream: None })
    }

    /// What has arrived next, if anything has.
    pub(super) fn take(&mut self) -> Option<Arrival> {
        match self.arrivals.try_recv() {
            Ok(arrival) => self.kept(arrival),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(ended()),
        }
    }

    /// What arrives next, within this time.
    pub(super) fn wait(&mut self, most: Duration) -> Option<Arrival> {
        match self.arrivals.recv_timeout(most) {
            Ok(arrival) => self.kept(arrival),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(ended()),
        }
    }

    fn kept(&mut self, arrival: Arrival) -> Option<Arrival> {
        if let Arrival::Open(stream) = &arrival {
            self.stream = stream.again().ok();
        }
        Some(arrival)
    }

    /// Sends a command.
    ///
    /// # Errors
    /// If the connection is not open, or the server takes no more.
    pub(super) fn send(&mut self, command: &[u8]) -> io::Result<()> {
        self.stream.as_mut().ok_or(ErrorKind::NotConnected)?.write_all(command)
    }
}

impl Drop for Link {
    /// Ends the thread: reading fails.
    fn drop(&mut self) {
        if let Some(stream) = &self.stream {
            stream.close();
        }
    }
}

fn ended() -> Arrival {
    Arrival::Lost("Server closed the connection".to_owned())
}

/// The thread: opens the connection, passes on replies until it ends.
fn serve(o: &Options, to: &SyncSender<Arrival>, wake: &Wake) {
    let pass = |arrival: Arrival| {
        let taken = to.send(arrival).is_ok();
        wake();
        taken
    };
    let mut from = match opened(o) {
        Ok((stream, from)) => {
            if !pass(Arrival::Open(stream)) {
                return;
            }
            from
        }
        Err(why) => {
            pass(Arrival::Lost(why));
            return;
        }
    };
    loop {
        match resp::read(&mut from) {
            Ok(reply) => {
                if !pass(Arrival::Reply(reply)) {
                    return;
                }
            }
            Err(e) => {
                pass(if e.kind() == ErrorKind::InvalidData { Arrival::Lost(e.to_string()) } else { ended() });
                return;
            }
        }
    }
}

/// Connects to the first address that answers.
fn connect(addresses: &[SocketAddr], patience: Duration) -> io::Result<TcpStream> {
    let mut last = Err(io::Error::new(ErrorKind::NotFound, "the name has no address"));
    for address in addresses {
        last = TcpStream::connect_timeout(address, patience);
        if last.is_ok() {
            break;
        }
    }
    last
}

/// Connects and authenticates.
fn opened(o: &Options) -> Result<(Stream, BufReader<Stream>), String> {
    let failed = |e: io::Error| format!("Failed to connect to {}: {e}", o.server);
    let mut stream = Stream::open(o).map_err(failed)?;
    stream.limit(Some(o.connect), o.operation).map_err(failed)?;
    let mut from = BufReader::new(stream.again().map_err(failed)?);
    if o.username.is_some() || o.password.is_some() {
        let mut words: Vec<&[u8]> = vec![b"AUTH"];
        words.extend(o.username.as_deref().map(str::as_bytes));
        words.push(o.password.as_deref().unwrap_or_default().as_bytes());
        stream.write_all(&resp::command(&words)).map_err(failed)?;
        if let Reply::Refused(why) = resp::read(&mut from).map_err(failed)? {
            return Err(format!("AUTH command failed to authenticate: {why}"));
        }
    }
    stream.limit(None, o.operation).map_err(failed)?;
    Ok((stream, from))
}
