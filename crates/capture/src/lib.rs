//! Sources and sinks of frames: capture files, interfaces, and filters over them.
//!
//! A [`FileSource`] reads pcap and pcapng, plain or compressed with gzip or zstd, from a file or a pipe. It yields
//! [`Batch`]es of frames that borrow from its one buffer. The format decoders ([`decode`]) do no IO: they turn bytes
//! into records, so a fuzzer can drive them. A [`Filter`] is a compiled tcpdump expression. libpcap compiles it and is
//! opened with the first filter; the program runs here or in the kernel. [`PcapWriter`] writes captures. [`live`]
//! captures from interfaces. [`PacketSource`] is the common trait of a file, which a thread reads ahead, and an
//! interface.
//!
//! Damage loses no frames before it: these are delivered, then an [`Error`] names the file, the offset and the problem.
//! Memory is capped: no record is longer than the format's limit, whatever its length field says.
//!
//! The crate makes no decisions about frames, keeps no clock, and allocates nothing per frame.
//!
//! ```
//! use capture::{FileSource, Frame, PcapWriter, Precision};
//! use net_types::{LinkType, Timestamp};
//!
//! let dir = tempfile::tempdir()?;
//! let path = dir.path().join("one.pcap");
//! let mut out = PcapWriter::create(&path, Precision::Micros)?;
//! let ts = Timestamp::from_parts(1_362_692_526, 869_344_000);
//! out.write(&Frame { ts, link: LinkType::ETHERNET, wire_len: 60, data: &[0; 42] })?;
//! out.finish()?;
//!
//! let mut source = FileSource::open(&path)?;
//! while let Some(batch) = source.next_batch()? {
//!     for frame in batch.iter() {
//!         assert_eq!((frame.ts, frame.wire_len, frame.data.len()), (ts, 60, 42));
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(
    not(test),
    warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod ahead;
mod bell;
mod bpf;
mod error;
mod file;
mod filter;
mod frame;
mod input;
mod shared;
mod source;
mod sys;
mod write;
mod zstd;

pub mod decode;
#[cfg(target_os = "linux")]
pub mod live;

pub use ahead::{FilePackets, SHARED_BUFFERS};
pub use bpf::{BadProgram, Insn, Program};
pub use decode::is_magic;
pub use error::{Corruption, Error, ErrorKind};
pub use file::FileSource;
pub use filter::{Filter, FilterError};
pub use frame::{Batch, Frame, Record};
pub use shared::SharedFrames;
pub use source::{Counters, Filled, Notice, PacketSource, SourceError};
pub use write::{PcapWriter, Precision};
