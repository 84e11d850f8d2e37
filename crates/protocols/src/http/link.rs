//! The view that a message has of its connection.
use super::config::Config;
use crate::lines::Lines;
use event::http as ev;
use session::analyzer::Context;

/// The connection, as a message sees it.
pub(super) struct Link<'a, 'c, 'f> {
    pub(super) cx: &'a mut Context<'c, 'f>,
    pub(super) config: &'a Config,
    pub(super) reading: &'a mut Reading,
    /// 0 before the first status line.
    pub(super) reply_code: u64,
    /// The version of the message has chunks: it is HTTP/1.1.
    pub(super) chunks_allowed: bool,
    pub(super) connection: &'a mut Connection,
}

impl Link<'_, '_, '_> {
    /// Reports a header that cannot be read.
    pub(super) fn illegal_format(&mut self, text: &str) {
        self.http_event("illegal format", text);
    }

    /// Reports a body whose transfer encoding is violated.
    pub(super) fn illegal_encoding(&mut self, text: &str) {
        self.http_event("illegal encoding", text);
    }

    fn http_event(&mut self, event_type: &'static str, text: &str) {
        self.cx.event(|c| ev::HttpEvent { c, event_type, detail: text.as_bytes() });
    }
}

/// What header fields say about the connection.
#[derive(Default)]
pub(super) struct Connection {
    /// More than one request may come.
    pub(super) keep_alive: bool,
    /// The server closes after its reply.
    pub(super) closes: bool,
    /// The server agrees to an upgrade, to the protocol named in `upgrade_to`.
    pub(super) upgrades: bool,
    pub(super) upgrade_to: Vec<u8>,
}

/// How the line reader continues after the current item. Unset parts do not change.
#[derive(Default)]
pub(super) struct Reading {
    plain: Option<u64>,
    announced: Option<Option<u64>>,
    strict: Option<bool>,
}

impl Reading {
    /// The next `n` bytes are no lines.
    pub(super) fn bytes(&mut self, n: u64) {
        self.plain = Some(n);
    }

    /// Lines come next.
    pub(super) fn lines(&mut self) {
        self.plain = Some(0);
    }

    /// `n` bytes come, and the last of them ends a line.
    pub(super) fn announce(&mut self, n: u64) {
        self.announced = Some(Some(n));
    }

    /// Takes an announcement back.
    pub(super) fn withdraw(&mut self) {
        self.announced = Some(None);
    }

    /// Whether CR or LF alone is an ordinary byte, which goes unreported.
    pub(super) fn strict(&mut self, yes: bool) {
        self.strict = Some(yes);
    }

    /// Changes how `lines` goes on.
    pub(super) fn apply(self, lines: &mut Lines) {
        if let Some(n) = self.plain {
            lines.plain(n);
        }
        if let Some(n) = self.announced {
            lines.announce(n);
        }
        if let Some(strict) = self.strict {
            lines.lenient(!strict);
            lines.quiet(strict);
        }
    }
}
