//! The analyzer of a session: matches replies with commands, and finds the mails.
mod mails;

use super::anomaly::Anomaly;
use super::bdat::Chunks;
use super::command::Command;
use super::steps::{Stage, Step};
use crate::ascii::{reply_code, skip_blanks, word};
use crate::lines::{Item, Lines};
use crate::mail::{self, Mail};
use crate::{Maker, Settings, tags};
use event::smtp as ev;
use session::analyzer::{Analyzer, Context, Tag};
use session::{Role, Uid};
use std::collections::VecDeque;
use std::mem;

const TLS: Tag = tags::tag("SSL");

/// The maximum number of commands that wait for a reply.
const MAX_PENDING: usize = 1000;

/// Options, named as scripts name them.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// `SMTP::bdat_max_line_length`: longer lines within chunks are split.
    pub bdat_max_line_length: usize,
    /// `SMTP::enable_rfc822_msg_file_analysis`: the complete mail is a file too.
    pub message_is_file: bool,
    /// The options of mails.
    pub mail: mail::Config,
}

impl Default for Config {
    fn default() -> Self {
        Config { bdat_max_line_length: 4096, message_is_file: false, mail: mail::Config::default() }
    }
}

/// Makes the analyzers of a run.
pub fn maker(settings: &dyn Settings) -> Maker {
    let d = Config::default();
    let longest =
        settings.count("SMTP::bdat_max_line_length").map(|n| usize::try_from(n).unwrap_or(usize::MAX));
    let config = Config {
        bdat_max_line_length: longest.unwrap_or(d.bdat_max_line_length),
        message_is_file: settings.bool("SMTP::enable_rfc822_msg_file_analysis").unwrap_or(d.message_is_file),
        mail: mail::Config::read(settings),
    };
    Box::new(move |_| Some(Box::new(Smtp::new(config))))
}

/// The analyzer of a session.
pub struct Smtp {
    config: Config,
    lines: [Lines; 2],
    /// A new number of plain bytes that follow on a side, to be applied before its next item.
    plain: [Option<u64>; 2],
    pub(super) stage: Stage,
    /// TURN has swapped the roles of client and server.
    turned: bool,
    /// The command that the next reply answers, and the commands after it.
    first: Option<Command>,
    pending: VecDeque<Command>,
    last_replied: Option<Command>,
    /// The code of a multi-line reply whose last line has not arrived.
    open_reply: Option<u16>,
    mail: Option<Mail>,
    chunks: Option<Chunks>,
    message_file: Option<Uid>,
    skip_data: bool,
}

impl Smtp {
    /// Creates the analyzer of a new connection.
    pub fn new(config: Config) -> Self {
        let mut lines: [Lines; 2] = Default::default();
        for l in &mut lines {
            l.flag_nul(true);
        }
        Smtp {
            config,
            lines,
            plain: [None; 2],
            stage: Stage::Initiated,
            turned: false,
            first: Some(Command::Established),
            pending: VecDeque::new(),
            last_replied: None,
            open_reply: None,
            mail: None,
            chunks: None,
            message_file: None,
            skip_data: false,
        }
    }

    /// Stops `smtp_data` for the rest of the current mail.
    pub fn skip_data(&mut self) {
        self.skip_data = true;
    }

    fn is_client(&self, from: Role) -> bool {
        from.is_orig() != self.turned
    }

    fn item(&mut self, cx: &mut Context<'_, '_>, from: Role, item: Item<'_>) {
        let (Item::Line(bytes) | Item::Plain(bytes)) = item;
        let client = self.is_client(from);
        if client && !bytes.is_empty() && self.chunks.is_some() {
            if matches!(item, Item::Plain(_)) {
                self.chunk_bytes(cx, bytes);
            }
            // An empty last chunk ends the mail at once.
            if self.chunks.as_ref().is_some_and(Chunks::is_complete) {
                self.sent(cx, Command::EndOfData, from);
            }
        }
        match item {
            Item::Plain(_) => {}
            Item::Line(line) if client => self.client_line(cx, from, line),
            Item::Line(line) => self.server_line(cx, from, line),
        }
    }

