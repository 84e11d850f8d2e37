//! A snapshot of the subscriptions for senders, and the delivery of events.
use super::{Outbound, UPLINK};
use crate::carrier::{Body, Inbound, Keep, NodeId};
use crate::mailbox::{Kind, Mailbox};
use crate::trie::Trie;
use std::collections::HashSet;
use std::sync::Arc;

/// The data that senders need. A change builds a new table; a table is never modified.
#[derive(Default)]
pub(super) struct Table {
    pub(super) version: u64,
    pub(super) wants: Trie,
    /// The mailboxes by the numbers of their nodes; `None` for nodes that left.
    pub(super) mailboxes: Vec<Option<Arc<Mailbox<Inbound>>>>,
    pub(super) loggers: Vec<u32>,
    pub(super) ids: HashSet<NodeId>,
    pub(super) uplink: Option<Arc<Mailbox<Outbound>>>,
}

impl Table {
    pub(super) fn mailbox(&self, number: u32) -> Option<&Arc<Mailbox<Inbound>>> {
        self.mailboxes.get(number as usize)?.as_ref()
    }
}

/// An event to deliver.
pub(super) struct Letter<'a> {
    pub(super) topic: &'a Arc<str>,
    pub(super) keep: Keep,
    pub(super) format: crate::Format,
    pub(super) from: &'a NodeId,
    pub(super) body: Body,
}

impl Letter<'_> {
    pub(super) fn kind(&self) -> Kind<'_> {
        Kind::Event { topic: self.topic, bytes: self.body.len(), keep: self.keep }
    }

    /// Puts the event into the mailboxes of all holders except the sender. Returns whether all had room.
    pub(super) fn deliver(&self, table: &Table, holders: &[u32], sender: u32) -> bool {
        let mut all = true;
        for &holder in holders.iter().filter(|h| **h != sender) {
            let topic = Arc::clone(self.topic);
            let (from, format, body) = (self.from.clone(), self.format, Arc::clone(&self.body));
            all &= match (holder, &table.uplink) {
                (UPLINK, Some(uplink)) => {
                    uplink.put(self.kind(), || Outbound::Event { topic, from, format, body })
                }
                (UPLINK, None) => true,
                _ => table.mailbox(holder).is_none_or(|mailbox| {
                    mailbox.put(self.kind(), || Inbound::Event { topic, from, format, body })
                }),
            };
        }
        all
    }
}
