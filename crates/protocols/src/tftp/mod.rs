//! TFTP over UDP (RFC 1350), with options (RFC 2347) for block size, timeout and file size (RFC 2348, 2349).
//!
//! Raises an event for each message, and passes the file on block by block. A request goes to port 69; the server
//! replies from another port, so the request's analyzer expects that connection.
//!
//! Bytes of a file are passed on as they were sent: in mode netascii, with CR LF at the end of a line. A repeated block
//! raises its event but is not passed on again; blocks that never arrive are a gap. Each datagram is one message, so
//! nothing is buffered. At most [`MAX_OPTIONS`] options of a message are read.
mod anomaly;
mod parser;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use parser::{MAX_OPTIONS, Message};
pub use state::{Tftp, maker};
