//! The analyzer of a connection.
use super::anomaly::RecordAnomaly;
use super::exchange::{Exchange, Seen};
use super::program::Program;
use super::record::Records;
use super::{Anomaly, nfs, weird};
use crate::{Maker, Settings};
use event::conn::ConnectionTimeout;
use net_types::{Interval, TransportProto};
use session::Role;
use session::analyzer::{Analyzer, Context, Datagram};

/// The analyzer of a connection.
pub struct Rpc {
    program: Program,
    exchange: Exchange,
    records: [Records; 2],
    /// The lifetime of a UDP connection (`rpc_timeout`).
    timeout: Interval,
    timed: bool,
}

fn maker(settings: &dyn Settings, program: Program) -> Maker {
    let max_pending = settings.count("rpc_max_pending_calls").unwrap_or(1000);
    let max_pending = usize::try_from(max_pending).unwrap_or(usize::MAX);
    let timeout = settings.interval("rpc_timeout").unwrap_or(Interval::from_secs(24));
    Box::new(move |_| {
        Some(Box::new(Rpc {
            program,
            exchange: Exchange::new(max_pending),
            records: Default::default(),
            timeout,
            timed: false,
        }))
    })
}

/// Makes analyzers of the port mapper.
pub fn portmap_maker(settings: &dyn Settings) -> Maker {
    maker(settings, Program::Portmap)
}

/// Makes analyzers of the mount protocol.
pub fn mount_maker(settings: &dyn Settings) -> Maker {
    maker(settings, Program::Mount)
}

/// Makes analyzers of NFS.
pub fn nfs_maker(settings: &dyn Settings) -> Maker {
    maker(settings, Program::Nfs(nfs::Config::read(settings)))
}

impl Analyzer for Rpc {
    fn splitters(&self, tcp: bool) -> u32 {
        if tcp { 2 } else { 0 }
    }

    fn packet(&mut self, cx: &mut Context<'_, '_>, from: Role, packet: &Datagram<'_>) {
        if !std::mem::replace(&mut self.timed, true) {
            cx.set_timer(self.timeout, 0);
        }
        let now = cx.now();
        let message = Seen { bytes: packet.payload, seen: (now, now) };
        if !self.exchange.message(cx, &self.program, from, message) {
            weird(cx, Anomaly::Bad);
        }
    }

    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        let (now, partial) = (cx.now(), cx.is_partial());
        let [calls, replies] = &mut self.records;
        let records = if from.is_orig() { calls } else { replies };
        let mut data = records.synchronize(data, partial, from.is_orig());
        while let Some(m) = records.next(&mut data, now, &mut |a| cx.anomaly(a)) {
            let message = Seen { bytes: &m.bytes, seen: (m.begun, now) };
            if !self.exchange.message(cx, &self.program, from, message) {
                cx.anomaly(RecordAnomaly::Partial);
            }
        }
    }

    fn undelivered(&mut self, _: &mut Context<'_, '_>, from: Role, _: u64, _: u64) {
        let [calls, replies] = &mut self.records;
        if from.is_orig() { calls.gap() } else { replies.gap() }
    }

    fn timer(&mut self, cx: &mut Context<'_, '_>, _: u32) {
        if cx.conn().transport() == TransportProto::Udp {
            cx.event(|c| ConnectionTimeout { c });
            cx.end_connection();
        }
    }

    fn done(&mut self, cx: &mut Context<'_, '_>) {
        self.exchange.end(cx, &self.program);
    }
}
