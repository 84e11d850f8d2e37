//! What a node sees of a cluster: a carrier that takes its messages, and the mail that it gets.
use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

/// An encoded body: encoded once, shared by all who receive it.
pub type Frame = Arc<[u8]>;

/// The id of a node for as long as it runs. No other node has it, and a restarted one has another.
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

/// Whether a full mailbox may turn an event away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// It may.
    Droppable,
    /// Not before twice its bytes are full: events that membership rests on.
    Always,
}

impl Keep {
    /// The choice for an event that came from outside: greetings are kept.
    pub fn of_event(name: &[u8]) -> Self {
        let is_greeting = name.starts_with(b"Cluster::") && name.ends_with(b"::hello");
        if is_greeting { Keep::Always } else { Keep::Droppable }
    }
}

/// What a logger does when the rows of a batch are on disk.
pub struct Done(pub Box<dyn FnOnce() + Send>);

impl fmt::Debug for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Done(…)")
    }
}

/// Mail of a node.
#[derive(Debug)]
pub enum Inbound {
    /// An event of another node.
    Event {
        /// The topic that it was published to.
        topic: Arc<str>,
        /// Who published it.
        from: NodeId,
        /// How its body is encoded.
        format: Format,
        /// The encoded event.
        body: Frame,
    },
    /// Log rows of another node.
    Rows {
        /// Who wrote them.
        from: NodeId,
        /// How the body is encoded.
        format: Format,
        /// The encoded batch.
        body: Frame,
        /// To be called when they are on disk, where the carrier waits for that.
        done: Option<Done>,
    },
    /// Some node wants what begins so. Only nodes that watch subscriptions get this.
    Subscribed(Box<str>),
    /// The last node that wanted what begins so does no longer.
    Unsubscribed(Box<str>),
    /// Earlier subscriptions hold, and what is published goes out: the answer to [`Carrier::ready`].
    Ready(Token),
    /// A node came or went.
    Link(LinkChange),
    /// What went wrong, for the event `Cluster::Backend::error`.
    Trouble {
        /// A name that scripts compare.
        tag: &'static str,
        /// What, where, and what follows from it.
        message: String,
    },
}

/// What a node gives with [`Carrier::ready`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token(pub u64);

/// A node came or went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkChange {
    /// It runs and hears.
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

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// It is in the mailbox of every receiver there is; maybe there are none.
    Queued,
    /// At least one receiver did not get it.
    Dropped(Why),
}

/// Why a message was dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// A mailbox was full.
    Full,
    /// Rows found no logger.
    NoLogger,
    /// A topic longer than [`crate::MAX_TOPIC`].
    LongTopic,
}

/// The names of a batch of rows, for carriers that route by them.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a> {
    /// The stream, `Module::LOG`.
    pub stream: &'a str,
    /// The path.
    pub path: &'a str,
}

/// A node's end of a cluster. Nothing here waits, and nothing calls back.
pub trait Carrier {
    /// Sends an event to all other nodes with a subscription that `topic` begins with.
    fn publish(&mut self, topic: &str, keep: Keep, format: Format, body: Frame) -> Sent;

    /// Asks for events whose topic begins with `prefix`; `false` if the node has [`crate::MAX_SUBSCRIPTIONS`] or the
    /// prefix is longer than [`crate::MAX_TOPIC`].
    fn subscribe(&mut self, prefix: &str) -> bool;

    /// Takes back a subscription.
    fn unsubscribe(&mut self, prefix: &str);

    /// Sends log rows to one logger.
    fn rows(&mut self, head: Head<'_>, format: Format, body: Frame) -> Sent;

    /// Asks for [`Inbound::Ready`] once all earlier subscriptions hold.
    fn ready(&mut self, token: Token);

    /// Moves up to `most` items of mail to the end of `into`. Items of the call before count as handled from now on.
    fn take(&mut self, most: usize, into: &mut VecDeque<Inbound>);

    /// Leaves. What this node sent may go on until `until`.
    fn close(self: Box<Self>, until: Instant);
}
