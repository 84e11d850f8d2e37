//! Delivery of segments' data: ordering, missing parts, and the end of streams.
//!
//! Three things advance a stream: the next data, an acknowledgement (the receiver has data that the capture may lack),
//! and an analyzer that skips to an offset.
use super::flow::TcpFlow;
use super::reassembly::{Next, Reassembly};
use super::segment::Segment;
use super::{State, Tally};
use crate::conn::Role;
use crate::sink::Recorded;
use crate::weird::Weird;
use event::conn as events;

impl TcpFlow<'_> {
    #[inline]
    fn stream(&mut self, place: u8) -> &mut Reassembly {
        &mut self.tcp.end_mut(place).stream
    }

    /// Takes the data of a segment from the endpoint at `place`; `at` is the offset of its first byte.
    pub(super) fn data(&mut self, place: u8, at: u64, seg: &Segment<'_>) {
        if seg.is_cut() {
            return self.weird(Weird::TruncatedTcpPayload);
        }
        let data = seg.payload.get(..seg.len as usize).unwrap_or_default();
        if self.stream(place).gave_up || at.checked_add(data.len() as u64).is_none() {
            return;
        }
        if self.compares() {
            self.compare(place, at, data, seg);
        }
        self.accept(place, at, data);
        self.limit_waiting(place);
    }

    /// True if delivered bytes are kept for comparison with retransmissions.
    #[inline]
    fn compares(&self) -> bool {
        self.env.packet_events.has::<events::RexmitInconsistency<'_>>()
    }

    /// Delivers the new part of `data`, or keeps it while earlier data is missing.
    #[inline]
    fn accept(&mut self, place: u8, at: u64, data: &[u8]) {
        let stream = self.stream(place);
        let known = stream.delivered.max(stream.trimmed).saturating_sub(at);
        let mut data = data.get(usize::try_from(known).unwrap_or(usize::MAX)..).unwrap_or_default();
        if data.is_empty() {
            return;
        }
        let at = at + known;
        if at > stream.delivered {
            return self.set_aside(place, at, data);
        }
        while !data.is_empty() {
            let stream = self.stream(place);
            // If a piece waits here, its bytes arrived first and win over those of this segment.
            let gap = stream.first_piece().map_or(u64::MAX, |piece| piece - stream.delivered);
            let (fresh, rest) = data.split_at(usize::try_from(gap).unwrap_or(usize::MAX).min(data.len()));
            let before = stream.delivered + fresh.len() as u64;
            if !fresh.is_empty() {
                self.deliver(place, fresh);
            }
            self.deliver_ready(place);
            let covered = usize::try_from(self.stream(place).delivered - before).unwrap_or(usize::MAX);
            data = rest.get(covered..).unwrap_or_default();
        }
        self.forget_unacknowledged(place);
    }

    /// Keeps data that comes after a hole.
    #[cold]
    fn set_aside(&mut self, place: u8, at: u64, data: &[u8]) {
        let caps = &self.env.opts.caps;
        let free = caps.reassembly_bytes.saturating_sub(self.env.waiting_bytes);
        let pieces = caps.reassembly_pieces;
        let fits = data.len() <= free;
        let (kept, is_full) = if fits { self.stream(place).insert(at, data, pieces) } else { (0, true) };
        self.env.waiting_bytes += kept;
        if is_full {
            self.weird(Weird::ReassemblyCap);
        }
    }

    /// Abandons a stream that holds too many unacknowledged bytes.
    #[inline]
    fn limit_waiting(&mut self, place: u8) {
        let opts = &self.env.opts;
        let (above_hole, unacked) =
            (opts.tcp_max_above_hole_without_any_acks, opts.tcp_excessive_data_without_further_acks);
        let end = self.tcp.end(place);
        if above_hole != 0 && end.stream.undelivered() > above_hole && end.progress.no_data_acked() {
            self.give_up(place, Weird::AboveHoleDataWithoutAnyAcks);
        }
        if unacked != 0 && self.stream(place).unacknowledged() > unacked {
            self.give_up(place, Weird::ExcessiveDataWithoutFurtherAcks);
        }
    }

    #[cold]
    fn give_up(&mut self, place: u8, why: Weird) {
        self.weird(why);
        let stream = self.stream(place);
        stream.gave_up = true;
        let freed = stream.clear();
        self.env.waiting_bytes -= freed;
    }

    /// Delivers the pieces that no hole precedes any more.
    #[inline]
    fn deliver_ready(&mut self, place: u8) {
        while let Some(Next::Bytes(bytes)) = self.stream(place).next_before(0) {
            self.env.waiting_bytes -= bytes.len();
            self.deliver(place, &bytes);
        }
    }

    /// If one side sends and the other never acknowledges, only one direction is visible. Then nothing is held.
    #[inline]
    fn forget_unacknowledged(&mut self, place: u8) {
        let max = self.env.opts.tcp_max_initial_window;
        let end = self.tcp.end(place);
        if max != 0 && end.progress.no_data_acked() && end.size(self.tcp.end(1 - place)) > max {
            let delivered = end.stream.delivered;
            self.trim(place, delivered);
        }
    }

    /// Delivers the next bytes of the stream to analyzers and handlers.
    #[inline]
    fn deliver(&mut self, place: u8, data: &[u8]) {
        let compares = self.compares();
        let opts = &self.env.opts;
        let (cap, keeps_old) =
            (opts.tcp_excessive_data_without_further_acks as usize, opts.tcp_max_old_segments > 0);
        let stream = self.stream(place);
        let at = stream.delivered;
        stream.delivered += data.len() as u64;
        if compares {
            stream.keep(at, data, cap, keeps_old);
        }
        let unwanted = stream.skip_to.saturating_sub(at);
        let data = data.get(usize::try_from(unwanted).unwrap_or(usize::MAX)..).unwrap_or_default();
        if data.is_empty() {
            return;
        }
        let gave_up = stream.gave_up;
        let role = self.role(place);
        if self.env.wants_contents(self.conn, role) {
            let (is_orig, seq) = (role.is_orig(), at + unwanted);
            self.event(|c| event::tcp::TcpContents { c, is_orig, seq, contents: data });
        }
        self.record(role, Recorded::Data(data));
        if gave_up || self.conn.analyzers.is_none() && self.conn.detection_waits == 0 {
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

    /// Passes a piece of the stream to the sink if it is recorded.
    #[inline]
    fn record(&mut self, role: Role, what: Recorded<'_>) {
        let Some([orig, resp]) = self.conn.rare.as_ref().map(|r| r.recorded) else { return };
        if if role.is_orig() { orig } else { resp } {
            self.sink.recorded(self.id, role, what);
        }
    }

    /// Skips data before `offset` for an analyzer.
    pub(crate) fn skip_to(&mut self, role: Role, offset: u64) {
        let place = self.conn.place(role);
        let stream = self.stream(place);
        if offset <= stream.skip_to {
            return;
        }
        stream.skip_to = offset;
        // During a delivery, `deliver` does the rest after the analyzers return.
        if !stream.in_delivery {
            self.trim(place, offset);
        }
    }

    /// The peer of the endpoint at `place` has acknowledged data before `offset`.
    #[inline]
    pub(super) fn acknowledged(&mut self, place: u8, offset: u64) {
        let end = self.tcp.end(place);
        // The FIN's offset has no data.
        let offset = if end.fin_count > 0 { offset.min(end.fin_end.saturating_sub(1)) } else { offset };
        if offset <= end.stream.trimmed {
            return;
        }
        let bytes = offset - end.stream.trimmed;
        let is_whole = self.tcp.ends.iter().all(|e| e.state == State::Established);
        let counts = (is_whole || self.env.opts.report_gaps_for_partial)
            && !self.conn.skipping
            && !self.tcp.end(place).stream.gave_up;
        let missing = self.trim(place, offset);
        if counts {
            let stats = &mut self.env.stats;
            stats.ack_events += 1;
            stats.ack_bytes += bytes;
            stats.gap_events += u64::from(missing > 0);
            stats.gap_bytes += missing;
        }
        self.check_eof(place);
    }

    /// Drops data before `offset`, after delivering the part that is present. Returns the number of missing bytes.
    #[inline]
    fn trim(&mut self, place: u8, offset: u64) -> u64 {
        let stream = self.stream(place);
        let missing = stream.missing_before(offset);
        if offset > stream.delivered {
            self.settle(place, offset);
        }
        let max_old = self.env.opts.tcp_max_old_segments;
        let stream = self.stream(place);
        stream.release_to(offset, max_old);
        let freed = stream.drop_pieces_to(offset);
        let is_ready = stream.is_ready();
        self.env.waiting_bytes -= freed;
        if is_ready {
            self.deliver_ready(place);
            self.forget_unacknowledged(place);
        }
        self.stream(place).trimmed = offset;
        missing
    }

    /// Delivers waiting data before `limit` and reports the holes in between.
    #[cold]
    fn settle(&mut self, place: u8, limit: u64) {
        if limit <= 2 && self.tcp.partial {
            // Only the assumed SYN is missing, or a keep-alive came before the first segment.
            return;
        }
        if self.is_filtered(place) {
            self.stream(place).gave_up = true;
        } else if !self.stream(place).gave_up {
            while let Some(next) = self.stream(place).next_before(limit) {
                match next {
                    Next::Hole { end } => self.gap(place, end),
                    Next::Bytes(bytes) => {
                        self.env.waiting_bytes -= bytes.len();
                        self.deliver(place, &bytes);
                        self.deliver_ready(place);
                        self.forget_unacknowledged(place);
                    }
                }
            }
            self.gap(place, limit);
        }
        let stream = self.stream(place);
        stream.delivered = stream.delivered.max(limit);
    }

    /// True if the capture seems to contain only SYN, FIN and RST segments.
    fn is_filtered(&self, place: u8) -> bool {
        self.env.opts.detect_filtered_trace
            && self.tcp.end(place).stream.delivered == 1
            && self.tcp.ends.iter().any(|e| e.fin_count > 0 || e.rst_count > 0)
    }

    /// Reports undelivered data before `end` as missing.
    fn gap(&mut self, place: u8, end: u64) {
        let stream = self.stream(place);
        let seq = stream.delivered;
        let length = stream.skip_hole(end);
        if length == 0 {
            return;
        }
        let is_clean = self.tcp.is_clean();
        if is_clean {
            self.tally(place, Tally::Gap);
        }
        let role = self.role(place);
        self.record(role, Recorded::Gap(length));
        if is_clean || self.env.opts.report_gaps_for_partial {
            self.event(|c| events::ContentGap { c, is_orig: role.is_orig(), seq, length });
        }
        self.flow().undelivered(role, seq, length);
    }

    /// True if the endpoint has undelivered data, or has not acknowledged all that it received.
    pub(super) fn data_pending(&self, place: u8) -> bool {
        let (end, peer) = (self.tcp.end(place), self.tcp.end(1 - place));
        match end.progress.sent().checked_sub(end.stream.delivered) {
            _ if end.stream.gave_up => false,
            None => false,
            // The 1 is the FIN's offset.
            Some(0 | 1) => end.state != State::Reset && peer.stream.has_blocks(),
            Some(_) => true,
        }
    }

    /// Ends the stream of a closed endpoint once all of it is delivered.
    #[inline]
    pub(super) fn check_eof(&mut self, place: u8) {
        let end = self.tcp.end(place);
        let has_ended = end.fin_count > 0 || matches!(end.state, State::Closed | State::Reset);
        if has_ended && !end.stream.did_eof && !self.data_pending(place) {
            self.stream(place).did_eof = true;
            self.end_of_stream(place);
        }
    }

    /// Reports retransmissions whose bytes differ from the original.
    #[cold]
    fn compare(&mut self, place: u8, at: u64, data: &[u8], seg: &Segment<'_>) {
        let peer_spoke = self.tcp.end(1 - place).last_time != net_types::Timestamp::ZERO;
        let mut differing = Vec::new();
        self.tcp.end(place).stream.overlaps(at, data, |old, new| {
            // A single byte before the peer has spoken may be a keep-alive.
            if old != new && (peer_spoke || old.len() > 1) {
                differing.push((old.to_vec(), new.to_vec()));
            }
        });
        let mut letters = [0; 6];
        let tcp_flags = seg.flags.letters(&mut letters).as_bytes();
        for (t1, t2) in &differing {
            self.event(|c| events::RexmitInconsistency { c, t1, t2, tcp_flags });
        }
    }

    /// Releases waiting data when the connection ends.
    pub(crate) fn release(&mut self) {
        for place in [0, 1] {
            let freed = self.stream(place).clear();
            self.env.waiting_bytes -= freed;
        }
    }
}
