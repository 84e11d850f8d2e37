//! The formats of the name-service cache: records, the messages on both sockets, and both layouts of mapped memory.
//!
//! The daemon serves two interfaces. The first is nscd's, which glibc's client uses ([`nscd`]: requests and answers;
//! [`nscd_image`]: the database that the client maps). The second is Egret's own ([`frame`]: requests and answers;
//! [`root`], [`segment`] and [`view`]: the memory that `libnss_egret.so.2` maps). The daemon keeps every answer as a
//! [`record`] and converts it only when it leaves through one of the interfaces.
//!
//! The crate is `no_std`, allocates nothing and has no dependencies, because it is the core of `libnss_egret.so.2`,
//! which runs inside every process of the machine. It trusts no byte: accessors check bounds and return `None`, no
//! slice is indexed, and the number of iterations of each loop is bounded by the size of the memory.
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
