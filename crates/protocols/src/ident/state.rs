//! The analyzer of a connection.
use super::anomaly::Anomaly;
use super::message::{Answer, Pair, reply};
use crate::line_reader::{Asking, Question};
use crate::lines::Lines;
use crate::sides::Sides;
use crate::{Maker, Settings};
use event::ident as ev;
use net_types::Port;
use session::Role;
use session::analyzer::Context;

/// The analyzer of a connection.
pub struct Ident {
    asked: bool,
    reported_reply: bool,
}

/// Returns a maker of one analyzer per connection.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| {
        let mut lines = Sides::<Lines>::default();
        for side in lines.both() {
            side.flag_nul(true);
        }
        Some(Box::new(Asking::new(Ident { asked: false, reported_reply: false }, lines)))
    })
}

impl Question for Ident {
    fn line(&mut self, cx: &mut Context<'_, '_>, from: Role, line: &[u8]) {
        if from.is_orig() {
            let Some((ports, rest)) = Pair::read(line) else {
                return cx.weird(Anomaly::BadRequest.weird(), line);
            };
            if ports.bad {
                cx.weird(Anomaly::BadPort.weird(), line);
            }
            if !rest.is_empty() {
                cx.weird(Anomaly::RequestAddendum.weird(), line);
            }
            self.asked = true;
            let (lport, rport) = (Port::tcp(ports.second), Port::tcp(ports.first));
            return cx.event(|c| ev::IdentRequest { c, lport, rport });
        }
        let Some(r) = reply(line) else {
            if !std::mem::replace(&mut self.reported_reply, true) {
                cx.weird(Anomaly::BadReply.weird(), line);
            }
            return;
        };
        if r.ports.bad {
            cx.weird(Anomaly::BadPort.weird(), line);
        }
        let (lport, rport) = (Port::tcp(r.ports.second), Port::tcp(r.ports.first));
        match r.answer {
            Answer::User { id, system } => {
                cx.event(|c| ev::IdentReply { c, lport, rport, user_id: id, system });
            }
            Answer::Error(line) => cx.event(|c| ev::IdentError { c, lport, rport, line }),
        }
    }

    fn closed(&self, cx: &mut Context<'_, '_>) {
        if !self.asked && !cx.is_partial() {
            cx.weird(Anomaly::PartialRequest.weird(), b"");
        }
    }
}
