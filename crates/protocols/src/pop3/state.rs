//! The analyzer of a session.
mod replies;

use super::anomaly::Anomaly;
use super::command::{Word, tokens, trimmed};
use super::login::{Bad, Method, User};
use crate::line_reader::LineReader;
use crate::lines::Lines;
use crate::mail::{self, Mail};
use crate::sides::Sides;
use crate::starttls::StartTls;
use crate::{Maker, Settings};
use event::pop3 as ev;
use session::Role;
use session::analyzer::{Analyzer, Context};
use std::collections::VecDeque;

/// Options, named as scripts name them.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// `POP3::max_pending_commands`: beyond it, the oldest command is dropped. 0 stands for [`MAX_PENDING`].
    pub max_pending: usize,
    /// `POP3::max_unknown_client_commands`: more are a violation. 0 means no limit.
    pub max_unknown: u64,
    /// The options of mails.
    pub mail: mail::Config,
}

impl Default for Config {
    fn default() -> Self {
        Config { max_pending: 10, max_unknown: 10, mail: mail::Config::default() }
    }
}

/// The maximum number of commands that wait for a reply, whatever scripts set.
const MAX_PENDING: usize = 1000;

/// Makes the analyzers of a run.
pub fn maker(settings: &dyn Settings) -> Maker {
    let d = Config::default();
    let pending =
        settings.count("POP3::max_pending_commands").map(|n| usize::try_from(n).unwrap_or(usize::MAX));
    let config = Config {
        max_pending: pending.unwrap_or(d.max_pending),
        max_unknown: settings.count("POP3::max_unknown_client_commands").unwrap_or(d.max_unknown),
        mail: mail::Config::read(settings),
    };
    Box::new(move |_| Some(Box::new(Pop3::new(config))))
}

/// The state of a session (RFC 1939, 3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Start,
    Authorization,
    Transaction,
    Update,
    Finished,
}

/// The command that the next reply answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Waiting {
    /// The greeting, or no command.
    Start,
    Auth(Method),
    For(Word),
}

/// The analyzer of a session.
pub struct Pop3 {
    config: Config,
    lines: Sides<Lines>,
    phase: Phase,
    waiting: Waiting,
    /// A command that requires a login, although none was seen. If the server accepts it, the client was logged in.
    assumes_login: Option<Word>,
    /// The client's next lines belong to an authentication.
    authenticating: bool,
    auth_lines: u32,
    /// Whether the reply has several lines if the server accepts the command (`wants_lines`), and whether it has
    /// accepted it (`in_lines`).
    wants_lines: bool,
    in_lines: bool,
    user: User,
    commands: VecDeque<Vec<u8>>,
    unknown: u64,
    mail: Option<Mail>,
    tls: StartTls,
}

impl Pop3 {
    /// Creates the analyzer of a new connection.
    pub fn new(config: Config) -> Self {
        Pop3 {
            config,
            lines: Sides::default(),
            phase: Phase::Start,
            waiting: Waiting::Start,
            assumes_login: None,
            authenticating: false,
            auth_lines: 0,
            wants_lines: false,
            in_lines: false,
            user: User::default(),
            commands: VecDeque::new(),
            unknown: 0,
            mail: None,
            tls: StartTls::default(),
        }
    }

    fn client_line(&mut self, cx: &mut Context<'_, '_>, line: &[u8]) {
        if line.is_empty() {
            return;
        }
        if self.authenticating {
            self.auth_lines += 1;
            let method = match self.waiting {
                Waiting::Auth(m) => m,
                _ => Method::Other,
            };
            match self.user.line(method, self.auth_lines, line) {
                Ok(()) => {}
                Err(Bad::Encoding) => weird(cx, &Anomaly::BadBase64),
                Err(Bad::Plain) => weird(cx, &Anomaly::MalformedPlain),
            }
            return;
        }
        self.commands.push_back(line.to_vec());
        let cap = if self.config.max_pending == 0 { MAX_PENDING } else { self.config.max_pending };
        if self.commands.len() > cap {
            weird(cx, &Anomaly::TooManyPending);
            self.commands.pop_front();
        }
        if self.commands.len() == 1 {
            self.command(cx);
        }
    }

