//! DNS over UDP and TCP, multicast DNS, LLMNR and NetBIOS names (RFC 1035, 6762, 4795, 1002).
//!
//! Raises `dns_message`; `dns_request`, `dns_rejected` or `dns_query_reply` for each question; an event for each
//! record; and `dns_end`.
//!
//! Limits: the depth of compression pointers, the length of names, and the number of strings and bitmaps in a record.
mod anomaly;
mod edns;
mod message;
mod rdata;
mod read;
mod read_dnssec;
mod report;
mod report_dnssec;
mod section;
mod state;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use message::{Cursor, HEADER, Limits, Name, Question, RecordHead, header};
pub use rdata::{Nsec3Params, Rdata, Rrsig, Soa, rtype};
pub use state::{Config, Dns, maker};
