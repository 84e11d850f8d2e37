//! A connection of any transport, with all state that a packet or timer may change.
use crate::analyzer::{self, Analyzer, Context, Tree};
use crate::conn::{Conn, Role};
use crate::env::{Due, Env, Timer};
use crate::sink::Sink;
use crate::tcp::Tcp;
use crate::weird::Weird;
use event::{ConnId, EventType, conn as events, weird};
use net_types::{Interval, Timestamp};

/// The bit of the letter `X`: the content cannot be followed further, as in a tunnel nested too deep.
const SEEN_UNKNOWN: u32 = 0x400;
/// Set when the history has reached its cap.
const SEEN_CAP: u32 = 1 << 31;

/// A connection and the state that packets and timers may change.
pub(crate) struct Flow<'a> {
    pub(crate) id: ConnId,
    pub(crate) conn: &'a mut Conn,
    pub(crate) tcp: Option<&'a mut Tcp>,
    pub(crate) env: &'a mut Env,
    pub(crate) sink: &'a mut dyn Sink,
}

/// The slab index in a connection id.
#[inline]
pub(crate) fn place_of(id: ConnId) -> u32 {
    id.place()
}

impl Flow<'_> {
    /// Reborrows the flow.
    pub(crate) fn again(&mut self) -> Flow<'_> {
        Flow { id: self.id, conn: self.conn, tcp: self.tcp.as_deref_mut(), env: self.env, sink: self.sink }
    }

    /// Draws the connection's uid when it is first shown. Zeek draws uids at that moment too, so seeded runs agree.
    #[inline]
    pub(crate) fn draw_uid(&mut self) {
        self.conn.draw_uid(&self.env.uids);
    }

    /// Raises an event if a handler exists.
    #[inline]
    pub(crate) fn event<E: EventType>(&mut self, build: impl FnOnce(ConnId) -> E) {
        if self.sink.wants(E::ID) {
            self.draw_uid();
            self.sink.about(&self.conn.view(self.id, self.tcp.as_deref()));
            self.sink.take(&build(self.id));
        }
    }

    /// Raises an event that is known at run time only.
    pub(crate) fn raise(&mut self, e: &dyn event::Event) {
        self.draw_uid();
        self.sink.about(&self.conn.view(self.id, self.tcp.as_deref()));
        self.sink.take(e);
    }

    /// Reports a weird of this connection.
    #[cold]
    pub(crate) fn weird(&mut self, name: &str, addl: &[u8], source: &str) {
        if self.permits_weird(name) {
            self.tell_weird(name, addl, source);
        }
    }

    /// Counts a weird of this connection; true if it must be reported.
    #[cold]
    pub(crate) fn permits_weird(&mut self, name: &str) -> bool {
        self.conn.had_weird = true;
        self.env.permit_conn_weird(self.conn, name)
    }

    /// Reports a weird that was counted. Even without a handler, it draws the connection's uid and updates its record.
    #[cold]
    pub(crate) fn tell_weird(&mut self, name: &str, addl: &[u8], source: &str) {
        if self.sink.wants(weird::ConnWeird::ID) {
            self.event(|c| weird::ConnWeird { name, c, addl, source });
        } else {
            self.draw_uid();
            self.sink.about(&self.conn.view(self.id, self.tcp.as_deref()));
        }
    }

    /// Adds a letter to the history.
    #[inline]
    pub(crate) fn push_letter(&mut self, letter: u8) {
        if !self.conn.history.push(letter, self.env.opts.caps.history)
            && self.conn.seen_letters & SEEN_CAP == 0
        {
            self.conn.seen_letters |= SEEN_CAP;
            self.weird(Weird::HistoryCap.name(), b"", "");
        }
    }

    /// Adds a letter unless it is present. Returns true if it was.
    #[inline]
    pub(crate) fn letter_once(&mut self, mask: u32, letter: u8) -> bool {
        if self.conn.seen_letters & mask != 0 {
            return true;
        }
        self.conn.seen_letters |= mask;
        self.push_letter(letter);
        false
    }

    /// Notes in the history that the connection's content cannot be followed.
    pub(crate) fn cannot_follow(&mut self) {
        self.letter_once(SEEN_UNKNOWN, b'X');
    }

    /// Exchanges originator and responder, and tells the analyzers.
    pub(crate) fn flip_roles(&mut self) {
        self.flip_roles_without_analyzers();
        self.each_analyzer(|a, cx| a.roles_flipped(cx));
        analyzer::attach_expected(&mut self.again());
    }

    pub(crate) fn flip_roles_without_analyzers(&mut self) {
        self.conn.orig = 1 - self.conn.orig;
        self.push_letter(b'^');
        // A connection with exchanged roles has a uid even if no script handles the event.
        self.draw_uid();
        self.event(|c| events::ConnectionFlipped { c });
    }

    /// Sets the inactivity timeout; zero disables it.
    pub(crate) fn set_inactivity_timeout(&mut self, timeout: Interval) {
        if timeout == self.conn.inactivity {
            return;
        }
        self.cancel_timers(|d| *d == Due::Inactivity);
        if timeout != Interval::ZERO {
            let at = self.conn.last + timeout;
            self.add_timer_at(at, Due::Inactivity);
        }
        self.conn.inactivity = timeout;
    }

    /// Sets a timer relative to the current packet or, while timers fire, to the time of firing. Relative to the last
    /// packet, a timer that keeps resetting itself would always be due at once.
    pub(crate) fn add_timer(&mut self, after: Interval, due: Due) {
        let at = self.env.now.max(self.env.ts) + after;
        self.add_timer_at(at, due);
    }

    pub(crate) fn add_timer_at(&mut self, at: Timestamp, due: Due) {
        let timer = Timer::Conn { conn: place_of(self.id), due };
        self.env.timers.add(at, timer, &mut self.conn.timers);
    }

    pub(crate) fn cancel_timers(&mut self, which: impl Fn(&Due) -> bool) {
        self.env
            .timers
            .cancel_where(&mut self.conn.timers, |t| matches!(t, Timer::Conn { due, .. } if which(due)));
    }

    /// Enables `connection_status_update`.
    pub(crate) fn enable_status_updates(&mut self) {
        let every = self.env.opts.connection_status_update_interval;
        if every != Interval::ZERO
            && !self.conn.status_timer
            && self.sink.wants(events::ConnectionStatusUpdate::ID)
        {
            self.conn.status_timer = true;
            let at = self.env.now + every;
            self.add_timer_at(at, Due::Status);
        }
    }

    /// Counts a packet against the thresholds that scripts have set.
    #[inline]
    pub(crate) fn count(&mut self, role: Role, ip_len: usize) {
        if self.conn.own.counter.is_none() {
            return;
        }
        let end = self.conn.end_mut(role);
        end.packets += 1;
        end.ip_bytes += ip_len as u64;
        if self.conn.rare.is_some() || !self.env.opts.generic_packet_thresholds.is_empty() {
            self.check_thresholds(role);
        }
    }

    /// Raises the events of thresholds that a side has crossed, on behalf of the counting part.
    #[cold]
    pub(crate) fn check_thresholds(&mut self, role: Role) {
        let tag = self.env.analyzers.factory.as_ref().and_then(|f| f.counter());
        let Some(counter) = self.conn.own.counter else { return };
        self.sink.raised_by(tag.map(|tag| (counter, tag)));
        self.thresholds_crossed(role);
        self.sink.raised_by(None);
    }

    fn thresholds_crossed(&mut self, role: Role) {
        let is_orig = role.is_orig();
        let packets: u64 = self.conn.ends.iter().map(|e| e.packets).sum();
        let next = self.env.opts.generic_packet_thresholds.get(usize::from(self.conn.next_generic)).copied();
        if let Some(threshold) = next.filter(|n| *n == packets) {
            self.conn.next_generic = self.conn.next_generic.saturating_add(1);
            self.event(|c| events::ConnGenericPacketThresholdCrossed { c, threshold });
        }
        let Some(rare) = &self.conn.rare else { return };
        let t = rare.thresholds;
        let end = *self.conn.end(role);
        let side = usize::from(!is_orig);
        if let Some(threshold) = t.bytes.get(side).copied().filter(|t| *t > 0 && end.ip_bytes >= *t) {
            self.event(|c| events::ConnBytesThresholdCrossed { c, threshold, is_orig });
            self.clear_threshold(|t| t.bytes.get_mut(side));
        }
        if let Some(threshold) = t.packets.get(side).copied().filter(|t| *t > 0 && end.packets >= *t) {
            self.event(|c| events::ConnPacketsThresholdCrossed { c, threshold, is_orig });
            self.clear_threshold(|t| t.packets.get_mut(side));
        }
        let threshold = t.duration;
        if threshold != Interval::ZERO
            && self.env.now - self.conn.start > threshold
            && self.sink.wants(events::ConnDurationThresholdCrossed::ID)
        {
            self.event(|c| events::ConnDurationThresholdCrossed { c, threshold, is_orig });
            self.conn.rare().thresholds.duration = Interval::ZERO;
        }
    }

    fn clear_threshold(&mut self, which: impl FnOnce(&mut crate::conn::Thresholds) -> Option<&mut u64>) {
        if let Some(t) = which(&mut self.conn.rare().thresholds) {
            *t = 0;
        }
    }

    /// Runs `f` with the analyzers taken out of the connection, so that they can borrow it.
    pub(crate) fn with_tree<R>(&mut self, f: impl FnOnce(&mut Tree, &mut Flow<'_>) -> R) -> Option<R> {
        let mut tree = self.conn.analyzers.take()?;
        let result = f(&mut tree, self);
        tree.sweep(self);
        if !tree.is_empty() {
            self.conn.analyzers = Some(tree);
        }
        Some(result)
    }

    /// Calls each root analyzer.
    pub(crate) fn each_analyzer(&mut self, mut f: impl FnMut(&mut dyn Analyzer, &mut Context<'_, '_>)) {
        self.with_tree(|tree, flow| tree.each_root(flow, &mut f));
    }

    /// Delivers the next bytes of a stream.
    pub(crate) fn deliver_stream(&mut self, role: Role, data: &[u8]) {
        if self.conn.detection_waits & analyzer::side(role) != 0 && !data.is_empty() {
            analyzer::payload_begins(self, role);
        }
        self.with_tree(|tree, flow| tree.deliver_stream(flow, role, data));
    }

    /// Reports bytes of a stream that are missing for good.
    pub(crate) fn undelivered(&mut self, role: Role, seq: u64, len: u64) {
        self.with_tree(|tree, flow| tree.undelivered(flow, role, seq, len));
    }

    /// Delivers a datagram's payload.
    pub(crate) fn deliver_packet(&mut self, role: Role, packet: &analyzer::Datagram<'_>) {
        if self.conn.detection_waits & analyzer::side(role) != 0 && !packet.payload.is_empty() {
            analyzer::payload_begins(self, role);
        }
        self.with_tree(|tree, flow| tree.deliver_packet(flow, role, packet));
    }

    /// Starts detection with the first packet of a side, unless it waits for that side's payload.
    pub(crate) fn detection_begins(&mut self, role: Role, headers: analyzer::FirstHeaders<'_>) {
        if self.conn.detection_waits & analyzer::side(role) != 0 {
            return;
        }
        self.with_tree(|tree, flow| tree.detection_begins(flow, role, headers));
    }
}
