//! What a node sees of a cluster: a carrier that takes its messages, and the mail that it gets.
use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

/// An encoded body, shared by all receivers.
pub type Body = Arc<[u8]>;

/// The id of a node for as long as it runs. It is unique: a restarted node gets a new one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(Arc<str>);

impl NodeId {
    /// The id of a node of this process: `egret_NAME_HOST_PID_N`, where no other node of the process has `n`.
    pub fn local(name: &str, host: &str, pid: u32, n: u64) -> Self {
        NodeId(format!("egret_{name}_{host}_{pid}_{n}").into())
    }

    /// The id's text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for NodeId {
    fn from(id: &str) -> Self {
        NodeId(id.into())
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How a body is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// `broker-bin-v1`: events.
    BrokerBin,
    /// `zeek-bin-serializer`: log rows.
    ZeekBin,
}

impl Format {
    /// The name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Format::BrokerBin => cluster_wire::broker_bin::NAME,
            Format::ZeekBin => cluster_wire::rows::NAME,
        }
    }
}

/// Whether an event may be dropped if a mailbox is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Dropped at the cap.
    Droppable,
    /// Dropped only at twice the mailbox's bytes. For events that membership depends on.
    Always,
}

impl Keep {
    /// The choice for an event from outside: greetings are `Always`.
    pub fn of_event(name: &[u8]) -> Self {
        let is_greeting = name.starts_with(b"Cluster::") && name.ends_with(b"::hello");
        if is_greeting { Keep::Always } else { Keep::Droppable }
    }
}

/// The acknowledgement that a carrier waits for. A batch without it is delivered again, perhaps to another logger.
pub struct Done {
    /// Identifies the batch: the same each time that it is delivered.
    pub id: Arc<str>,
    acknowledge: Box<dyn FnOnce() + Send>,
}

impl Done {
    /// `acknowledge` runs on the logger's thread and must not block.
    pub fn new(id: Arc<str>, acknowledge: Box<dyn FnOnce() + Send>) -> Self {
        Done { id, acknowledge }
    }

    /// The rows are on disk.
    pub fn on_disk(self) {
        (self.acknowledge)();
    }
}

impl fmt::Debug for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Done({})", self.id)
    }
}

/// Mail of a node.
#[derive(Debug)]
pub enum Inbound {
    /// An event of another node.
    Event {
        /// The topic it was published to.
        topic: Arc<str>,
        /// The node that published it.
        from: NodeId,
        /// How its body is encoded.
        format: Format,
        /// The encoded event.
        body: Body,
    },
    /// Log rows of another node.
    Rows {
        /// The node that wrote them.
        from: NodeId,
        /// How the body is encoded.
        format: Format,
        /// The encoded batch.
        body: Body,
        /// To be called when the rows are on disk, if the carrier waits for that.
        done: Option<Done>,
    },
    /// Some node subscribed to this prefix; no node had before. Only nodes that watch subscriptions get this.
    Subscribed(Box<str>),
    /// The last subscriber of this prefix left.
    Unsubscribed(Box<str>),
    /// Answers [`Carrier::ready`]: earlier subscriptions are in effect, and publications reach their subscribers.
    Ready(Token),
    /// A node came or went.
    Link(LinkChange),
    /// A connection to another process changed.
    Peering(PeerChange),
    /// An error, for the event `Cluster::Backend::error`.
    Trouble {
        /// A tag that scripts compare.
        tag: &'static str,
        /// What failed, where, and with what consequence.
        message: String,
    },
}

/// Identifies a call of [`Carrier::ready`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token(pub u64);

/// A node came or went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkChange {
    /// It runs and receives events.
    Up {
        /// Its name.
        name: Arc<str>,
        /// Its id.
        id: NodeId,
    },
    /// It is gone.
    Down {
        /// Its name.
        name: Arc<str>,
        /// Its id.
        id: NodeId,
    },
}

/// Another process that this one is connected to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerEnd {
    /// The id of its node; empty if that is not known.
    pub id: Arc<str>,
    /// Its address, as this process knows it.
    pub host: Arc<str>,
    /// Its port: the one that it listens at if this process made the connection.
    pub port: u16,
    /// Whether this process made the connection.
    pub is_outbound: bool,
}

/// A connection to another process changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeerChange {
    /// Both ends know what the other subscribed to.
    Added(PeerEnd),
    /// This process ended it.
    Removed(PeerEnd),
    /// It broke, or the other process ended it.
    Lost(PeerEnd),
    /// It cannot be made.
    Unreachable(PeerEnd),
    /// It was to be ended and did not exist.
    Unknown(PeerEnd),
}

/// The result of sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// It is in the mailboxes of all receivers, if there are any.
    Queued,
    /// At least one receiver's mailbox dropped it.
    Dropped(Why),
}

/// Why a message was dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// A mailbox was full.
    Full,
    /// No logger exists for the rows.
    NoLogger,
    /// A topic longer than [`crate::MAX_TOPIC`].
    LongTopic,
}

/// The stream and path of a batch of rows, for carriers that route by them.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a> {
    /// The topic, for carriers that pass rows to those who subscribed.
    pub topic: &'a str,
    /// The stream, `Module::LOG`.
    pub stream: &'a str,
    /// The path.
    pub path: &'a str,
}

/// A node's connection to its cluster. Methods never block and never call back.
pub trait Carrier {
    /// Sends an event to all other nodes that subscribe to a prefix of `topic`.
    fn publish(&mut self, topic: &str, keep: Keep, format: Format, body: Body) -> Sent;

    /// Subscribes to topics that begin with `prefix`; `false` if the node has [`crate::MAX_SUBSCRIPTIONS`] or the
    /// prefix is longer than [`crate::MAX_TOPIC`].
    fn subscribe(&mut self, prefix: &str) -> bool;

    /// Ends a subscription.
    fn unsubscribe(&mut self, prefix: &str);

    /// Sends log rows to one logger.
    fn rows(&mut self, head: Head<'_>, format: Format, body: Body) -> Sent;

    /// Asks for [`Inbound::Ready`] once all earlier subscriptions are in effect.
    fn ready(&mut self, token: Token);

    /// Moves up to `most` items of mail to the end of `into`. Items of the previous call now count as handled.
    fn take(&mut self, most: usize, into: &mut VecDeque<Inbound>);

    /// Leaves the cluster. Messages of this node may still go out until `until`.
    fn close(self: Box<Self>, until: Instant);
}
