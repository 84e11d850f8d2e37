//! A node's view of its cluster: a carrier that takes its messages, and the mail that it receives.
use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

/// An encoded body, shared by all receivers.
pub type Body = Arc<[u8]>;

/// The id of a node while it runs. It is unique: a restarted node gets a new one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(Arc<str>);

impl NodeId {
    /// Creates the id of a node of this process: `egret_NAME_HOST_PID_N`. No other node of the process may have `n`.
    pub fn local(name: &str, host: &str, pid: u32, n: u64) -> Self {
        NodeId(format!("egret_{name}_{host}_{pid}_{n}").into())
    }

    /// The text of the id.
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

/// The encoding of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// `broker-bin-v1`: events.
    BrokerBin,
    /// `zeek-bin-serializer`: log rows.
    ZeekBin,
}

impl Format {
    /// The encoding's name in messages.
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
    /// Dropped when the mailbox is full.
    Droppable,
    /// Dropped only at twice the mailbox's limit of bytes. For events on which membership depends.
    Always,
}

impl Keep {
    /// Returns the choice for an event from another process: greetings are `Always`.
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

/// An item of a node's mail.
#[derive(Debug)]
pub enum Inbound {
    /// An event from another node.
    Event {
        /// The topic to which it was published.
        topic: Arc<str>,
        /// The node that published it.
        from: NodeId,
        /// The encoding of the body.
        format: Format,
        /// The encoded event.
        body: Body,
    },
    /// Log rows from another node.
    Rows {
        /// The node that wrote the rows.
        from: NodeId,
        /// The encoding of the body.
        format: Format,
        /// The encoded batch.
        body: Body,
        /// To be called when the rows are on disk, if the carrier waits for that.
        done: Option<Done>,
    },
    /// A node subscribed to this prefix, and no node had before. Only nodes that watch subscriptions get this.
    Subscribed(Box<str>),
    /// The last subscriber of this prefix unsubscribed.
    Unsubscribed(Box<str>),
    /// The answer to [`Carrier::ready`]: earlier subscriptions are in effect, and publications reach their subscribers.
    Ready(Token),
    /// A node joined or left.
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

/// A node that joined or left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkChange {
    /// The node runs and receives events.
    Up {
        /// The node's name.
        name: Arc<str>,
        /// The node's id.
        id: NodeId,
    },
    /// The node left.
    Down {
        /// The node's name.
        name: Arc<str>,
        /// The node's id.
        id: NodeId,
    },
}

/// The other process of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerEnd {
    /// The id of its node; empty if unknown.
    pub id: Arc<str>,
    /// Its address, as known to this process.
    pub host: Arc<str>,
    /// Its port. If this process made the connection, this is the port on which the other one listens.
    pub port: u16,
    /// Whether this process made the connection.
    pub is_outbound: bool,
}

/// A change of a connection to another process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeerChange {
    /// Both ends know each other's subscriptions.
    Added(PeerEnd),
    /// This process ended the connection.
    Removed(PeerEnd),
    /// The connection broke, or the other process ended it.
    Lost(PeerEnd),
    /// The connection cannot be made.
    Unreachable(PeerEnd),
    /// The connection was to be ended but does not exist.
    Unknown(PeerEnd),
}

/// The result of sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// The message is in the mailboxes of all receivers, if there are any.
    Queued,
    /// The message was dropped by at least one receiver's mailbox.
    Dropped(Why),
}

/// Why a message was dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// A mailbox was full.
    Full,
    /// There is no logger for the rows.
    NoLogger,
    /// The topic is longer than [`crate::MAX_TOPIC`].
    LongTopic,
}

/// The topic, stream and path of a batch of rows, for carriers that route by them.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a> {
    /// The topic, for carriers that deliver rows to subscribers.
    pub topic: &'a str,
    /// The stream, `Module::LOG`.
    pub stream: &'a str,
    /// The path.
    pub path: &'a str,
}

/// A node's connection to its cluster. Methods never block and never call back.
pub trait Carrier {
    /// Sends an event to all other nodes that are subscribed to a prefix of `topic`.
    fn publish(&mut self, topic: &str, keep: Keep, format: Format, body: Body) -> Sent;

    /// Subscribes to topics that begin with `prefix`. Returns `false` if the node already has
    /// [`crate::MAX_SUBSCRIPTIONS`] or the prefix is longer than [`crate::MAX_TOPIC`].
    fn subscribe(&mut self, prefix: &str) -> bool;

    /// Ends a subscription.
    fn unsubscribe(&mut self, prefix: &str);

    /// Sends log rows to one logger.
    fn rows(&mut self, head: Head<'_>, format: Format, body: Body) -> Sent;

    /// Requests [`Inbound::Ready`] once all earlier subscriptions are in effect.
    fn ready(&mut self, token: Token);

    /// Moves up to `most` items of mail to the end of `into`. Marks the items of the previous call as handled.
    fn take(&mut self, most: usize, into: &mut VecDeque<Inbound>);

    /// Leaves the cluster. The node's messages may still be sent until `until`.
    fn close(self: Box<Self>, until: Instant);
}
