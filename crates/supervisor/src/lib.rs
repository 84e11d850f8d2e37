//! Nodes that are kept running.
//!
//! A supervisor runs scripts, which say what nodes there are. It has one child, the stem, whose children the nodes are:
//! the stem starts them, revives those that end and passes on what they print, and when either of the two ends, all
//! nodes do. This crate holds what both sides agree on: how a node is described ([`NodeConfig`]), what they tell each
//! other ([`Order`], [`Report`]), and when the stem does what ([`Nursery`]). Time is an argument; processes, pipes and
//! signals are the caller's.
//!
//! ```
//! use std::time::{Duration, Instant};
//! use supervisor::{Act, NodeConfig, Nursery, Order};
//! # #[expect(clippy::disallowed_methods)]
//! let now = Instant::now();
//! let mut nursery = Nursery::new();
//! nursery.handle_order(Order::Create(Box::new(NodeConfig::new("worker-1"))), now);
//! assert!(matches!(nursery.poll_act(), Some(Act::Start(node)) if node.name == "worker-1"));
//! nursery.handle_end("worker-1", now);
//! assert!(nursery.poll_act().is_none());
//! nursery.handle_time(now + Duration::from_secs(1));
//! assert!(matches!(nursery.poll_act(), Some(Act::Start(_))));
//! ```
#![forbid(unsafe_code)]

mod message;
mod node;
mod nursery;
mod revival;

pub use message::{Bad, MAX_LINE, MAX_MESSAGE, Order, Report, Stream, read, write};
pub use node::{ClusterEndpoint, NodeConfig, Role, Unfit};
pub use nursery::{Act, Nursery, Urge};
pub use revival::Revival;
