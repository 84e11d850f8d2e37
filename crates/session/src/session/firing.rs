//! Firing of timers, and the effect of each kind on its connection.
use super::Session;
use crate::analyzer::AnalyzerId;
use crate::conn::Transport;
use crate::env::{Due, Timer};
use crate::flow::Flow;
use crate::sink::Sink;
use crate::tcp::Verdict;
use crate::timers::TimerId;
use event::conn as events;
use net_types::Timestamp;

impl Session {
    #[cold]
    pub(super) fn fire_timers(&mut self, sink: &mut dyn Sink) {
        // There is no current packet, so timers that are set now count from now. If they counted from the last packet,
        // which may be long ago, they would be due at once, again and again.
        self.env.ts = self.env.now;
        while let Some((id, timer)) = self.env.timers.pop_due(self.env.now) {
            self.fire(id, timer, true, sink);
        }
    }

    pub(super) fn fire(&mut self, id: TimerId, timer: Timer, run: bool, sink: &mut dyn Sink) {
        if let Timer::Conn { conn, .. } = timer
            && let Some(c) = self.conns.get_mut(conn)
        {
            self.env.timers.forget(id, &mut c.timers);
        }
        self.env.timers.finish(id);
        if !run {
            return;
        }
        match timer {
            Timer::Conn { conn, due } => {
                if self.conn_timer(conn, due, sink) == Verdict::Remove {
                    self.remove(conn, sink);
                }
            }
            Timer::Fragments(at) => self.fragments.expire(at),
            Timer::IpTunnel(at) => self.ip_tunnels.expire(at, &mut self.env),
            Timer::Expected(number) => self.env.analyzers.expire(number),
        }
    }

    fn conn_timer(&mut self, at: u32, due: Due, sink: &mut dyn Sink) -> Verdict {
        let now = self.env.now;
        let verdict = match due {
            Due::Inactivity => self.with_flow(at, None, sink, |f| f.inactivity_timer(now)),
            Due::Status => self.with_flow(at, None, sink, |f| f.status_timer()),
            Due::Delete => self.with_flow(at, None, sink, |f| {
                f.event(|c| events::ConnectionTimeout { c });
                Verdict::Remove
            }),
            // Analyzers' timers wait for silence. At the end of the run their connections end anyway.
            Due::Analyzer { .. } if self.ending => self.with_flow(at, None, sink, |f| {
                f.event(|c| events::ConnectionTimeout { c });
                Verdict::Remove
            }),
            Due::Analyzer { id, token } => self.with_flow(at, None, sink, |f| {
                f.with_tree(|tree, flow| tree.timer(flow, AnalyzerId(id), token));
                if f.conn.ending { Verdict::Remove } else { Verdict::Keep }
            }),
            Due::TcpExpire => self.with_tcp_flow(at, sink, |f| f.expire_timer(now)),
            Due::TcpAttempt => self.with_tcp_flow(at, sink, |f| f.attempt_timer()),
            Due::TcpPartialClose => self.with_tcp_flow(at, sink, |f| f.partial_close_timer()),
            Due::TcpReset => self.with_tcp_flow(at, sink, |f| f.reset_timer()),
        };
        verdict.unwrap_or(Verdict::Keep)
    }
}

impl Flow<'_> {
    /// Sets the timers that a new connection begins with.
    pub(super) fn begin(&mut self) {
        let opts = &self.env.opts;
        let (inactivity, status) = match &self.conn.transport {
            Transport::Tcp(_) => {
                let at = self.env.now + opts.tcp_syn_timeout;
                self.add_timer_at(at, Due::TcpExpire);
                // TCP's own timeout is set when the handshake completes.
                (self.env.opts.udp_inactivity_timeout, true)
            }
            Transport::Datagrams { .. } if self.conn.key.proto() == 17 => (opts.udp_inactivity_timeout, true),
            Transport::Datagrams { .. } => (opts.icmp_inactivity_timeout, true),
            Transport::Other => (opts.unknown_ip_inactivity_timeout, false),
        };
        if status {
            self.enable_status_updates();
        }
        self.set_inactivity_timeout(inactivity);
    }

    fn inactivity_timer(&mut self, now: Timestamp) -> Verdict {
        let due = self.conn.last + self.conn.inactivity;
        if due <= now {
            self.event(|c| events::ConnectionTimeout { c });
            self.env.stats.ended_by_inactivity += 1;
            return Verdict::Remove;
        }
        self.add_timer_at(due, Due::Inactivity);
        Verdict::Keep
    }

    fn status_timer(&mut self) -> Verdict {
        self.event(|c| events::ConnectionStatusUpdate { c });
        let at = self.env.now + self.env.opts.connection_status_update_interval;
        self.add_timer_at(at, Due::Status);
        Verdict::Keep
    }
}
