//! Mail between the nodes of a cluster.
//!
//! A [`Hub`] joins the nodes of this process: each has a bounded mailbox, topics match by prefix, bodies are encoded once
//! and shared. A node's end ([`Node`]) implements [`Carrier`], which is all that a node knows of its cluster. At most
//! one [`Uplink`] takes what is meant for other processes: one connection a process, however many nodes it holds.
//!
//! What it never does: wait for a receiver, call back into a node, look into a body, or lose what membership rests on.
//! It knows no script and no packet; only [`zmq`] and [`websocket`] have sockets and a clock.
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
//! # What a monitor has to do with it
//!
//! The bridge between a monitor's scripts and its [`Node`] is not in this crate. It has to
//!
//! 1. join the hub before scripts are compiled, since `Cluster::node` is asked in `@if`; `Cluster::node_id()` is
//!    [`Node::id`], `Cluster::is_enabled()` says whether there is a node;
//! 2. encode `Cluster::publish` with [`cluster_wire::broker_bin::Encoder`], straight from script values, after checking
//!    the types of its arguments, and pass [`Keep::of_event`] of the event's name;
//! 3. pass `Cluster::subscribe` and `unsubscribe` on, and ask [`Carrier::ready`] at the end of `zeek_init`; then call
//!    [`Node::announce`], and raise `Cluster::hello(name, id)` for each [`LinkChange::Up`], `Cluster::node_down` for each
//!    [`LinkChange::Down`];
//! 4. take mail between two buffers of frames, at most every 10 ms and 100 messages a turn, and at once when idle (the
//!    seat's `wake` is a `runloop::Waker`); queue each event with the flag that `is_remote_event` shows and with the time
//!    of [`cluster_wire::Event::network_time`]; an event without a declaration, or with other arguments than declared, is
//!    counted and told once;
//! 5. at the end of a capture: wait until all workers are done; while [`Hub::in_flight`] is not zero, let every node take
//!    mail and drain its events; then end workers, take mail, end proxies, take mail, end the manager, five seconds at
//!    most in all;
//! 6. report [`Hub::counters`] as `zeek_cluster_*` metrics and a notice when `dropped` grows.
#![forbid(unsafe_code)]

mod carrier;
mod hub;
mod mailbox;
pub mod pool;
mod trie;
pub mod websocket;
pub mod zmq;

pub use carrier::{Carrier, Done, Format, Frame, Head, Inbound, Keep, LinkChange, NodeId, Sent, Token, Why};
pub use hub::{Hub, Node, Outbound, Seat, Taken, Uplink};
pub use mailbox::{Caps, Counters, OTHER_TOPICS, OVERHEAD, Wake};

/// Bytes of a topic or a prefix.
pub const MAX_TOPIC: usize = 1024;

/// Prefixes that a node, or a peer of the proxy, may hold at a time.
pub const MAX_SUBSCRIPTIONS: usize = 20_000;

/// Prefixes that all other processes together may hold at a time, at an uplink and at a proxy.
pub const MAX_FOREIGN_SUBSCRIPTIONS: usize = 200_000;
