//! TFTP over UDP (RFC 1350), with options (RFC 2347) for the size of blocks, timeouts and the size of the file (RFC
//! 2348, 2349).
//!
//! Raises an event for each message, and passes the file on block by block. A request goes to port 69; the server
//! answers from another port, so the analyzer of a request expects that connection.
//!
//! Bytes of a file are passed on as they were sent: in mode netascii with CR LF for the end of a line. A block that
//! comes again is raised and not handed on again; blocks that never come are a gap. A datagram is a message, so nothing
//! is buffered, and of the options of a message [`MAX_OPTIONS`] are read.
mod anomaly;
mod parser;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use parser::{MAX_OPTIONS, Message};
pub use state::{Tftp, maker};
