//! The beginning of a request.
use super::anomaly::Anomaly;
use super::framing::Expect;
use super::line::{NoRequest, RequestLine, RequestVersion, Version, unescape_uri};
use super::link::Reading;
use super::state::{COMPLETE, Http, Turn};
use crate::signature::{Subject, aspect};
use event::http as ev;
use session::Role;
use session::analyzer::{Context, Extent};
use std::borrow::Cow;

/// The maximum number of requests without replies that are tracked.
const MAX_PIPELINE: usize = 1 << 16;

impl Http {
    pub(super) fn request_line(&mut self, cx: &mut Context<'_, '_>, line: &[u8], reading: &mut Reading) {
        let request = match RequestLine::parse(line) {
            Ok(r) => r,
            Err(why) => return self.no_request(cx, line, why),
        };
        if request.lowercase {
            cx.anomaly(Anomaly::LowercaseKeyword);
        }
        if request.no_uri {
            cx.anomaly(Anomaly::MissingUri);
        }
        match request.version {
            RequestVersion::None => self.note_version(cx, Role::Orig, Version::HTTP_09),
            RequestVersion::Stated(text) => self.set_version(cx, Role::Orig, text),
            RequestVersion::Cut(text) => {
                cx.event(|c| ev::HttpEvent { c, event_type: "bad_HTTP_version", detail: text });
            }
        }
        if let Some(detail) = request.crud {
            cx.event(|c| ev::HttpEvent { c, event_type: "crud after HTTP version is ignored", detail });
        }
        self.requests += 1;
        if !self.connection.keep_alive && self.requests > 1 {
            cx.anomaly(Anomaly::MultipleRequests);
        }
        self.orig.turn = Turn::Message;
        self.orig.ongoing = true;
        self.await_reply(cx, request.method);
        cx.confirm();
        self.report_request(cx, &request);
        self.begin(cx, Role::Orig, Expect::Declared, line.len(), reading);
        if self.orig.version == Version::HTTP_09 {
            self.expect_bare_reply(cx, request.method);
        }
    }

    /// Stores the properties of a request on which its reply depends.
    fn await_reply(&mut self, cx: &mut Context<'_, '_>, method: &[u8]) {
        if self.unanswered.len() < MAX_PIPELINE {
            self.unanswered.push_back(abbreviates(method, "HEAD"));
        } else {
            cx.anomaly(Anomaly::PipelineCap);
        }
        self.connect |= abbreviates(method, "CONNECT");
    }

    fn report_request(&self, cx: &mut Context<'_, '_>, request: &RequestLine<'_>) {
        let unescaped = unescape_uri(request.uri, &mut |w| cx.anomaly(w));
        let shown = aspect(Subject::HttpRequest);
        if cx.shows(shown) {
            cx.show(Role::Orig, shown, &unescaped, Extent::Whole);
        }
        if cx.wants::<ev::HttpRequest<'_>>() {
            let version = self.orig.version.text();
            let (original, unescaped) = (self.truncate(request.uri), self.truncate(&unescaped));
            cx.event(|c| ev::HttpRequest {
                c,
                method: request.method,
                original_uri: &original,
                unescaped_uri: &unescaped,
                version: std::str::from_utf8(&version).unwrap_or_default(),
            });
        }
    }

    /// Cuts a URI to [`Config::truncate_uri`](super::Config::truncate_uri).
    fn truncate<'u>(&self, uri: &'u [u8]) -> Cow<'u, [u8]> {
        match self.config.truncate_uri.and_then(|n| uri.get(..n)) {
            Some(head) if head.len() < uri.len() => [head, b"..."].concat().into(),
            _ => uri.into(),
        }
    }

    /// Takes a line that is not a request line but was expected to be.
    fn no_request(&mut self, cx: &mut Context<'_, '_>, line: &[u8], why: NoRequest) {
        if why == NoRequest::Bare {
            self.note_version(cx, Role::Orig, Version::HTTP_09);
        }
        cx.anomaly(match why {
            NoRequest::Bad | NoRequest::Bare => Anomaly::BadRequest,
            NoRequest::WithVersion => Anomaly::BadRequestWithVersion,
        });
        if self.requests > 0 && !self.connection.keep_alive {
            cx.event(|c| ev::HttpEvent { c, event_type: "crud_trailing_HTTP_request", detail: line });
        } else if line.is_empty() {
            // RFC 9112, 2.2: some clients send a line end after the body and do not count it.
            cx.anomaly(Anomaly::EmptyRequest);
        } else {
            cx.violate("not a http request line", None);
            self.orig.turn = Turn::Nothing;
        }
    }

    /// Expects an HTTP 0.9 reply, which is a body without a header.
    fn expect_bare_reply(&mut self, cx: &mut Context<'_, '_>, method: &[u8]) {
        if method != b"GET" {
            cx.weird("invalid_http_09_request_method", method);
        }
        if self.resp.message.is_some() {
            cx.anomaly(Anomaly::ReplyBefore09Request);
            self.over(cx, Role::Resp, false, COMPLETE, &mut Reading::default(), 0);
            self.resp.message = None;
        }
        self.resp.turn = Turn::Bare;
    }
}

/// Whether a word, in upper or lower case, is a method or a prefix of it.
fn abbreviates(word: &[u8], method: &str) -> bool {
    method.as_bytes().get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word))
}
