//! Segments into a stream, acknowledgements against it, and what is handed on.
use super::State;
use super::Tally;
use super::packet::Segment;
use super::process::TcpFlow;
use super::reassembly::Reassembly;
use super::seq::full;
use crate::conn::Role;
use crate::sink::Recorded;
use crate::weird::Weird;
use event::{EventType, conn as events};

impl TcpFlow<'_> {
    fn stream(&mut self, place: u8) -> &mut Reassembly {
        &mut self.tcp.end_mut(place).stream
    }

    /// Data that the endpoint at `place` sent.
    pub(super) fn data_sent(&mut self, place: u8, seq: u64, seg: &Segment<'_>) {
        if seg.is_cut() {
            self.weird(Weird::TruncatedTcpPayload);
            return;
        }
        let data = seg.payload.get(..seg.len as usize).unwrap_or_default();
        if self.stream(place).gave_up || seq.checked_add(data.len() as u64).is_none() {
            return;
        }
        self.new_data(place, seq, data, seg);

        let opts = &self.env.opts;
        let (max_hole, max_unacked) =
            (opts.tcp_max_above_hole_without_any_acks, opts.tcp_excessive_data_without_further_acks);
        let end = self.tcp.end(place);
        if max_hole != 0 && end.stream.undelivered() > max_hole && end.no_data_acked() {
            self.give_up(place, Weird::AboveHoleDataWithoutAnyAcks);
        }
        if max_unacked != 0 && self.stream(place).unacknowledged() > max_unacked {
            self.give_up(place, Weird::ExcessiveDataWithoutFurtherAcks);
        }
    }

    fn give_up(&mut self, place: u8, why: Weird) {
        self.weird(why);
        let stream = self.stream(place);
        stream.gave_up = true;
        let freed = stream.clear();
        self.env.waiting_bytes -= freed;
    }

    fn new_data(&mut self, place: u8, mut seq: u64, mut data: &[u8], seg: &Segment<'_>) {
        let upper = seq + data.len() as u64;
        let compare = self.sink.wants(events::RexmitInconsistency::ID);
        if compare {
            self.compare(place, seq, data, seg);
        }
        if upper <= self.stream(place).trimmed {
            return;
        }
        // What is delivered and not acknowledged is there in one piece, so only what lies beyond it is new.
        let stream = self.stream(place);
        let new_from = stream.trimmed.max(stream.delivered).max(seq);
        if new_from >= upper {
            return;
        }
        data = data.get((new_from - seq) as usize..).unwrap_or_default();
        seq = new_from;
        if seq > stream.delivered {
            self.set_aside(place, seq, data);
            return;
        }
        while !data.is_empty() {
            let stream = self.stream(place);
            let free = stream.first_piece().map_or(data.len(), |p| (p - seq).min(data.len() as u64) as usize);
            let (now, later) = data.split_at(free);
            if !now.is_empty() {
                self.deliver(place, now, compare);
            }
            self.deliver_waiting(place, compare);
            let delivered = self.stream(place).delivered;
            // Pieces that came first stand in for the same part of this segment.
            let passed = (delivered - seq - free as u64).min(later.len() as u64) as usize;
            data = later.get(passed..).unwrap_or_default();
            seq = delivered;
        }
        self.after_delivery(place);
    }

    /// Keeps data beyond a hole.
    fn set_aside(&mut self, place: u8, seq: u64, data: &[u8]) {
        let caps = &self.env.opts.caps;
        let (room, pieces) =
            (caps.reassembly_bytes.saturating_sub(self.env.waiting_bytes), caps.reassembly_pieces);
        if data.len() > room {
            self.weird(Weird::ReassemblyCap);
            return;
        }
        let (kept, full) = self.stream(place).insert(seq, data, pieces);
        self.env.waiting_bytes += kept;
        if full {
            self.weird(Weird::ReassemblyCap);
        }
    }

    /// Delivers pieces that have become next.
    fn deliver_waiting(&mut self, place: u8, compare: bool) {
        loop {
            let stream = self.stream(place);
            let Some(piece) = stream.take_piece_at(stream.delivered) else { return };
            self.env.waiting_bytes -= piece.bytes.len();
            self.deliver(place, &piece.bytes, compare);
        }
    }

    /// Where nobody acknowledges, nothing is held.
    fn after_delivery(&mut self, place: u8) {
        let max = self.env.opts.tcp_max_initial_window;
        let end = self.tcp.end(place);
        if max != 0 && end.no_data_acked() && end.size(self.tcp.end(1 - place)) > max {
            let delivered = end.stream.delivered;
            self.trim(place, delivered);
        }
    }

    /// Hands on the next bytes of the stream.
    fn deliver(&mut self, place: u8, data: &[u8], keep: bool) {
        let opts = &self.env.opts;
        let cap = opts.tcp_excessive_data_without_further_acks as usize;
        let longer = opts.tcp_max_old_segments > 0;
        let stream = self.stream(place);
        let mut seq = stream.delivered;
        stream.delivered += data.len() as u64;
        if keep {
            stream.keep(seq, data, cap, longer);
        }
        let skipped = stream.skip_to.saturating_sub(seq);
        let Some(data) = data.get(usize::try_from(skipped).unwrap_or(usize::MAX)..).filter(|d| !d.is_empty())
        else {
            return;
        };
        seq += skipped;
        let gave_up = stream.gave_up;
        let role = self.role(place);
        if self.env.wants_contents(self.conn, role) {
            self.event(|c| event::tcp::TcpContents { c, is_orig: role.is_orig(), seq, contents: data });
        }
        self.record(role, Recorded::Data(data));
        if gave_up || self.conn.analyzers.is_none() {
            return;
        }
        self.stream(place).in_delivery = true;
        self.flow().deliver_stream(role, data);
        let stream = self.stream(place);
        stream.in_delivery = false;
        let skip_to = stream.skip_to;
        if skip_to > stream.delivered {
            self.trim(place, skip_to);
        }
    }

    /// Hands a part of a stream to who records it.
    #[inline]
    fn record(&mut self, role: Role, what: Recorded<'_>) {
        let recorded = self.conn.rare.as_ref().map(|r| r.recorded);
        if let Some([orig, resp]) = recorded
            && (if role.is_orig() { orig } else { resp })
        {
            self.sink.recorded(self.id, role, what);
        }
    }

    /// An analyzer wants nothing before `seq`.
    pub(crate) fn skip_to(&mut self, role: Role, seq: u64) {
        let place = self.conn.place(role);
        let stream = self.stream(place);
        if seq > stream.skip_to {
            stream.skip_to = seq;
            if !stream.in_delivery {
                self.trim(place, seq);
            }
        }
    }

    /// The peer of the endpoint at `place` has acknowledged all before `seq`.
    pub(super) fn ack_received(&mut self, place: u8, mut seq: u64) {
        let end = self.tcp.end(place);
        if end.fin_count > 0 && seq >= end.fin_seq {
            seq = end.fin_seq.wrapping_sub(1);
        }
        if seq <= end.stream.trimmed {
            return;
        }
        let counts = !end.stream.gave_up
            && !self.conn.skipping
            && (self.env.opts.report_gaps_for_partial
                || (end.state == State::Established && self.tcp.end(1 - place).state == State::Established));
        let acknowledged = seq - end.stream.trimmed;
        let missing = self.trim(place, seq);
        if counts {
            self.env.stats.ack_events += 1;
            self.env.stats.ack_bytes += acknowledged;
            if missing > 0 {
                self.env.stats.gap_events += 1;
                self.env.stats.gap_bytes += missing;
            }
        }
        self.check_eof(place);
    }

    /// Lets go of everything before `seq`; what of it was not delivered is a gap. How many bytes never came.
    fn trim(&mut self, place: u8, seq: u64) -> u64 {
        let stream = self.stream(place);
        let mut missing = stream.missing(stream.delivered, seq);
        if missing == 1 && stream.delivered + 1 == seq && stream.held < stream.delivered {
            // The number of a FIN.
            missing = 0;
        }
        if seq > stream.delivered {
            self.undelivered(place, seq);
        }
        let max_old = self.env.opts.tcp_max_old_segments;
        let stream = self.stream(place);
        stream.release_to(seq, max_old);
        let freed = stream.drop_pieces_to(seq);
        let ready = stream.first_piece() == Some(stream.delivered);
        self.env.waiting_bytes -= freed;
        if ready {
            let compare = self.sink.wants(events::RexmitInconsistency::ID);
            self.deliver_waiting(place, compare);
            self.after_delivery(place);
        }
        self.stream(place).trimmed = seq;
        missing
    }

    /// Delivers what lies before `up_to`, and reports what is missing of it.
    fn undelivered(&mut self, place: u8, up_to: u64) {
        if up_to <= 2 && self.tcp.partial {
            // The SYN that was made up, or a keep-alive before the first packet seen.
            return;
        }
        let filtered = self.env.opts.detect_filtered_trace
            && self.tcp.end(place).stream.delivered == 1
            && self.tcp.ends.iter().any(|e| e.fin_count > 0 || e.rst_count > 0);
        if filtered {
            self.stream(place).gave_up = true;
        } else if !self.stream(place).gave_up {
            let compare = self.sink.wants(events::RexmitInconsistency::ID);
            while let Some(next) = self.stream(place).first_piece().filter(|p| *p < up_to) {
                self.gap(place, next);
                self.deliver_waiting(place, compare);
                self.after_delivery(place);
            }
            if up_to > self.stream(place).delivered {
                self.gap(place, up_to);
            }
        }
        let stream = self.stream(place);
        stream.delivered = stream.delivered.max(up_to);
    }

    /// Everything from what was delivered to `next` will not come.
    fn gap(&mut self, place: u8, next: u64) {
        let stream = self.stream(place);
        let seq = stream.delivered;
        let Some(length) = next.checked_sub(seq).filter(|n| *n > 0) else { return };
        stream.delivered = next;
        stream.held = next;
        if let Some(rare) = stream.rare.as_mut() {
            rare.kept.clear();
        }
        stream.had_gap = true;
        let clean = self.tcp.is_clean();
        if clean {
            self.tally(place, Tally::Gap);
        }
        let role = self.role(place);
        self.record(role, Recorded::Gap(length));
        if clean || self.env.opts.report_gaps_for_partial {
            self.event(|c| events::ContentGap { c, is_orig: role.is_orig(), seq, length });
        }
        self.flow().undelivered(role, seq, length);
    }

    /// True where the endpoint has sent what was not delivered, or has not acknowledged what it got.
    pub(super) fn data_pending(&self, place: u8) -> bool {
        let (end, peer) = (self.tcp.end(place), self.tcp.end(1 - place));
        if end.stream.gave_up {
            return false;
        }
        let delivered = u64::from(end.start_seq).wrapping_add(end.stream.delivered);
        let last = full(end.last_seq, end.seq_wraps);
        if last < delivered {
            return false;
        }
        // A FIN takes a number that is not delivered.
        if last - delivered > 1 {
            return true;
        }
        end.state != State::Reset && peer.stream.has_blocks()
    }

    /// Ends a stream whose endpoint has closed when all of it is delivered.
    pub(super) fn check_eof(&mut self, place: u8) {
        let end = self.tcp.end(place);
        let closing = end.fin_count > 0 || matches!(end.state, State::Closed | State::Reset);
        if closing && !end.stream.did_eof && !self.data_pending(place) {
            self.stream(place).did_eof = true;
            self.end_of_stream(place);
        }
    }

    /// Reports retransmissions that carry other bytes.
    #[cold]
    fn compare(&mut self, place: u8, seq: u64, data: &[u8], seg: &Segment<'_>) {
        let peer_spoke = self.tcp.end(1 - place).last_time != net_types::Timestamp::ZERO;
        let mut letters = [0; 6];
        let flags = seg.flags.letters(&mut letters);
        let mut differ = Vec::new();
        self.tcp.end(place).stream.overlaps(seq, data, |old, new| {
            // A single byte may be a keep-alive.
            if old != new && (old.len() > 1 || peer_spoke) {
                differ.push((old.to_vec(), new.to_vec()));
            }
        });
        for (t1, t2) in &differ {
            self.event(|c| events::RexmitInconsistency { c, t1, t2, tcp_flags: flags.as_bytes() });
        }
    }

    /// The connection goes: what waits is given back.
    pub(crate) fn release(&mut self) {
        for place in [0, 1] {
            let freed = self.stream(place).clear();
            self.env.waiting_bytes -= freed;
        }
    }
}