    fn client_line(&mut self, cx: &mut Context<'_, '_>, from: Role, line: &[u8]) {
        match self.stage {
            // The line may be a command or part of a mail.
            Stage::AfterGap => {}
            Stage::InData if line == b"." => {
                self.new_command(cx, Command::EndOfData);
                self.sent(cx, Command::EndOfData, from);
                self.request(cx, b".", line);
                self.end_unfinished_chunks(cx);
            }
            Stage::InData => self.mail_line(cx, from, line.strip_prefix(b".").unwrap_or(line)),
            Stage::InAuth => {
                self.new_command(cx, Command::AuthAnswer);
                // The line may hold a password.
                self.request(cx, b"**", line);
                self.end_unfinished_chunks(cx);
                self.sent(cx, Command::AuthAnswer, from);
            }
            _ => self.command_line(cx, from, line),
        }
    }

    fn command_line(&mut self, cx: &mut Context<'_, '_>, from: Role, line: &[u8]) {
        let (name, rest) = word(line);
        let arg = skip_blanks(rest);
        let Some(command) = Command::parse(name) else {
            return self.unexpected(cx, true, "unknown command", name);
        };
        self.new_command(cx, command);
        self.request(cx, name, arg);
        if command == Command::Bdat {
            if self.chunk(cx, from, arg) {
                self.sent(cx, command, from);
            }
            return;
        }
        self.end_unfinished_chunks(cx);
        self.sent(cx, command, from);
    }

    fn new_command(&mut self, cx: &mut Context<'_, '_>, command: Command) {
        if self.first.is_none() {
            self.first = Some(command);
            return;
        }
        if self.pending.len() >= MAX_PENDING {
            cx.anomaly(Anomaly::PendingCommands);
            self.pending.clear();
        }
        self.pending.push_back(command);
    }

    fn request(&mut self, cx: &mut Context<'_, '_>, command: &[u8], arg: &[u8]) {
        cx.confirm();
        let (is_orig, command) = (!self.turned, command.to_ascii_uppercase());
        cx.event(|c| ev::SmtpRequest { c, is_orig, command: &command, arg });
    }

    fn server_line(&mut self, cx: &mut Context<'_, '_>, from: Role, line: &[u8]) {
        let Some(code) = reply_code(line).filter(|c| (100..600).contains(c)) else {
            self.unexpected(cx, false, "reply code out of range", line);
            return cx.violate("reply code -1 out of range", Some(line));
        };
        if self.open_reply.is_some_and(|open| open != code) {
            self.unexpected(cx, false, "reply code does not match the continuing reply", line);
            self.open_reply = None;
        }
        if self.open_reply.is_none() {
            self.new_reply(cx, code, from);
        }
        let continues = line.get(3) == Some(&b'-');
        self.open_reply = continues.then_some(code);
        let text = skip_blanks(line.get(3 + usize::from(continues)..).unwrap_or_default());
        let cmd = self.last_replied.map_or("(UNKNOWN)", Command::answered);
        cx.event(|c| ev::SmtpReply {
            c,
            is_orig: from.is_orig(),
            code: code.into(),
            cmd: cmd.as_bytes(),
            msg: text,
            cont_resp: continues,
        });
    }

    fn new_reply(&mut self, cx: &mut Context<'_, '_>, code: u16, from: Role) {
        if self.stage == Stage::AfterGap {
            self.stage = Stage::GapRecovery;
            self.request(cx, b"(UNKNOWN)", b"");
        }
        // After a gap, replies show the state of the session: servers do not reply within a mail.
        let command = self.first.take();
        self.last_replied = command;
        self.first = self.pending.pop_front();
        self.apply(cx, Step::replied(self.stage, command, code), command, code, from);
    }

    /// Applies a command of the client.
    fn sent(&mut self, cx: &mut Context<'_, '_>, command: Command, from: Role) {
        self.apply(cx, Step::sent(self.stage, command), Some(command), 0, from);
    }

