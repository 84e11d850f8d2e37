//! The analyzer: reports datagrams as events.
use super::parser::Message;
use crate::{Maker, Settings};
use event::radius as ev;
use event::udp::UdpSessionDone;
use session::Role;
use session::analyzer::{Analyzer, Context, Datagram};

/// Makes the analyzer.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::new(Radius)))
}

/// The analyzer of a connection. It has no state, since messages are independent.
pub struct Radius;

impl Analyzer for Radius {
    fn packet(&mut self, cx: &mut Context<'_, '_>, _: Role, packet: &Datagram<'_>) {
        let message = match Message::read(packet.payload) {
            Ok(m) => m,
            Err(e) => return cx.violate(&e.to_string(), Some(packet.payload)),
        };
        for (kind, value) in message.attributes.iter() {
            cx.event(|c| ev::RadiusAttribute { c, attr_type: kind.into(), value });
        }
        cx.confirm();
        let attributes = &message.attributes;
        let result = ev::RadiusMsg {
            code: message.code.into(),
            trans_id: message.id.into(),
            authenticator: message.authenticator,
            attributes: (!attributes.is_empty()).then_some(attributes as &dyn event::Pairs),
        };
        cx.event(|c| ev::RadiusMessage { c, result });
    }

    fn done(&mut self, cx: &mut Context<'_, '_>) {
        cx.event(|u| UdpSessionDone { u });
    }
}
