//! What a master is asked and told before it has the content that a bucket keeps.
use super::{Change, Maker, Query, text};
use crate::cluster::Bucket;
use cluster_wire::Data;

/// The most changes and queries that wait.
const MOST: usize = 100_000;

/// Who changed a key, for clones to know their own changes: a node, and the number of its message.
#[derive(Default)]
pub(super) struct Origin {
    pub(super) node: String,
    pub(super) number: u64,
}

impl Origin {
    pub(super) fn data(self) -> [Data<'static>; 2] {
        [text(&self.node), Data::Count(self.number)]
    }
}

/// Who waits for the result of a change.
pub(super) enum Asker {
    Nobody,
    /// A `when` of this node, by its ticket.
    Ticket(u64),
    /// Another node, with the number of its question.
    Node(Data<'static>, Data<'static>),
}

/// A change that waits.
pub(super) struct Late {
    pub(super) change: Change,
    pub(super) maker: Maker,
    pub(super) origin: Origin,
    pub(super) asker: Asker,
}

/// A master's state until its content is there.
#[derive(Default)]
pub(super) struct Held {
    /// The bucket, once the carrier is there.
    pub(super) bucket: Option<Bucket>,
    pub(super) changes: Vec<Late>,
    pub(super) queries: Vec<(u64, Query)>,
}

impl Held {
    /// Keeps a change.
    ///
    /// # Errors
    /// If too many wait.
    pub(super) fn push(&mut self, late: Late) -> Result<(), String> {
        if self.changes.len() >= MOST {
            return Err(format!("more than {MOST} changes wait for its bucket: one is lost"));
        }
        self.changes.push(late);
        Ok(())
    }

    pub(super) fn ask(&mut self, ticket: u64, query: Query) {
        self.queries.push((ticket, query));
    }
}
