//! The analyzer: splits streams into messages, and reads datagrams.
use super::anomaly::Anomaly;
use crate::{Maker, Settings};
use event::conn::ConnectionTimeout;
use event::netbios as ev;
use event::udp::UdpSessionDone;
use net_types::{Interval, TransportProto};
use session::Role;
use session::analyzer::{Analyzer, Context, Datagram};

/// The length of a session message's header, in bytes.
const HEAD: usize = 4;

/// The length of a datagram's header, in bytes.
const DATAGRAM_HEAD: usize = 14;

/// The analyzer of a connection.
pub struct NetbiosSsn {
    /// `netbios_ssn_session_timeout`
    timeout: Interval,
    timed: bool,
    /// The incomplete message of each side, with its header.
    buffers: [Vec<u8>; 2],
}

/// Returns the maker of a run's analyzers.
pub fn maker(s: &dyn Settings) -> Maker {
    let timeout = s.interval("netbios_ssn_session_timeout").unwrap_or(Interval::from_secs(15));
    Box::new(move |_| Some(Box::new(NetbiosSsn { timeout, timed: false, buffers: Default::default() })))
}

fn message(cx: &mut Context<'_, '_>, from: Role, kind: u8, data: &[u8]) {
    let is_orig = from.is_orig();
    let (msg_type, data_len) = (kind.into(), data.len() as u64);
    cx.event(|c| ev::SessionMessage { c, is_orig, msg_type, data_len });
    if matches!(kind, 0x82..=0x84) && is_orig {
        cx.anomaly(Anomaly::ClientReply);
    }
    match kind {
        0x00 if data.starts_with(b"\xffSMB") => cx.anomaly(Anomaly::Smb),
        0x00 => {
            cx.anomaly(Anomaly::RawMessage);
            cx.event(|c| ev::SessionRawMessage { c, is_orig, msg: data });
        }
        0x81 => {
            if !is_orig {
                cx.anomaly(Anomaly::ServerRequest);
            }
            if let Some(name) = decode_name(data) {
                cx.event(|c| ev::SessionRequest { c, msg: &name });
            }
        }
        0x82 => cx.event(|c| ev::SessionAccepted { c, msg: data }),
        0x83 => cx.event(|c| ev::SessionRejected { c, msg: data }),
        0x84 => cx.event(|c| ev::SessionRetArgResp { c, msg: data }),
        0x85 => cx.event(|c| ev::SessionKeepalive { c, msg: data }),
        // Direct, broadcast and error datagrams.
        0x10..=0x16 => {}
        kind => cx.anomaly(Anomaly::UnknownType(kind)),
    }
}

/// Decodes a first-level encoded name: a length and two letters per byte (RFC 1001, 14.1).
fn decode_name(data: &[u8]) -> Option<Vec<u8>> {
    let (&len, letters) = data.split_first()?;
    let len = usize::from(len / 2);
    let letters = letters.get(..2 * len)?;
    if !(1..=30).contains(&len) || !letters.iter().all(|l| (b'A'..=b'P').contains(l)) {
        return None;
    }
    Some(letters.chunks_exact(2).map(|pair| pair.iter().fold(0, |v, l| v << 4 | (l - b'A'))).collect())
}

impl Analyzer for NetbiosSsn {
    fn splitters(&self, tcp: bool) -> u32 {
        if tcp { 2 } else { 0 }
    }

    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, mut data: &[u8]) {
        let [orig, resp] = &mut self.buffers;
        let buffer = if from.is_orig() { orig } else { resp };
        while !data.is_empty() {
            let want = match buffer.first_chunk::<HEAD>() {
                Some(&[_, _, hi, lo]) => HEAD + usize::from(u16::from_be_bytes([hi, lo])),
                None => HEAD,
            };
            let (part, rest) = data.split_at(data.len().min(want - buffer.len()));
            buffer.extend_from_slice(part);
            data = rest;
            if let Some((&[kind, _, hi, lo], content)) = buffer.split_first_chunk::<HEAD>()
                && content.len() == usize::from(u16::from_be_bytes([hi, lo]))
            {
                message(cx, from, kind, content);
                buffer.clear();
            }
        }
    }

    fn end_of_stream(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        let side = usize::from(!from.is_orig());
        let partial = self.buffers.get_mut(side).map(std::mem::take).unwrap_or_default();
        if let Some((&[kind, ..], content)) = partial.split_first_chunk::<HEAD>()
            && !content.is_empty()
        {
            message(cx, from, kind, content);
        }
    }

    fn undelivered(&mut self, _: &mut Context<'_, '_>, from: Role, _: u64, _: u64) {
        // The next delivery probably begins with a new message.
        if let Some(buffer) = self.buffers.get_mut(usize::from(!from.is_orig())) {
            buffer.clear();
        }
    }

    fn packet(&mut self, cx: &mut Context<'_, '_>, from: Role, packet: &Datagram<'_>) {
        if !self.timed {
            self.timed = true;
            cx.set_timer(self.timeout, 0);
        }
        let Some((head, mut content)) = packet.payload.split_first_chunk::<DATAGRAM_HEAD>() else {
            return cx.violate("NetBIOS datagram too short for header", Some(packet.payload));
        };
        let [kind, _, _, _, _, _, _, _, _, _, hi, lo, ..] = *head;
        let announced = usize::from(u16::from_be_bytes([hi, lo]));
        if announced < DATAGRAM_HEAD || announced - DATAGRAM_HEAD > content.len() {
            cx.anomaly(Anomaly::HeaderTooLong(announced, content.len()));
        } else if let Some(part) = content.get(..announced)
            && announced < content.len()
        {
            cx.anomaly(Anomaly::HeaderTooShort(announced, content.len()));
            content = part;
        }
        message(cx, from, kind, content);
    }

    /// Ends a silent connection. A connection may end up to one second before `netbios_ssn_session_timeout`, so that
    /// most connections need only one timer.
    fn timer(&mut self, cx: &mut Context<'_, '_>, _: u32) {
        let silent = cx.now() - (cx.conn().start_time() + cx.conn().duration());
        if silent >= self.timeout - Interval::from_secs(1) {
            cx.event(|c| ConnectionTimeout { c });
            cx.end_connection();
        } else {
            cx.set_timer(self.timeout, 0);
        }
    }

    fn done(&mut self, cx: &mut Context<'_, '_>) {
        if cx.conn().transport() == TransportProto::Udp {
            cx.event(|u| UdpSessionDone { u });
        }
    }
}
