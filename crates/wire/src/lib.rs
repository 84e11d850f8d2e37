//! Views of packet headers, and the [`Reader`] that all parsers of the project use.
//!
//! Each layer is one file. A view exists only if its header is complete, so its accessors cannot fail. Offsets are
//! constants checked against the header's size at compile time ([`Fixed`]); parts of variable length are read with
//! checked splits or the [`Reader`]. Each layer has one enum of anomalies, whose variants know their weird names
//! ([`Anomaly`]).
//!
//! The crate borrows its input. It never copies or allocates, keeps no state between packets, and does not choose which
//! decoder follows which; that is up to the crate that walks the layers.
//!
//! ```
//! use wire::{EtherType, ip, link::ethernet::{Content, Frame}, udp};
//! let bytes = b"\x02\0\0\0\0\x01\x02\0\0\0\0\x02\x08\0\
//!     \x45\0\0\x1d\0\0\0\0\x40\x11\0\0\x0a\0\0\x01\x0a\0\0\x02\
//!     \x04\0\0\x35\0\x09\0\0!\0\0";
//! let frame = Frame::parse(bytes)?;
//! assert_eq!(frame.content(), Content::EtherType(EtherType::IPV4));
//! let packet = ip::Packet::parse(frame.payload(), frame.payload().len(), false)?;
//! let datagram = udp::Datagram::parse(packet.captured(), packet.payload_len())?;
//! assert_eq!((datagram.dst_port(), datagram.payload()), (53, &b"!"[..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::indexing_slicing, reason = "a panic ends the process: panic = abort"),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod anomaly;
mod checksum;
mod fixed;
mod numbers;
mod reader;

pub mod icmp;
pub mod icmpv6;
pub mod ip;
pub mod link;
pub mod sctp;
pub mod tcp;
pub mod tunnel;
pub mod udp;

pub use anomaly::Anomaly;
pub use checksum::Checksum;
pub use fixed::Fixed;
pub use numbers::{EtherType, IpProto};
pub use reader::{ReadError, ReadResult, Reader};
