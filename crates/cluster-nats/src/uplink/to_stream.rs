//! Batches of rows on their way into the stream: those that wait, and those that the server has not acknowledged.
use crate::headers;
use crate::rows::{Batch, Waiting};
use crate::{Counters, add};
use async_nats::jetstream::{self, Context};
use bytes::Bytes;
use cluster::{Body, Format, NodeId};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::{JoinError, JoinSet};

/// The most batches sent but not yet acknowledged by the server.
const IN_FLIGHT: usize = 64;

/// How long no batch is sent after a failure.
const PAUSE: Duration = Duration::from_millis(250);

pub(super) struct ToStream {
    waiting: Waiting,
    in_flight: JoinSet<(String, bool)>,
    /// Batches in flight, by id.
    sent: BTreeMap<String, Batch>,
    /// When a batch may be sent again after a failure.
    retry: Instant,
    told_drops: bool,
}

impl ToStream {
    pub(super) fn new(waiting: Waiting) -> Self {
        let (in_flight, sent) = (JoinSet::new(), BTreeMap::new());
        ToStream { waiting, in_flight, sent, retry: Instant::now(), told_drops: false }
    }

    /// Takes in a batch. If it is dropped, returns what to tell, unless earlier ones were dropped for want of room, too.
    pub(super) fn push(
        &mut self,
        from: NodeId,
        subject: String,
        body: Body,
        max_payload: usize,
        counters: &Counters,
    ) -> Option<String> {
        let bytes = body.len();
        let why = if bytes > max_payload {
            format!("a batch of {bytes} bytes exceeds the server's max_payload, {max_payload}")
        } else {
            match self.waiting.push(from, subject, body) {
                Ok(true) => return None,
                Ok(false) => "what may wait for NATS is full".to_owned(),
                Err(e) => format!("they cannot wait on disk: {e}"),
            }
        };
        add(&counters.row_drops);
        let was_told = std::mem::replace(&mut self.told_drops, true);
        (!was_told).then(|| format!("rows are dropped: {why}"))
    }

    /// Sends waiting batches, as many as may be in flight.
    pub(super) fn send(&mut self, context: &Context) {
        while self.in_flight.len() < IN_FLIGHT && Instant::now() >= self.retry {
            let Some(batch) = self.waiting.pop() else { return };
            let context = context.clone();
            let publish = jetstream::message::PublishMessage::build()
                .payload(Bytes::from_owner(Arc::clone(&batch.body)))
                .headers(headers::of(&batch.from, Format::ZeekBin))
                .message_id(&batch.id);
            let (id, subject) = (batch.id.clone(), batch.subject.clone());
            self.sent.insert(id.clone(), batch);
            self.in_flight.spawn(async move {
                let sent = match context.send_publish(subject, publish).await {
                    Ok(acknowledged) => acknowledged.await.is_ok(),
                    Err(_) => false,
                };
                (id, sent)
            });
        }
    }

    /// Waits until something becomes of a batch in flight; `None` if there is none.
    pub(super) async fn next(&mut self) -> Option<Result<(String, bool), JoinError>> {
        self.in_flight.join_next().await
    }

    /// The server has a batch, or it must be sent again.
    pub(super) fn handle(&mut self, sent: Result<(String, bool), JoinError>, counters: &Counters) {
        // Our tasks neither panic nor are aborted before the end.
        let Ok((id, is_stored)) = sent else { return };
        let Some(batch) = self.sent.remove(&id) else { return };
        if is_stored {
            add(&counters.rows_stored);
            self.waiting.stored(&batch);
            self.told_drops = false;
        } else {
            add(&counters.rows_repeated);
            self.waiting.put_back(batch);
            self.retry = Instant::now() + PAUSE;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.in_flight.is_empty()
    }

    /// Keeps all batches on disk for the next run. Returns how many found no room.
    pub(super) fn keep(&mut self) -> u64 {
        self.in_flight.abort_all();
        let unsent = std::mem::take(&mut self.sent).into_values().collect();
        self.waiting.keep(unsent)
    }
}
