//! Mail between the nodes of a cluster.
//!
//! A [`Hub`] joins the nodes of this process. Each node has a bounded mailbox; topics match by prefix; bodies are
//! encoded once and shared. A node's end ([`Node`]) implements [`Carrier`], the only interface between a node and its
//! cluster. At most one [`Uplink`] carries messages for other processes: one connection per process, however many nodes
//! it has.
//!
//! The hub never waits for a receiver, calls back into a node, looks into a body, or loses events on which membership
//! depends. It has no access to scripts or packets; only [`zmq`] and [`websocket`] use sockets and a clock.
//!
//! ```
//! use cluster::{Caps, Carrier, Format, Hub, Inbound, Keep, Seat};
//! use std::collections::VecDeque;
//! let hub = Hub::new(2);
//! let mut manager = hub.join(Seat::new("manager", "m".into(), Caps::LIVE)).unwrap();
//! let mut worker = hub.join(Seat::new("worker-1", "w".into(), Caps::LIVE)).unwrap();
//! manager.subscribe("zeek/cluster/manager");
//! worker.publish("zeek/cluster/manager", Keep::Droppable, Format::BrokerBin, b"hello"[..].into());
//! let mut mail = VecDeque::new();
//! manager.take(100, &mut mail);
//! assert!(matches!(&mail[0], Inbound::Event { body, .. } if **body == *b"hello"));
//! ```
//!
//! # How a monitor uses it
//!
//! The code that connects a monitor's scripts to its [`Node`] is not in this crate. It must
//!
//! 1. join the hub before scripts are compiled, since scripts use `Cluster::node` in `@if`; `Cluster::node_id()` is
//!    [`Node::id`], and `Cluster::is_enabled()` tells whether there is a node;
//! 2. encode `Cluster::publish` with [`cluster_wire::broker_bin::Encoder`], directly from script values, after checking
//!    the types of its arguments, and pass [`Keep::of_event`] of the event's name;
//! 3. forward `Cluster::subscribe` and `unsubscribe`, and call [`Carrier::ready`] at the end of `zeek_init`; then call
//!    [`Node::announce`], and raise `Cluster::hello(name, id)` for each [`LinkChange::Up`] and `Cluster::node_down` for
//!    each [`LinkChange::Down`];
//! 4. take mail between two buffers of frames, at most every 10 ms and 100 messages per turn, and at once when idle
//!    (the seat's `wake` is a `runloop::Waker`); queue each event with the flag that `is_remote_event` returns and with
//!    the time of [`cluster_wire::Event::network_time`]; count an event without a declaration, or with other arguments
//!    than declared, and report it once;
//! 5. at the end of a capture, wait until all workers are done; while [`Hub::in_flight`] is not zero, let every node
//!    take mail and drain its events; then end workers, take mail, end proxies, take mail, and end the manager, all
//!    within five seconds;
//! 6. report [`Hub::counters`] as `zeek_cluster_*` metrics, and raise a notice when `dropped` grows.
#![forbid(unsafe_code)]

mod bell;
mod carrier;
mod hub;
mod last_events;
mod mailbox;
pub mod peering;
mod pem;
pub mod pool;
mod tls;
mod trie;
pub mod websocket;
pub mod zmq;

pub use bell::Bell;
pub use carrier::{
    Body, Carrier, Done, Format, Head, Inbound, Keep, LinkChange, NodeId, PeerChange, PeerEnd, Sent, Token,
    Why,
};
pub use hub::{Hub, Node, Outbound, Seat, Taken, Uplink};
pub use last_events::LastEvents;
pub use mailbox::{Caps, Counters, OTHER_TOPICS, OVERHEAD, Wake};

/// The maximum length of a topic or prefix in bytes.
pub const MAX_TOPIC: usize = 1024;

/// The maximum number of prefixes that a node, or a peer of the proxy, may hold at a time.
pub const MAX_SUBSCRIPTIONS: usize = 20_000;

/// The maximum number of prefixes that all other processes together may hold at a time, at an uplink and at a proxy.
pub const MAX_FOREIGN_SUBSCRIPTIONS: usize = 200_000;
