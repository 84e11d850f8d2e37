//! Plain network values, each with its unit: [`Addr`], [`Subnet`], [`Port`], [`Timestamp`], [`Interval`], [`LinkType`], [`Mac`].
//!
//! Data only: no clock, no lookup, no allocation. Text forms are those of scripts and logs.
//!
//! ```
//! use net_types::{Addr, Port, Subnet};
//! let net: Subnet = "10.0.0.0/8".parse().unwrap();
//! assert!(net.contains("10.1.2.3".parse::<Addr>().unwrap()));
//! assert_eq!(Port::tcp(80).to_string(), "80/tcp");
//! ```
mod addr;
mod date;
mod link;
mod mac;
mod port;
mod time;

pub use addr::{Addr, AddrParseError, Subnet};
pub use date::days_from_epoch;
pub use link::LinkType;
pub use mac::Mac;
pub use port::{Port, PortParseError, TransportProto};
pub use time::{Interval, Timestamp};
