//! The analyzer of a connection, which carries one query.
use super::anomaly::Anomaly;
use crate::ascii::skip_blanks;
use crate::line_reader::{Asking, Question};
use crate::lines::Lines;
use crate::sides::Sides;
use crate::signature::{Subject, aspect};
use crate::{Maker, Settings};
use event::finger as ev;
use session::Role;
use session::analyzer::{Context, Extent};

/// A query (RFC 1288, 2.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Query<'a> {
    /// Whether the query requests verbose output (`/W`).
    pub full: bool,
    /// The user's name; empty for all users.
    pub user: &'a [u8],
    /// The host to forward the query to; empty for the server itself.
    pub host: &'a [u8],
    /// The user and host, as sent.
    pub who: &'a [u8],
}

impl<'a> Query<'a> {
    /// Parses a query line.
    pub fn parse(line: &'a [u8]) -> Self {
        let line = skip_blanks(line);
        let full = matches!(line, [b'/', b'w' | b'W', ..]);
        let who = if full { skip_blanks(line.get(2..).unwrap_or_default()) } else { line };
        let at = who.iter().position(|&b| b == b'@');
        let (user, rest) = who.split_at(at.unwrap_or(who.len()));
        Query { full, user, host: rest.get(1..).unwrap_or_default(), who }
    }
}

/// The default of `Finger::max_line_length`, in bytes.
const MAX_LINE: u64 = 1024;

/// The analyzer of a connection.
pub struct Finger {
    asked: bool,
    /// The longest line that is read, in bytes.
    longest: usize,
    /// A longer line has come: nothing more is read.
    over: bool,
}

/// Returns a maker of one analyzer per connection.
pub fn maker(s: &dyn Settings) -> Maker {
    let longest = s.count("Finger::max_line_length").unwrap_or(MAX_LINE);
    let longest = usize::try_from(longest).unwrap_or(usize::MAX);
    Box::new(move |_| {
        let mut lines = Sides::<Lines>::default();
        lines.of(Role::Orig).flag_nul(true);
        Some(Box::new(Asking::new(Finger { asked: false, longest, over: false }, lines)))
    })
}

impl Question for Finger {
    fn line(&mut self, cx: &mut Context<'_, '_>, from: Role, line: &[u8]) {
        self.asked |= from.is_orig();
        if self.over {
            return;
        }
        if line.len() > self.longest {
            self.over = true;
            let reason =
                format!("a line of {} bytes; Finger::max_line_length is {}", line.len(), self.longest);
            return cx.violate(&reason, None);
        }
        if from.is_orig() {
            let q = Query::parse(line);
            cx.event(|c| ev::FingerRequest { c, full: q.full, username: q.user, hostname: q.host });
            if cx.shows(aspect(Subject::Finger)) {
                cx.show(from, aspect(Subject::Finger), q.who, Extent::Whole);
            }
        } else {
            cx.event(|c| ev::FingerReply { c, reply_line: line });
        }
    }

    fn closed(&self, cx: &mut Context<'_, '_>) {
        if !self.asked {
            cx.anomaly(Anomaly::PartialRequest);
        }
    }
}
