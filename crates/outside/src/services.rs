//! Services that a run calls or offers: name servers, the system's log, and the server for metrics.
use runloop::Waker;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

/// Access to name servers.
pub trait NameService {
    /// Creates a client of name servers. `bell` is woken when an answer arrives.
    fn name_servers(&mut self, bell: Option<Waker>) -> Box<dyn NameServers>;
}

/// A client of name servers and the cache daemon. Calls do not wait for answers.
pub trait NameServers {
    /// Sends a query to these servers in order until one answers. The answer carries `id`; an error of the kind
    /// [`io::ErrorKind::TimedOut`] means that no server answered.
    fn ask(&mut self, id: u64, servers: &[SocketAddr], query: Vec<u8>);
    /// Reads a key from the hosts cache of the daemon at this socket. The answer is the record, or empty if there is no
    /// record.
    fn read(&mut self, id: u64, socket: &str, key: Vec<u8>);
    /// Returns the next answer. Waits at most `wait` for it.
    fn answer(&mut self, wait: Duration) -> Option<(u64, io::Result<Vec<u8>>)>;
}

/// Starts servers for metrics.
pub trait MetricsDoors {
    /// Listens at an address and port. An empty address means 127.0.0.1.
    ///
    /// # Errors
    /// The system's error.
    fn metrics_door(&mut self, address: &str, port: u16) -> io::Result<Box<dyn MetricsDoor>>;
}

/// A server for metrics. No call blocks.
pub trait MetricsDoor {
    /// Sets the waker that is called when a request arrives.
    fn ring(&mut self, bell: Waker);
    /// Sets the answer to requests for `/services.json`: where the metrics of all nodes are.
    fn list(&mut self, endpoints: Vec<u8>);
    /// Whether requests wait for an answer.
    fn is_asked(&mut self) -> bool;
    /// Answers all waiting requests.
    fn answer(&mut self, text: Vec<u8>);
}

/// The system's log.
pub trait Syslog {
    /// Writes a message.
    fn syslog(&mut self, message: &str);
}
