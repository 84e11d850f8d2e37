//! The analyzer: reports datagrams as events.
use super::parser::{Body, EXTENSION, Message, Standard, mode};
use crate::{Maker, Settings};
use event::ntp as ev;
use event::udp::UdpSessionDone;
use session::Role;
use session::analyzer::{Analyzer, Context, Datagram};
use wire::ReadError;

/// Returns the maker of analyzers.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::new(Ntp::default())))
}

/// The analyzer of a connection.
#[derive(Default)]
pub struct Ntp {
    /// For each side: whether one of its messages has swapped the roles.
    flipped: [bool; 2],
}

impl Analyzer for Ntp {
    fn packet(&mut self, cx: &mut Context<'_, '_>, from: Role, packet: &Datagram<'_>) {
        let message = match Message::read(packet.payload) {
            Ok(m) => m,
            // Users match on the wording.
            Err(ReadError::Invalid { what: EXTENSION, .. }) => {
                let reason =
                    "Binpac exception: binpac exception: &enforce violation : Extension_Field:value_len";
                return cx.violate(reason, None);
            }
            Err(e) => return cx.violate(&e.to_string(), Some(packet.payload)),
        };
        cx.confirm();
        let reversed =
            matches!((message.mode, from), (mode::SERVER, Role::Orig) | (mode::CLIENT, Role::Resp));
        let [by_orig, by_resp] = &mut self.flipped;
        let flipped = if from.is_orig() { by_orig } else { by_resp };
        if reversed && !*flipped {
            *flipped = true;
            cx.flip_roles();
        }
        report(cx, from, &message);
    }

    fn done(&mut self, cx: &mut Context<'_, '_>) {
        cx.event(|u| UdpSessionDone { u });
    }
}

fn report(cx: &mut Context<'_, '_>, from: Role, m: &Message<'_>) {
    let mut msg = ev::NtpMsg {
        version: m.version.into(),
        mode: m.mode.into(),
        std_msg: None,
        control_msg: None,
        mode7_msg: None,
    };
    match &m.body {
        Body::Standard(s) => msg.std_msg = Some(standard(s)),
        Body::Control(c) => {
            msg.control_msg = Some(ev::NtpControlMessage {
                op_code: u64::from(c.flags_and_op & 0x1f),
                resp_bit: c.flags_and_op & 0x80 != 0,
                err_bit: c.flags_and_op & 0x40 != 0,
                more_bit: c.flags_and_op & 0x20 != 0,
                sequence: c.sequence.into(),
                status: c.status.into(),
                association_id: c.association.into(),
                data: (!c.data.is_empty()).then_some(c.data),
                key_id: c.mac.map(|m| m.key_id.into()),
                crypto_checksum: c.mac.map(|m| m.digest),
            });
        }
        Body::Private(p) => {
            msg.mode7_msg = Some(ev::NtpMode7Message {
                req_code: p.request_code.into(),
                auth_bit: p.auth,
                sequence: p.sequence.into(),
                implementation: p.implementation.into(),
                err: p.error.into(),
                data: (!p.data.is_empty()).then_some(p.data),
            });
        }
        Body::Reserved => {}
    }
    cx.event(|c| ev::NtpMessage { c, is_orig: from.is_orig(), msg });
}

fn standard<'a>(s: &'a Standard<'_>) -> ev::NtpStandardMessage<'a> {
    let [ref_time, org_time, rec_time, xmt_time] = s.times;
    let id = s.reference_id.as_slice();
    ev::NtpStandardMessage {
        stratum: s.stratum.into(),
        poll: s.poll,
        precision: s.precision,
        root_delay: s.root_delay,
        root_disp: s.root_dispersion,
        kiss_code: (s.stratum == 0).then_some(id),
        ref_id: (s.stratum == 1).then_some(id),
        ref_addr: (s.stratum > 1).then(|| s.reference_addr()),
        ref_time,
        org_time,
        rec_time,
        xmt_time,
        key_id: s.mac.map(|m| m.key_id.into()),
        digest: s.mac.map(|m| m.digest),
        num_exts: s.extensions,
    }
}
