//! One connection of a client and its server, or of two servers.
use super::anomaly::Anomaly;
use super::command::{self, LONGEST, Said};
use super::line::{Error, Kind, Line, is_client_command};
use super::numeric;
use crate::lines::{Item, Lines};
use crate::registry;
use crate::{Maker, Settings};
use event::irc::IrcStarttls;
use session::Role;
use session::analyzer::{Analyzer, Context, Tag};

const TLS: Tag = registry::tag("SSL");

/// How many commands that are too long are borne with.
const MAX_INVALID: u32 = 20;

/// The reply that lets TLS begin.
const STARTTLS: u16 = 670;

/// The analyzer of a connection.
#[derive(Default)]
pub struct Irc {
    lines: [Lines; 2],
    invalid: u32,
    tls: bool,
}

/// Makes an analyzer for each connection.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::<Irc>::default()))
}

impl Irc {
    fn line(&mut self, cx: &mut Context<'_, '_>, from: Role, line: &[u8]) {
        let parsed = match Line::parse(line) {
            Ok(l) => l,
            Err(e) => return refuse(cx, e),
        };
        let is_orig = from.is_orig();
        match parsed.kind {
            Kind::Reply(STARTTLS) => {
                self.tls = true;
                cx.add_child(TLS);
                cx.event(|c| IrcStarttls { c });
            }
            Kind::Reply(code) => numeric::report(cx, is_orig, parsed.prefix, code, parsed.params),
            Kind::Command(command) => {
                if is_orig && is_client_command(&command) {
                    cx.confirm();
                }
                if command == b"STARTTLS" {
                    return;
                }
                if command.len() > LONGEST {
                    return self.invalid_command(cx);
                }
                let said = Said { is_orig, prefix: parsed.prefix, command: &command, params: parsed.params };
                command::report(cx, &said);
            }
        }
    }

    fn invalid_command(&mut self, cx: &mut Context<'_, '_>) {
        cx.anomaly(Anomaly::InvalidCommand);
        self.invalid += 1;
        if self.invalid > MAX_INVALID {
            cx.anomaly(Anomaly::TooManyInvalid);
            cx.violate("too many long lines", None);
        }
    }
}

/// What is no line is odd where others were; some of it tells that the protocol is another one.
fn refuse(cx: &mut Context<'_, '_>, e: Error) {
    let (anomaly, violation) = match e {
        Error::TagsAlone => return,
        Error::TooLong => (Anomaly::LineTooLong, None),
        Error::TooShort => (Anomaly::LineTooShort, None),
        Error::Prefix => (Anomaly::InvalidLine, None),
        Error::Nothing => (Anomaly::InvalidLine, Some("line too short")),
        Error::Number => (Anomaly::InvalidReplyNumber, Some("invalid reply number")),
    };
    if cx.is_confirmed() {
        cx.anomaly(anomaly);
    }
    if let Some(reason) = violation {
        cx.violate(reason, None);
    }
}

impl Analyzer for Irc {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, mut data: &[u8]) {
        let side = usize::from(!from.is_orig());
        let Some(mut lines) = self.lines.get_mut(side).map(std::mem::take) else { return };
        while !self.tls {
            let Some(item) = lines.next(&mut data, &mut |w| cx.anomaly(w)) else { break };
            if let Item::Line(line) = item {
                self.line(cx, from, line);
            }
        }
        if let Some(slot) = self.lines.get_mut(side) {
            *slot = lines;
        }
        if self.tls && !data.is_empty() {
            cx.forward_stream(from, data);
        }
    }

    fn undelivered(&mut self, cx: &mut Context<'_, '_>, from: Role, seq: u64, len: u64) {
        if self.tls {
            cx.forward_undelivered(from, seq, len);
        }
    }

    fn end_of_stream(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        if self.tls {
            return cx.forward_end_of_stream(from);
        }
        let line = self.lines.get_mut(usize::from(!from.is_orig())).and_then(Lines::end);
        if let Some(line) = line {
            self.line(cx, from, &line);
        }
    }
}
