//! The server's lines: replies, and the effects of the commands that they answer.
use super::{Phase, Pop3, Waiting, unexpected, weird};
use crate::mail::Mail;
use crate::pop3::anomaly::Anomaly;
use crate::pop3::command::{Word, tokens, trimmed};
use event::pop3 as ev;
use session::Role;
use session::analyzer::Context;

impl Pop3 {
    pub(super) fn server_line(&mut self, cx: &mut Context<'_, '_>, line: &[u8]) {
        let text = trimmed(line);
        if self.in_lines {
            return self.reply_line(cx, line, &text);
        }
        let (first, message) = tokens(&text);
        let Some(word) = Word::parse(first) else {
            if !self.authenticating {
                let shown: &[u8] = if text.is_empty() { b"???" } else { first };
                cx.violate(
                    &format!("unknown server command ({})", String::from_utf8_lossy(shown)),
                    Some(line),
                );
                weird(cx, &Anomaly::ServerUnknown(shown.to_vec()));
            }
            return;
        };
        match word {
            Word::Ok => self.agreed(cx, line, message),
            Word::Err => self.refused(cx, message),
            _ => weird(cx, &Anomaly::ServerCommands),
        }
    }

    /// Takes a line of a multi-line reply.
    fn reply_line(&mut self, cx: &mut Context<'_, '_>, line: &[u8], text: &[u8]) {
        if line == b"." {
            self.wants_lines = false;
            self.in_lines = false;
            if let Some(mail) = self.mail.take() {
                mail.end(cx);
            }
            return self.next_command(cx);
        }
        if let Some(mail) = &mut self.mail {
            mail.line(cx, line, true);
        }
        cx.event(|c| ev::Pop3Data { c, is_orig: false, data: text });
    }

    fn agreed(&mut self, cx: &mut Context<'_, '_>, line: &[u8], message: &[u8]) {
        if let Some(word) = self.assumes_login.take() {
            self.phase = Phase::Transaction;
            self.waiting = Waiting::For(word);
            unexpected(cx, false, "OK", b"no auth required -> state changed to 'transaction'");
        }
        match self.waiting {
            Waiting::Start => self.phase = Phase::Authorization,
            Waiting::Auth(_) => {
                self.in_lines = self.wants_lines;
                if std::mem::take(&mut self.authenticating) {
                    self.phase = Phase::Transaction;
                }
                self.logged_in(cx);
            }
            Waiting::For(word) => match word {
                Word::User => {
                    self.phase = Phase::Authorization;
                    cx.confirm();
                }
                Word::Retr | Word::Top => {
                    let config = self.config.mail;
                    let mail = self.mail.get_or_insert_with(|| Mail::new(cx, Role::Resp, config));
                    // The reply line counts as the mail's first line.
                    mail.line(cx, line, true);
                    self.in_lines = self.wants_lines;
                }
                Word::Capa => {
                    cx.confirm();
                    self.in_lines = self.wants_lines;
                }
                Word::Uidl | Word::List => self.in_lines = self.wants_lines,
                Word::Stls => {
                    cx.confirm();
                    self.tls.begin(cx);
                    return cx.event(|c| ev::Pop3Starttls { c });
                }
                Word::Quit => {
                    self.phase = match self.phase {
                        Phase::Start | Phase::Authorization => Phase::Finished,
                        Phase::Transaction => Phase::Update,
                        other => other,
                    };
                }
                _ => {
                    if self.phase == Phase::Authorization {
                        self.logged_in(cx);
                    }
                    self.phase = Phase::Transaction;
                }
            },
        }
        cx.event(|c| ev::Pop3Reply { c, is_orig: false, cmd: b"OK", msg: message });
        if !self.in_lines {
            self.next_command(cx);
        }
    }

    fn refused(&mut self, cx: &mut Context<'_, '_>, message: &[u8]) {
        self.in_lines = false;
        self.wants_lines = false;
        self.assumes_login = None;
        self.authenticating = false;
        match self.waiting {
            Waiting::Auth(_) | Waiting::For(Word::User | Word::Pass | Word::Apop) => {
                self.phase = Phase::Authorization;
                self.waiting = Waiting::Start;
                if !self.user.name.is_empty() {
                    let (user, password) = (&self.user.name, &self.user.password);
                    cx.event(|c| ev::Pop3LoginFailure { c, is_orig: false, user, password });
                }
            }
            Waiting::Start | Waiting::For(Word::Capa | Word::Stls) => {}
            Waiting::For(Word::Quit) => {
                if !matches!(self.phase, Phase::Update) {
                    self.phase = Phase::Finished;
                }
            }
            Waiting::For(_) => self.phase = Phase::Transaction,
        }
        cx.event(|c| ev::Pop3Reply { c, is_orig: false, cmd: b"ERR", msg: message });
        self.next_command(cx);
    }

    pub(super) fn logged_in(&mut self, cx: &mut Context<'_, '_>) {
        if !self.user.name.is_empty() {
            let (user, password) = (&self.user.name, &self.user.password);
            cx.event(|c| ev::Pop3LoginSuccess { c, is_orig: false, user, password });
        }
    }

    pub(super) fn next_command(&mut self, cx: &mut Context<'_, '_>) {
        if self.commands.pop_front().is_some() {
            self.command(cx);
        }
    }
}
