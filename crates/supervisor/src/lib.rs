//! Keeps the nodes of a supervisor running.
//!
//! A supervisor runs scripts, which create the nodes. It has one child process, the stem. The nodes are children of the
//! stem: it starts them, restarts those that end and passes on their output. If the supervisor or the stem ends, all
//! nodes end. This crate defines the parts that both share: the configuration of a node ([`NodeConfig`]), their
//! messages ([`Order`], [`Report`]), and the stem's decisions ([`Nursery`]). Time is an argument; the caller handles
//! processes, pipes and signals.
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
