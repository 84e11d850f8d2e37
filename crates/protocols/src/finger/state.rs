//! One query.
use super::anomaly::Anomaly;
use crate::lines::{Item, Lines};
use crate::signature::{Subject, aspect};
use crate::words::skip_blanks;
use crate::{Maker, Settings};
use event::finger as ev;
use session::Role;
use session::analyzer::{Analyzer, Context, Extent};

/// Whom a client asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Query<'a> {
    /// It wants to know all (`/W`).
    pub full: bool,
    /// The user; empty for everybody.
    pub user: &'a [u8],
    /// The host to ask; empty for the server itself.
    pub host: &'a [u8],
    /// User and host as they stand there.
    pub who: &'a [u8],
}

impl<'a> Query<'a> {
    /// Takes a line apart.
    pub fn parse(line: &'a [u8]) -> Self {
        let line = skip_blanks(line);
        let full = matches!(line, [b'/', b'w' | b'W', ..]);
        let who = if full { skip_blanks(line.get(2..).unwrap_or_default()) } else { line };
        let at = who.iter().position(|&b| b == b'@');
        let (user, rest) = who.split_at(at.unwrap_or(who.len()));
        Query { full, user, host: rest.get(1..).unwrap_or_default(), who }
    }
}

/// The analyzer of a query.
pub struct Finger {
    lines: [Lines; 2],
    asked: bool,
    client_closed: bool,
}

/// Makes an analyzer for each connection.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| {
        let mut lines: [Lines; 2] = Default::default();
        let [client, _] = &mut lines;
        client.flag_nul(true);
        Some(Box::new(Finger { lines, asked: false, client_closed: false }))
    })
}

impl Finger {
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
        let side = usize::from(!from.is_orig());
        let Some(mut lines) = self.lines.get_mut(side).map(std::mem::take) else { return };
        while let Some(item) = lines.next(&mut data, &mut |w| cx.anomaly(w)) {
            if let Item::Line(line) = item {
                self.line(cx, from, line);
            }
        }
        if let Some(slot) = self.lines.get_mut(side) {
            *slot = lines;
        }
    }

    fn end_of_stream(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        self.client_closed |= from.is_orig();
        let line = self.lines.get_mut(usize::from(!from.is_orig())).and_then(Lines::end);
        if let Some(line) = line {
            self.line(cx, from, &line);
        }
    }

    fn done(&mut self, cx: &mut Context<'_, '_>) {
        if self.client_closed && !self.asked {
            cx.anomaly(Anomaly::PartialRequest);
        }
    }
}
