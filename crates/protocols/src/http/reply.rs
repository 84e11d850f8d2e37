//! The beginning and the end of a reply, and the protocols that take over after it.
use super::anomaly::Anomaly;
use super::framing::Expect;
use super::line::{ReplyLine, Version};
use super::link::Reading;
use super::state::{Http, Turn};
use crate::websocket::WebSocket;
use event::http as ev;
use session::Role;
use session::analyzer::Context;

impl Http {
    pub(super) fn reply_line(&mut self, cx: &mut Context<'_, '_>, line: &[u8], reading: &mut Reading) {
        let report = |cx: &mut Context<'_, '_>, event_type: &'static str| {
            cx.event(|c| ev::HttpEvent { c, event_type, detail: line });
        };
        let Some(reply) = ReplyLine::parse(line) else {
            report(cx, "bad_HTTP_reply");
            return self.no_reply(cx, line);
        };
        if reply.lowercase {
            cx.anomaly(Anomaly::LowercaseKeyword);
        }
        self.set_version(cx, Role::Resp, reply.version);
        let Some(code) = reply.code else {
            report(cx, "HTTP_reply_code_missing");
            return self.no_reply(cx, line);
        };
        if reply.reason.is_none() {
            report(cx, "HTTP_reply_reason_phrase_missing");
        }
        self.reply_code = code;
        self.replies += 1;
        if !self.unanswered.is_empty() {
            cx.confirm();
        }
        self.resp.turn = Turn::Message;
        self.resp.ongoing = true;
        self.report_reply(cx, reply.reason);
        // Any other code refuses the tunnel.
        self.connect &= code == 200;
        let expect = self.expected_body();
        self.begin(cx, Role::Resp, expect, line.len(), reading);
    }

    /// Takes a line that is not a status line but was expected to be.
    fn no_reply(&mut self, cx: &mut Context<'_, '_>, line: &[u8]) {
        if !line.is_empty() {
            cx.violate("not a http reply line", None);
            self.resp.turn = Turn::Nothing;
        }
    }

    fn report_reply(&self, cx: &mut Context<'_, '_>, reason: Option<&[u8]>) {
        let (version, code) = (self.resp.version.text(), self.reply_code);
        cx.event(|c| ev::HttpReply {
            c,
            version: std::str::from_utf8(&version).unwrap_or_default(),
            code,
            reason: reason.unwrap_or(b"<empty>"),
        });
    }

    /// Whether a reply has a body (RFC 9112, 6.3, rule 1).
    fn expected_body(&self) -> Expect {
        let to_head = self.unanswered.front() == Some(&true);
        if to_head || matches!(self.reply_code, 100..200 | 204 | 304) {
            Expect::Nothing
        } else {
            Expect::Body
        }
    }

    /// Takes bytes of an HTTP 0.9 reply.
    pub(super) fn bare_reply(&mut self, cx: &mut Context<'_, '_>, data: &[u8]) {
        let mut reading = Reading::default();
        if self.resp.message.is_none() {
            self.note_version(cx, Role::Resp, Version::HTTP_09);
            if self.unanswered.pop_front().is_some() {
                cx.confirm();
            }
            // The reply ends with the connection.
            self.connection.closes = true;
            self.resp.ongoing = true;
            self.report_reply(cx, None);
            let expect = self.expected_body();
            self.begin(cx, Role::Resp, expect, 0, &mut reading);
            // The header is empty.
            self.feed(cx, Role::Resp, b"", true, &mut reading, 0);
        }
        self.feed(cx, Role::Resp, data, false, &mut reading, 0);
    }

    /// Called at the end of a reply. `rest` more bytes follow in the delivery.
    pub(super) fn reply_over(&mut self, cx: &mut Context<'_, '_>, rest: usize) {
        // An interim reply (RFC 9110, 15.2) does not answer the request.
        if !(100..200).contains(&self.reply_code) {
            self.unanswered.pop_front();
        }
        let upgrade_to = std::mem::take(&mut self.connection.upgrade_to);
        let upgrades = std::mem::take(&mut self.connection.upgrades) && !upgrade_to.is_empty();
        if self.reply_code == 101 && self.unanswered.len() == 1 && upgrades {
            self.upgrade(cx, &upgrade_to, rest);
            self.resp.turn = Turn::Nothing;
        }
        self.reply_code = 0;
    }

    /// Passes the rest of the connection to another protocol (RFC 9110, 7.8).
    fn upgrade(&mut self, cx: &mut Context<'_, '_>, to: &[u8], rest: usize) {
        if rest > 0 {
            cx.anomaly(Anomaly::DataWithUpgradeReply(rest));
        }
        let lower = to.to_ascii_lowercase();
        let find = |name: &[u8]| self.config.upgrades.iter().find(|(n, _)| *n == name).map(|(_, tag)| *tag);
        match find(to).or_else(|| find(&lower)) {
            Some(tag) => {
                // Scripts configure the analyzer before its first bytes arrive.
                if let Some(id) = cx.add_child(tag) {
                    cx.with(id, |ws: &mut WebSocket, cx| ws.established(cx));
                }
            }
            None => cx.detect_children(),
        }
        self.handed_over = true;
        cx.event(|c| ev::HttpConnectionUpgrade { c, protocol: to });
    }

    /// Passes the rest of the connection to any protocol, after the reply to CONNECT (RFC 9110, 9.3.6).
    pub(super) fn open_tunnel(&mut self, cx: &mut Context<'_, '_>, rest: usize) {
        if rest > 0 {
            cx.anomaly(Anomaly::DataWithConnectReply(rest));
        }
        self.handed_over = true;
        cx.detect_children();
    }
}
