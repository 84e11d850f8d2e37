//! DNS over UDP and TCP, multicast DNS, LLMNR and NetBIOS names (RFC 1035, 6762, 4795, 1002).
mod anomaly;
mod message;
mod rdata;
mod report;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use message::{Cursor, HEADER, Limits, Name, Question, RecordHead, header};
pub use rdata::{Nsec3Params, Rdata, Soa, rtype};
pub use state::{Config, Dns, maker};
