//! The analyzer of a control connection.
use super::adat::Exchange;
use super::anomaly::Anomaly;
use super::command::{Replies, RequestError, request};
use crate::ascii::skip_blanks;
use crate::nvt::{LineEnd, Nvt, tell};
use crate::signature::{Subject, aspect};
use crate::tags;
use crate::{Maker, Settings};
use event::ftp as ev;
use session::Role;
use session::analyzer::{Analyzer, AnalyzerId, Context, Extent, Tag};

const TLS: Tag = tags::tag("SSL");

/// Options, by their names in scripts.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// `FTP::max_command_length`: the maximum length of a command, in bytes. 0 means no limit.
    pub max_command_length: u64,
}

impl Default for Config {
    fn default() -> Self {
        Config { max_command_length: 100 }
    }
}

/// The protection of the connection.
#[derive(Default)]
enum Security {
    #[default]
    None,
    /// The client requested this mechanism.
    Asked(Vec<u8>),
    /// The tokens of a security exchange go to TLS.
    Exchange(Exchange, AnalyzerId),
    /// All bytes go to TLS.
    Tls,
}

/// The analyzer of a control connection.
pub struct Ftp {
    config: Config,
    terminal: Nvt,
    replies: Replies,
    security: Security,
    client_closed: bool,
}

/// Returns the maker of a run's analyzers.
pub fn maker(settings: &dyn Settings) -> Maker {
    let default = Config::default();
    let config = Config {
        max_command_length: settings.count("FTP::max_command_length").unwrap_or(default.max_command_length),
    };
    Box::new(move |_| Some(Box::new(Ftp::new(config))))
}

impl Ftp {
    /// Creates the analyzer of a new connection.
    pub fn new(config: Config) -> Self {
        Ftp {
            config,
            terminal: Nvt::new(LineEnd::Lf),
            replies: Replies::default(),
            security: Security::None,
            client_closed: false,
        }
    }

    fn line(&mut self, cx: &mut Context<'_, '_>, from: Role, line: &[u8]) {
        if line.is_empty() {
            return;
        }
        if from.is_orig() {
            self.request(cx, line);
        } else {
            self.reply(cx, line);
        }
        if let Security::Exchange(exchange, tls) = &mut self.security {
            let tls = *tls;
            let outcome = exchange.line(from, line);
            if let Some(anomaly) = outcome.encoding {
                cx.anomaly(anomaly);
            }
            if let Some(anomaly) = outcome.anomaly {
                cx.anomaly(anomaly);
            }
            if let Some(token) = outcome.token {
                cx.deliver_to(tls, from, &token);
            }
            if outcome.over {
                cx.remove(tls);
                self.security = Security::None;
            }
        }
    }

    fn request(&mut self, cx: &mut Context<'_, '_>, line: &[u8]) {
        let req = match request(line, self.config.max_command_length) {
            Ok(r) => r,
            Err(e) => {
                if cx.is_confirmed() {
                    cx.anomaly(match e {
                        RequestError::NoCommand => Anomaly::InvalidCommand,
                        RequestError::TooLong(len) => Anomaly::CommandTooLong(len),
                    });
                }
                return;
            }
        };
        cx.confirm();
        if req.command == b"AUTH" && !matches!(self.security, Security::Exchange(..)) {
            self.security = Security::Asked(req.arg.to_vec());
        }
        cx.event(|c| ev::FtpRequest { c, command: &req.command, arg: req.arg });
        if cx.shows(aspect(Subject::Ftp)) {
            cx.show(Role::Orig, aspect(Subject::Ftp), skip_blanks(line), Extent::Whole);
        }
    }

    fn reply(&mut self, cx: &mut Context<'_, '_>, line: &[u8]) {
        let reply = match self.replies.line(line) {
            Ok(r) => r,
            Err(e) => return cx.violate(e.reason(), Some(line)),
        };
        if let Security::Asked(mechanism) = &self.security {
            match (reply.code, mechanism.as_slice()) {
                (234, b"TLS") => {
                    cx.event(|c| ev::FtpStarttls { c });
                    if cx.add_child(TLS).is_some() {
                        self.security = Security::Tls;
                    }
                }
                (334, b"GSSAPI") => {
                    if let Some(tls) = cx.add_child(TLS) {
                        self.security = Security::Exchange(Exchange::default(), tls);
                    }
                }
                _ => {}
            }
        }
        let (code, cont_resp) = (reply.code.into(), reply.continues);
        cx.event(|c| ev::FtpReply { c, code, msg: reply.text, cont_resp });
    }
}

impl Analyzer for Ftp {
    fn splitters(&self, _: bool) -> u32 {
        2
    }

    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, mut data: &[u8]) {
        let side = usize::from(!from.is_orig());
        let mut terminal = std::mem::replace(&mut self.terminal, Nvt::new(LineEnd::Lf));
        while !matches!(self.security, Security::Tls) {
            let Some(line) = terminal.next(side, &mut data, &mut |h| tell(cx, h)) else { break };
            self.line(cx, from, line);
        }
        self.terminal = terminal;
        if matches!(self.security, Security::Tls) && !data.is_empty() {
            cx.forward_stream(from, data);
        }
    }

    fn undelivered(&mut self, cx: &mut Context<'_, '_>, from: Role, seq: u64, len: u64) {
        if matches!(self.security, Security::Tls) {
            cx.forward_undelivered(from, seq, len);
        }
    }

    fn end_of_stream(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        if matches!(self.security, Security::Tls) {
            return cx.forward_end_of_stream(from);
        }
        self.client_closed |= from.is_orig();
        if let Some(line) = self.terminal.end(usize::from(!from.is_orig())) {
            self.line(cx, from, &line);
        }
    }

    fn done(&mut self, cx: &mut Context<'_, '_>) {
        if self.client_closed && self.terminal.has_partial(0) {
            cx.anomaly(Anomaly::PartialRequest);
        }
    }
}
