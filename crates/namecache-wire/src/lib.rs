//! The bytes of the name-service cache: what a record is, what goes over both sockets, and how both mapped layouts
//! lie in memory.
//!
//! The daemon has two front doors. Through the first one glibc's own client talks to it ([`nscd`]: requests and
//! replies, [`nscd_image`]: the database that the client maps). The second one is ours ([`frame`]: requests and
//! replies, [`root`], [`segment`] and [`view`]: the memory that `libnss_egret.so.2` maps). One [`record`] encoding
//! stands behind both, so that an answer is converted once, at the door it leaves by.
//!
//! The crate is `no_std`, allocates nothing and depends on nothing, because the module that runs inside of every
//! process of the machine is made of it. It never trusts a byte: each accessor checks bounds and answers `None`, no
//! slice is indexed, no loop runs longer than the memory it walks has room for.
//!
//! ```
//! use namecache_wire::record::{self, Record};
//! let mut bytes = Vec::new();
//! record::encode(&[1000, 1000], &[b"ida", b"x", b"Ida", b"/home/ida", b"/bin/sh"], &mut bytes).unwrap();
//! let user = Record::parse(&bytes).unwrap();
//! assert_eq!(user.num(0), Some(1000));
//! assert_eq!(user.string(3), Some(&b"/home/ida"[..]));
//! ```
#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]

pub mod bytes;
pub mod database;
pub mod frame;
pub mod key;
pub mod nscd;
pub mod nscd_image;
pub mod record;
pub mod root;
pub mod segment;
pub mod view;

pub use database::Database;