    /// Processes the oldest command, which the next reply answers.
    fn command(&mut self, cx: &mut Context<'_, '_>) {
        let Some(line) = self.commands.front().map(|l| trimmed(l)) else { return };
        let (first, arg) = tokens(&line);
        let Some(word) = Word::parse(first) else {
            return self.unknown_command(cx, if line.is_empty() { b"???" } else { first });
        };
        let command = word.name();
        match word {
            Word::Ok | Word::Err => weird(cx, &Anomaly::ClientReplies),
            Word::User | Word::Pass | Word::Apop | Word::Auth if self.phase != Phase::Authorization => {
                if word == Word::Auth {
                    unexpected(cx, true, command, b"pass must follow the command 'USER'");
                } else {
                    not_allowed(cx, command, "authorization");
                }
            }
            Word::User => {
                self.user.name = arg.to_vec();
                self.ask(cx, word, arg);
            }
            Word::Pass if self.waiting != Waiting::For(Word::User) => {
                unexpected(cx, true, command, b"pass must follow the command 'USER'");
            }
            Word::Pass => {
                self.user.password = arg.to_vec();
                self.ask(cx, word, arg);
            }
            Word::Apop => {
                self.user.name = arg.split(|&b| b == b' ' || b == b'\t').next().unwrap_or_default().to_vec();
                self.ask(cx, word, arg);
            }
            Word::Auth => self.auth(cx, arg),
            Word::Capa => {
                self.wants_lines = true;
                self.ask(cx, word, arg);
            }
            Word::Stls => self.ask(cx, word, arg),
            Word::Quit => {
                if matches!(self.phase, Phase::Start | Phase::Authorization | Phase::Transaction) {
                    self.ask(cx, word, arg);
                } else {
                    self.assumes_login = Some(Word::Last);
                    not_allowed(cx, command, "transaction");
                }
            }
            Word::Retr | Word::Top => {
                self.wants_lines = true;
                self.in_transaction(cx, word, arg);
            }
            Word::List | Word::Uidl => {
                self.wants_lines |= arg.is_empty();
                self.in_transaction(cx, word, arg);
            }
            Word::Stat if self.phase != Phase::Transaction => not_allowed(cx, command, "transaction"),
            Word::Stat | Word::Dele | Word::Rset | Word::Noop | Word::Last | Word::Xsender => {
                self.in_transaction(cx, word, arg);
            }
        }
    }

    fn unknown_command(&mut self, cx: &mut Context<'_, '_>, word: &[u8]) {
        if self.authenticating {
            return;
        }
        weird(cx, &Anomaly::ClientUnknown(word.to_vec()));
        self.unknown += 1;
        if self.config.max_unknown > 0 && self.unknown > self.config.max_unknown {
            cx.violate("too many unknown client commands", None);
        }
    }

    /// Reports a command and waits for its reply.
    fn ask(&mut self, cx: &mut Context<'_, '_>, word: Word, arg: &[u8]) {
        self.waiting = Waiting::For(word);
        request(cx, word, arg);
    }

    fn in_transaction(&mut self, cx: &mut Context<'_, '_>, word: Word, arg: &[u8]) {
        if self.phase == Phase::Transaction {
            return self.ask(cx, word, arg);
        }
        self.assumes_login = Some(word);
        not_allowed(cx, word.name(), "transaction");
    }

    fn auth(&mut self, cx: &mut Context<'_, '_>, arg: &[u8]) {
        request(cx, Word::Auth, arg);
        if arg.is_empty() {
            // AUTH without argument lists the mechanisms.
            self.wants_lines = true;
            self.waiting = Waiting::Auth(Method::Other);
            return;
        }
        let method = Method::of(arg);
        if method == Method::Other {
            let text = [b"unknown AUTH method ".as_slice(), arg].concat();
            unexpected(cx, true, "AUTH", &text);
        }
        self.waiting = Waiting::Auth(method);
        self.authenticating = true;
        self.auth_lines = 0;
    }
}

fn weird(cx: &mut Context<'_, '_>, what: &Anomaly) {
    let (name, addl) = what.weird();
    cx.weird(name, addl);
}

fn request(cx: &mut Context<'_, '_>, word: Word, arg: &[u8]) {
    cx.event(|c| ev::Pop3Request { c, is_orig: true, command: word.name().as_bytes(), arg });
}

fn unexpected(cx: &mut Context<'_, '_>, is_orig: bool, command: &str, detail: &[u8]) {
    cx.event(|c| ev::Pop3Unexpected { c, is_orig, msg: command.as_bytes(), detail });
}

fn not_allowed(cx: &mut Context<'_, '_>, command: &str, phase: &str) {
    let detail = format!("not allowed in other state than '{phase}'");
    unexpected(cx, true, command, detail.as_bytes());
}

impl LineReader for Pop3 {
    fn lines(&mut self, from: Role) -> &mut Lines {
        self.lines.of(from)
    }

    fn is_over(&self, _: &Context<'_, '_>) -> bool {
        self.tls.has_begun()
    }

    fn line(&mut self, cx: &mut Context<'_, '_>, from: Role, line: &[u8]) {
        match from {
            Role::Orig => self.client_line(cx, line),
            Role::Resp => self.server_line(cx, line),
        }
    }
}

impl Analyzer for Pop3 {
    fn splitters(&self, _: bool) -> u32 {
        2
    }

    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, mut data: &[u8]) {
        if !self.tls.has_begun() && cx.is_partial() {
            return;
        }
        self.read_lines(cx, from, &mut data);
        self.tls.forward(cx, from, data);
    }

    fn undelivered(&mut self, cx: &mut Context<'_, '_>, from: Role, seq: u64, len: u64) {
        self.tls.forward_gap(cx, from, seq, len);
    }

    fn end_of_stream(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        if !self.tls.forward_end(cx, from) && !cx.is_partial() {
            self.read_last_line(cx, from);
        }
    }

    fn done(&mut self, cx: &mut Context<'_, '_>) {
        if let Some(mail) = self.mail.take() {
            mail.end(cx);
        }
    }
}
