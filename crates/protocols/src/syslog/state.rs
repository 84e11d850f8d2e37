//! The analyzer: reports datagrams as events.
use crate::{Maker, Settings};
use event::syslog as ev;
use event::udp::UdpSessionDone;
use session::Role;
use session::analyzer::{Analyzer, Context, Datagram};
use std::fmt;

/// Makes the analyzer.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::new(Syslog)))
}

/// Facility and severity of a message without a priority.
const UNSPECIFIED: u64 = 999;

/// Why a priority is malformed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Problem {
    /// No digit follows `<`.
    NoNumber,
    /// No `>` follows the digits.
    Unclosed,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Problem::NoNumber => "syslog priority: a digit wanted after '<'",
            Problem::Unclosed => "syslog priority: '>' wanted after the digits",
        })
    }
}

/// Parses the priority, if there is one; also returns the text after it. Numbers beyond 64 bits saturate.
pub fn priority(message: &[u8]) -> Result<(Option<u64>, &[u8]), Problem> {
    let Some(rest) = message.strip_prefix(b"<") else { return Ok((None, message)) };
    let len = rest.iter().position(|b| !b.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, rest) = rest.split_at_checked(len).unwrap_or_default();
    if digits.is_empty() {
        return Err(Problem::NoNumber);
    }
    let rest = rest.strip_prefix(b">").ok_or(Problem::Unclosed)?;
    let number = digits.iter().fold(0u64, |n, d| n.saturating_mul(10).saturating_add(u64::from(d - b'0')));
    Ok((Some(number), rest))
}

/// The analyzer of a connection. It has no state, since messages are independent.
pub struct Syslog;

impl Analyzer for Syslog {
    fn packet(&mut self, cx: &mut Context<'_, '_>, _: Role, packet: &Datagram<'_>) {
        match priority(packet.payload) {
            Ok((number, msg)) => {
                // The lowest three bits are the severity, the seven above them the facility.
                let (facility, severity) =
                    number.map_or((UNSPECIFIED, UNSPECIFIED), |n| (n >> 3 & 0x7f, n & 7));
                cx.event(|c| ev::SyslogMessage { c, facility, severity, msg });
            }
            Err(problem) => cx.violate(&problem.to_string(), Some(packet.payload)),
        }
    }

    fn done(&mut self, cx: &mut Context<'_, '_>) {
        cx.event(|u| UdpSessionDone { u });
    }
}
