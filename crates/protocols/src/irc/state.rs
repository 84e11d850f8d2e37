//! The analyzer of a connection between a client and a server, or between two servers.
use super::anomaly::Anomaly;
use super::command::{self, Command, LONGEST};
use super::line::{Error, Kind, Line, is_client_command};
use super::numeric;
use crate::line_reader::LineReader;
use crate::lines::Lines;
use crate::sides::Sides;
use crate::starttls::StartTls;
use crate::{Maker, Settings};
use event::irc::IrcStarttls;
use session::Role;
use session::analyzer::{Analyzer, Context};

/// The maximum number of overlong commands. More are a violation.
const MAX_INVALID: u32 = 20;

/// The length from which lines are cut, in bytes.
const MAX_LINE: usize = 1000;

/// The reply after which TLS begins (IRCv3, RPL_STARTTLS).
const STARTTLS: u16 = 670;

/// The analyzer of a connection.
#[derive(Default)]
pub struct Irc {
    lines: Sides<Lines>,
    /// The number of commands that were too long.
    invalid: u32,
    tls: StartTls,
}

/// Returns a maker of one analyzer per connection.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| {
        let mut irc = Irc::default();
        for lines in irc.lines.both() {
            lines.limit(MAX_LINE);
        }
        Some(Box::new(irc))
    })
}

impl LineReader for Irc {
    fn lines(&mut self, from: Role) -> &mut Lines {
        self.lines.of(from)
    }

    fn is_over(&self, _: &Context<'_, '_>) -> bool {
        self.tls.has_begun()
    }

    fn line(&mut self, cx: &mut Context<'_, '_>, from: Role, line: &[u8]) {
        let parsed = match Line::parse(line) {
            Ok(l) => l,
            Err(e) => return refuse(cx, e),
        };
        let is_orig = from.is_orig();
        match parsed.kind {
            Kind::Reply(STARTTLS) => {
                self.tls.begin(cx);
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
                let said =
                    Command { is_orig, prefix: parsed.prefix, command: &command, params: parsed.params };
                command::report(cx, &said);
            }
        }
    }
}

impl Irc {
    fn invalid_command(&mut self, cx: &mut Context<'_, '_>) {
        cx.anomaly(Anomaly::InvalidCommand);
        self.invalid += 1;
        if self.invalid > MAX_INVALID {
            cx.anomaly(Anomaly::TooManyInvalid);
            cx.violate("too many long lines", None);
        }
    }
}

/// Reports a malformed line: as an anomaly if the protocol is confirmed, and as a violation if the line is unlikely to
/// be IRC.
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
    fn splitters(&self, _: bool) -> u32 {
        2
    }

    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, mut data: &[u8]) {
        self.read_lines(cx, from, &mut data);
        self.tls.forward(cx, from, data);
    }

    fn undelivered(&mut self, cx: &mut Context<'_, '_>, from: Role, seq: u64, len: u64) {
        self.tls.forward_gap(cx, from, seq, len);
    }

    fn end_of_stream(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        if !self.tls.forward_end(cx, from) {
            self.read_last_line(cx, from);
        }
    }
}