    /// Applies a step of the state machine. `code` is 0 for a command; `command` is `None` for a reply to an unknown
    /// command.
    fn apply(
        &mut self,
        cx: &mut Context<'_, '_>,
        step: Step,
        command: Option<Command>,
        code: u16,
        from: Role,
    ) {
        let (name, stage) = (command.map_or("(UNKNOWN)", Command::name), self.stage as u8);
        if step.unexpected_command {
            let text = format!("{name} reply = {code} state = {stage}");
            self.unexpected(cx, true, "unexpected command", text.as_bytes());
        }
        if step.unexpected_reply {
            let text = format!("{code} state = {stage}, last command = {name}");
            self.unexpected(cx, true, "unexpected reply", text.as_bytes());
        }
        if step.end_mail {
            self.end_mail(cx);
        }
        if step.begin_mail {
            self.begin_mail(cx, from, Stage::InData);
        }
        if step.swap_roles {
            self.turned = !self.turned;
        }
        if let Some(stage) = step.stage {
            self.stage = stage;
        }
        if step.start_tls {
            cx.add_child(TLS);
            cx.event(|c| ev::SmtpStarttls { c });
        }
    }

    fn unexpected(&mut self, cx: &mut Context<'_, '_>, client: bool, msg: &str, detail: &[u8]) {
        let is_orig = client != self.turned;
        cx.event(|c| ev::SmtpUnexpected { c, is_orig, msg: msg.as_bytes(), detail });
    }
}

impl Analyzer for Smtp {
    fn splitters(&self, _: bool) -> u32 {
        2
    }

    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, mut data: &[u8]) {
        let side = usize::from(!from.is_orig());
        let Some(mut lines) = self.lines.get_mut(side).map(mem::take) else { return };
        while self.stage != Stage::InTls {
            if let Some(n) = self.plain.get_mut(side).and_then(Option::take) {
                lines.plain(n);
            }
            // Without the start of the stream, commands cannot be distinguished from lines of mails.
            if cx.is_partial() {
                data = &[];
            }
            let Some(item) = lines.next(&mut data, &mut |w| cx.anomaly(w)) else { break };
            self.item(cx, from, item);
        }
        if let Some(slot) = self.lines.get_mut(side) {
            *slot = lines;
        }
        if self.stage == Stage::InTls && !data.is_empty() {
            cx.forward_stream(from, data);
        }
    }

    fn undelivered(&mut self, cx: &mut Context<'_, '_>, from: Role, seq: u64, len: u64) {
        if self.stage == Stage::InTls {
            return cx.forward_undelivered(from, seq, len);
        }
        if len == 0 {
            return;
        }
        let detail = format!("seq = {seq}, len = {len}");
        // `is_orig` disregards the swap of roles by TURN.
        cx.event(|c| ev::SmtpUnexpected {
            c,
            is_orig: from.is_orig() != self.turned,
            msg: b"content gap",
            detail: detail.as_bytes(),
        });
        if matches!(self.stage, Stage::InData | Stage::InChunks) {
            if let Some(mail) = &mut self.mail {
                mail.gap(cx, len);
            }
            self.end_mail(cx);
        }
        self.pending.clear();
        (self.first, self.last_replied) = (None, None);
        self.stage = Stage::AfterGap;
    }

    fn end_of_stream(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        if self.stage == Stage::InTls {
            return cx.forward_end_of_stream(from);
        }
        let line = self.lines.get_mut(usize::from(!from.is_orig())).and_then(Lines::end);
        if let Some(line) = line.filter(|_| !cx.is_partial()) {
            self.item(cx, from, Item::Line(&line));
        }
    }

    fn finished(&mut self, cx: &mut Context<'_, '_>, half: bool) {
        if !half && self.mail.is_some() {
            self.end_mail(cx);
        }
    }

    fn done(&mut self, cx: &mut Context<'_, '_>) {
        if self.mail.is_some() {
            self.end_mail(cx);
        }
    }
}
