//! The summary of a run.
use net_types::Timestamp;
use session::Stats;

/// The counts of a finished run.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The counts of frames and connections.
    pub stats: Stats,
    /// The times of the earliest and the latest frame.
    pub span: Option<(Timestamp, Timestamp)>,
    /// The number of frames that the filter rejected.
    pub filtered: u64,
    /// The logs that have rows, with the number of rows.
    pub logs: Vec<(String, u64)>,
    /// The logs that lost rows, with the number of lost rows.
    pub lost: Vec<(String, u64)>,
}

impl Summary {
    /// Adds the counts of another worker.
    pub(crate) fn join(&mut self, other: &Summary) {
        let (a, b) = (&mut self.stats, &other.stats);
        a.packets += b.packets;
        a.bytes += b.bytes;
        a.unprocessed += b.unprocessed;
        for (a, b) in a.connections.iter_mut().zip(b.connections) {
            *a += b;
        }
        a.live += b.live;
        a.live_max += b.live_max;
        a.ended_by_inactivity += b.ended_by_inactivity;
        a.fragmented += b.fragmented;
        a.ack_events += b.ack_events;
        a.gap_events += b.gap_events;
        a.gap_bytes += b.gap_bytes;
        self.filtered += other.filtered;
        self.join_logs(other);
        self.span = match (self.span, other.span) {
            (Some((f, l)), Some((first, last))) => Some((f.min(first), l.max(last))),
            (one, None) | (None, one) => one,
        };
    }

    /// Adds the log rows of a node that gets no frames.
    pub(crate) fn join_logs(&mut self, other: &Summary) {
        self.lost.extend_from_slice(&other.lost);
        for (log, rows) in &other.logs {
            match self.logs.iter_mut().find(|(l, _)| l == log) {
                Some((_, all)) => *all += rows,
                None => self.logs.push((log.clone(), *rows)),
            }
        }
    }

    /// Extends the span to include a frame's time.
    #[inline]
    pub(crate) fn saw(&mut self, ts: Timestamp) {
        let (first, last) = self.span.unwrap_or((ts, ts));
        self.span = Some((first.min(ts), last.max(ts)));
    }
}
