//! The analyzer: splits streams into messages.
use super::parser::{Body, HEAD, Header, Problem};
use super::report;
use crate::frames::Frames;
use crate::{Maker, Settings};
use event::modbus as ev;
use session::Role;
use session::analyzer::{Analyzer, Context};

/// Returns the maker of analyzers.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::new(Modbus::default())))
}

/// The state of one direction.
#[derive(Default)]
struct Side {
    frames: Frames,
    /// Whether the header of the current, incomplete message was reported.
    announced: bool,
}

/// The analyzer of a connection.
#[derive(Default)]
pub struct Modbus {
    orig: Side,
    resp: Side,
}

impl Modbus {
    fn side(&mut self, from: Role) -> &mut Side {
        if from.is_orig() { &mut self.orig } else { &mut self.resp }
    }

    /// Takes a complete message.
    fn message(&mut self, cx: &mut Context<'_, '_>, from: Role, bytes: &[u8]) -> Result<(), Problem> {
        let head = Header::read(bytes)?;
        let side = self.side(from);
        if !std::mem::take(&mut side.announced) {
            announce(cx, from, &head);
        }
        let body = bytes.get(HEAD..).unwrap_or_default();
        match Body::read(head.function, from.is_orig(), body) {
            Ok(Body::Contradictory) => return Ok(()),
            Ok(body) => report::body(cx, &head, from.is_orig(), &body),
            // The message is complete, but its content is malformed. It is checked for scripts that read it.
            Err(e @ (Problem::OddCount(_) | Problem::Coil(_))) => {
                if report::is_wanted(cx, head.function, from.is_orig()) {
                    cx.violate(&e.to_string(), None);
                }
            }
            Err(e) => return Err(e),
        }
        cx.confirm();
        Ok(())
    }
}

fn announce(cx: &mut Context<'_, '_>, from: Role, head: &Header) {
    let headers = head.shown();
    cx.event(|c| ev::ModbusMessage { c, headers, is_orig: from.is_orig() });
}

impl Analyzer for Modbus {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        let mut frames = std::mem::take(&mut self.side(from).frames);
        let mut delivery = frames.deliver(data);
        let problem = loop {
            let Some(bytes) = delivery.next(Header::measure) else { break None };
            if let Err(e) = self.message(cx, from, bytes) {
                break Some(e);
            }
        };
        // Report the header before the rest of its message arrives.
        let problem = problem.or_else(|| {
            let partial = delivery.partial();
            if partial.len() < HEAD || self.side(from).announced {
                return None;
            }
            match Header::read(partial) {
                Ok(head) => {
                    announce(cx, from, &head);
                    self.side(from).announced = true;
                    None
                }
                Err(e) => Some(e),
            }
        });
        if let Some(e) = problem {
            delivery.discard();
            cx.violate(&e.to_string(), None);
            self.side(from).announced = false;
        }
        self.side(from).frames = frames;
    }

    /// Ignores gaps: the bytes after a gap complete the message in which it begins, as in Zeek's modbus.log.
    fn undelivered(&mut self, _: &mut Context<'_, '_>, _: Role, _: u64, _: u64) {}
}
