//! A message's access to its connection.
use super::config::Config;
use crate::lines::Lines;
use event::http as ev;
use session::analyzer::Context;

/// A message's access to its connection.
pub(super) struct Link<'a, 'c, 'f> {
    pub(super) cx: &'a mut Context<'c, 'f>,
    pub(super) config: &'a Config,
    pub(super) reading: &'a mut Reading,
    /// The status code of the current reply; 0 outside of replies.
    pub(super) reply_code: u64,
    /// Whether the version of the message supports chunks: it is HTTP/1.1.
    pub(super) chunks_allowed: bool,
    pub(super) connection: &'a mut Connection,
}

impl Link<'_, '_, '_> {
    /// Reports a malformed header or body.
    pub(super) fn illegal_format(&mut self, text: &str) {
        self.http_event("illegal format", text);
    }

    /// Reports a body that violates its transfer encoding.
    pub(super) fn illegal_encoding(&mut self, text: &str) {
        self.http_event("illegal encoding", text);
    }

    fn http_event(&mut self, event_type: &'static str, text: &str) {
        self.cx.event(|c| ev::HttpEvent { c, event_type, detail: text.as_bytes() });
    }
}

/// Properties of the connection that header fields state.
#[derive(Default)]
pub(super) struct Connection {
    /// Whether the connection may carry more than one request.
    pub(super) keep_alive: bool,
    /// Whether the server closes the connection after its reply.
    pub(super) closes: bool,
    /// Whether the server agrees to upgrade to the protocol `upgrade_to`.
    pub(super) upgrades: bool,
    pub(super) upgrade_to: Vec<u8>,
}

/// Changes to the line reader after the current item. Unset fields change nothing.
#[derive(Default)]
pub(super) struct Reading {
    plain: Option<u64>,
    announced: Option<Option<u64>>,
    strict: Option<bool>,
}

impl Reading {
    /// Makes the reader return the next `n` bytes as they are, not as lines.
    pub(super) fn bytes(&mut self, n: u64) {
        self.plain = Some(n);
    }

    /// Makes the reader return lines.
    pub(super) fn lines(&mut self) {
        self.plain = Some(0);
    }

    /// Announces `n` bytes, of which the last ends a line.
    pub(super) fn announce(&mut self, n: u64) {
        self.announced = Some(Some(n));
    }

    /// Withdraws the announcement.
    pub(super) fn withdraw(&mut self) {
        self.announced = Some(None);
    }

    /// Sets whether a single CR or LF is an ordinary byte, which is not reported.
    pub(super) fn strict(&mut self, yes: bool) {
        self.strict = Some(yes);
    }

    /// Applies the changes to `lines`.
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
