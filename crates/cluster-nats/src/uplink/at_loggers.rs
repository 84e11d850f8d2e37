//! Batches of rows that loggers of this process have: from their delivery until the server confirms the
//! acknowledgement.
use crate::headers::{FORMAT, FROM};
use crate::{Counters, add};
use async_nats::jetstream::{AckKind, Message};
use cluster::{Body, Done, Format, NodeId, Sent, Uplink};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;

/// How often a batch is acknowledged until the server confirms it. If it never does, it delivers the batch again.
const TRIES: usize = 20;

/// How soon the server may deliver a batch again that no logger took.
const AGAIN: Duration = Duration::from_millis(200);

/// How long acknowledgements may take at the end.
const LINGER: Duration = Duration::from_secs(1);

/// What became of a batch, by its id.
pub(super) enum Note {
    OnDisk(Arc<str>),
    Confirmed(Arc<str>),
}

enum Stage {
    /// A logger writes it. Only the latest delivery of a batch can be acknowledged.
    Written(Box<Message>),
    Acknowledged,
}

pub(super) struct AtLoggers {
    batches: HashMap<Arc<str>, Stage>,
    acknowledgements: JoinSet<()>,
    notes: (UnboundedSender<Note>, UnboundedReceiver<Note>),
}

impl AtLoggers {
    pub(super) fn new() -> Self {
        AtLoggers { batches: HashMap::new(), acknowledgements: JoinSet::new(), notes: unbounded_channel() }
    }

    /// Delivers a batch to a logger, which reports when it is on disk. A batch that came before is not delivered twice.
    pub(super) fn deliver(&mut self, message: Box<Message>, uplink: &mut Uplink, counters: &Counters) {
        let header = |name: &str| message.headers.as_ref()?.get(name).map(|v| v.as_str().to_owned());
        let (Some(from), Some(format)) = (header(FROM), header(FORMAT)) else {
            return self.discard(message, counters);
        };
        if format != Format::ZeekBin.name() {
            return self.discard(message, counters);
        }
        // Every sender sets an id; without one, the place in the stream identifies the batch.
        let place = || message.info().map_or_else(|_| String::new(), |i| format!("#{}", i.stream_sequence));
        let id: Arc<str> = header("Nats-Msg-Id").unwrap_or_else(place).into();
        match self.batches.get_mut(&id) {
            Some(Stage::Written(earlier)) => {
                *earlier = message;
                return;
            }
            Some(Stage::Acknowledged) => return self.acknowledge(id, message),
            None => {}
        }
        let body = Body::from(&*message.payload);
        let (notes, name) = (self.notes.0.clone(), Arc::clone(&id));
        let done = Done::new(Arc::clone(&id), Box::new(move || drop(notes.send(Note::OnDisk(name)))));
        let sent = uplink.deliver_rows(&NodeId::from(&*from), Format::ZeekBin, &body, Some(done));
        if sent == Sent::Queued {
            add(&counters.rows_taken);
            self.batches.insert(id, Stage::Written(message));
        } else {
            self.refuse(message);
        }
    }

    /// Waits until something becomes of a batch.
    pub(super) async fn note(&mut self) -> Option<Note> {
        self.notes.1.recv().await
    }

    pub(super) fn handle(&mut self, note: Note) {
        // Those that have ended.
        while self.acknowledgements.try_join_next().is_some() {}
        match note {
            Note::OnDisk(id) => {
                if let Some(Stage::Written(message)) =
                    self.batches.insert(Arc::clone(&id), Stage::Acknowledged)
                {
                    self.acknowledge(id, message);
                }
            }
            Note::Confirmed(id) => drop(self.batches.remove(&id)),
        }
    }

    /// No logger can read it: acknowledged, or the server would send it again and again.
    fn discard(&mut self, message: Box<Message>, counters: &Counters) {
        add(&counters.message_errors);
        self.acknowledgements.spawn(async move { drop(message.ack().await) });
    }

    fn acknowledge(&mut self, id: Arc<str>, message: Box<Message>) {
        let notes = self.notes.0.clone();
        self.acknowledgements.spawn(async move {
            for _ in 0..TRIES {
                if message.double_ack().await.is_ok() {
                    break;
                }
                tokio::time::sleep(AGAIN).await;
            }
            drop(notes.send(Note::Confirmed(id)));
        });
    }

    /// Has the server deliver a batch again, perhaps to another logger.
    fn refuse(&mut self, message: Box<Message>) {
        self.acknowledgements.spawn(async move { drop(message.ack_with(AckKind::Nak(Some(AGAIN))).await) });
    }

    /// Acknowledges what is on disk and gives back the rest.
    pub(super) async fn end(mut self) {
        while let Ok(note) = self.notes.1.try_recv() {
            self.handle(note);
        }
        for (_, stage) in std::mem::take(&mut self.batches) {
            if let Stage::Written(message) = stage {
                self.refuse(message);
            }
        }
        let all = async { while self.acknowledgements.join_next().await.is_some() {} };
        drop(tokio::time::timeout(LINGER, all).await);
    }
}
