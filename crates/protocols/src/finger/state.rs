//! The analyzer of a connection, which carries one query.
use super::anomaly::Anomaly;
use crate::ascii::skip_blanks;
use crate::line_reader::LineReader;
use crate::lines::Lines;
use crate::sides::Sides;
use crate::signature::{Subject, aspect};
use crate::{Maker, Settings};
use event::finger as ev;
use session::Role;
use session::analyzer::{Analyzer, Context, Extent};

/// A query (RFC 1288, 2.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Query<'a> {
    /// The query asks for verbose output (`/W`).
    pub full: bool,
    /// The user; empty for all users.
    pub user: &'a [u8],
    /// The host to forward the query to; empty for the server itself.
    pub host: &'a [u8],
    /// User and host as written.
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

/// The analyzer of a connection.
pub struct Finger {
    lines: Sides<Lines>,
    asked: bool,
    client_closed: bool,
}

/// Makes an analyzer for each connection.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| {
        let mut lines = Sides::<Lines>::default();
        lines.of(Role::Orig).flag_nul(true);
        Some(Box::new(Finger { lines, asked: false, client_closed: false }))
    })
}

impl LineReader for Finger {
    fn lines(&mut self, from: Role) -> &mut Lines {
        self.lines.of(from)
    }

    fn line(&mut self, cx: &mut Context<'_, '_>, from: Role, line: &[u8]) {
        if line.is_empty() {
            return;
        }
        if from.is_orig() {
            self.asked = true;
            let q = Query::parse(line);
            cx.event(|c| ev::FingerRequest { c, full: q.full, username: q.user, hostname: q.host });
            if cx.shows(aspect(Subject::Finger)) {
                cx.show(from, aspect(Subject::Finger), q.who, Extent::Whole);
            }
        } else {
            cx.event(|c| ev::FingerReply { c, reply_line: line });
        }
    }
}

impl Analyzer for Finger {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, mut data: &[u8]) {
        self.read_lines(cx, from, &mut data);
    }

    fn end_of_stream(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        self.client_closed |= from.is_orig();
        self.read_last_line(cx, from);
    }

    fn done(&mut self, cx: &mut Context<'_, '_>) {
        if self.client_closed && !self.asked {
            cx.anomaly(Anomaly::PartialRequest);
        }
    }
}
