//! The dialog of a login: a server asks, a user answers, and the server accepts or refuses the user.
//!
//! Neither Telnet (RFC 854) nor Rlogin (RFC 1282) marks which bytes are a prompt, a name or a password: both carry
//! lines. [`Phrases`] guess the meaning of the server's lines. The user's lines are assigned to prompts in the order in
//! which they were typed. A dialog that contradicts itself becomes *confused*: the analyzer gives up rather than guess.
use super::Anomaly;
use super::phrases::{Phrases, Reading, Says};
use super::typed::{Typed, is_blank};
use crate::ascii::{find, skip_space};
use event::login as ev;
use session::Role;
use session::analyzer::Context;
use std::borrow::Cow;

/// The maximum number of server lines without a prompt or a refusal. More make the dialog confused.
const MAX_LINES: u32 = 50;
/// The number of server lines after the last prompt beyond which the user counts as logged in. Each line that the user
/// typed ahead allows one more.
const LINES_OF_SUCCESS: u32 = 10;
/// The key for the previous line (ANSI cursor up). At a prompt of VMS it repeats the user's name.
const REPEAT: &[u8] = b"\x1b[A";
/// The reported value of a user or a password that was not seen.
const UNSEEN: &[u8] = b"<none>";

/// The stage of a dialog, numbered as scripts know it (`LOGIN_STATE_AUTHENTICATE` and so on).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Stage {
    /// The user is not logged in yet.
    #[default]
    Asking,
    /// The user is logged in.
    LoggedIn,
    /// No login is needed.
    NoLogin,
    /// The lines contradict each other, or their beginning is missing.
    Confused,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Accepted,
    Refused,
}

/// The server's side of a dialog. Its lines are counted from 1, without blank lines.
#[derive(Default)]
struct Server {
    lines: u32,
    /// The number of the line with the last prompt; 0 before the first prompt.
    prompt: u32,
    /// The number of the line with the last refusal; 0 before the first refusal.
    refusal: u32,
    /// Whether the last prompt was one of VMS.
    is_vms: bool,
}

impl Server {
    /// Whether the server should have sent a prompt or a refusal by now.
    fn is_overdue(&self) -> bool {
        self.lines > MAX_LINES && self.prompt == 0 && self.refusal == 0
    }

    /// Whether there were enough lines after the last prompt to assume a session.
    fn sounds_like_session(&self, typed_ahead: usize) -> bool {
        self.prompt > 0 && self.lines > self.prompt + LINES_OF_SUCCESS + typed_ahead as u32
    }

    /// Whether the current line directly follows a prompt that is not implied by a refusal.
    fn repeats_prompt(&self) -> bool {
        self.prompt + 1 == self.lines && self.prompt != self.refusal
    }
}

/// The dialog of a login.
#[derive(Default)]
pub struct Dialog {
    phrases: Phrases,
    stage: Stage,
    /// The user's name on the client, if the protocol carries it.
    pub(super) client_name: Option<Vec<u8>>,
    /// The user's name on the server.
    pub(super) user: Option<Vec<u8>>,
    server: Server,
    typed: Typed,
    /// The number of lines that the user has typed.
    user_lines: u32,
    /// The value of `user_lines` at the last refusal.
    refused_after: Option<u32>,
    /// Whether the user typed a phrase that only servers send.
    saw_ploy: bool,
    reported_nul: bool,
}

impl Dialog {
    /// Creates the dialog of a new connection.
    pub fn new(phrases: Phrases) -> Self {
        Dialog { phrases, ..Dialog::default() }
    }

    /// The stage that it has reached.
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// Puts it into another stage. In [`Stage::NoLogin`], the rest of the connection is ignored.
    pub fn set_stage(&mut self, stage: Stage) {
        self.stage = stage;
    }

    /// Whether the rest of the connection is ignored.
    pub(super) fn is_over(&self) -> bool {
        self.stage == Stage::NoLogin
    }

    /// Takes a name that the protocol carries, as an answer to a prompt.
    pub(super) fn user_named(&mut self, cx: &mut Context<'_, '_>, name: &[u8]) {
        self.user_lines += 1;
        self.server.prompt += 1;
        self.keep(cx, name);
    }

    /// Takes a line of either side. NULs are dropped and the first is reported.
    pub(super) fn line(&mut self, cx: &mut Context<'_, '_>, from: Role, line: &[u8]) {
        let mut line = Cow::Borrowed(line);
        if line.contains(&0) {
            if !std::mem::replace(&mut self.reported_nul, true) {
                cx.anomaly(Anomaly::Nul);
            }
            line.to_mut().retain(|b| *b != 0);
        }
        self.read(cx, from, &line);
    }

    /// Takes an environment variable, which only clients may send (RFC 1408).
    pub(super) fn environment(&mut self, cx: &mut Context<'_, '_>, from: Role, name: &[u8], value: &[u8]) {
        if !from.is_orig() {
            return self.confused(cx, "responder_environment", name);
        }
        match name {
            b"TERM" => cx.event(|c| ev::LoginTerminal { c, terminal: value }),
            b"DISPLAY" => cx.event(|c| ev::LoginDisplay { c, display: value }),
            b"TTYPROMPT" => cx.event(|c| ev::LoginPrompt { c, prompt: value }),
            b"USER" => {
                let other = self.user.replace(value.to_vec()).is_some_and(|before| before != value);
                if other {
                    self.confused(cx, "multiple_USERs", value);
                }
            }
            _ => {}
        }
    }

    /// Called when a side has closed. Pending answers count as accepted.
    pub(super) fn end(&mut self, cx: &mut Context<'_, '_>) {
        if self.stage == Stage::Asking && !self.typed.is_empty() {
            self.let_in(cx, b"<EOF>", true);
        }
    }

    fn read(&mut self, cx: &mut Context<'_, '_>, from: Role, line: &[u8]) {
        if self.is_over() {
            return;
        }
        if from.is_orig() {
            cx.event(|c| ev::LoginInputLine { c, line });
        } else {
            cx.event(|c| ev::LoginOutputLine { c, line });
        }
        if self.stage == Stage::Asking && cx.is_partial() {
            // The beginning of the connection, which was not seen, may have had prompts and answers.
            self.stage = Stage::Confused;
        }
        match (self.stage, from) {
            (Stage::Asking, Role::Orig) => self.answered(cx, line),
            (Stage::Asking, Role::Resp) => self.heard(cx, line),
            (Stage::Confused, Role::Orig) => {
                self.is_ploy(cx, line);
                cx.event(|c| ev::LoginConfusedText { c, line });
            }
            (Stage::Confused, Role::Resp) => {
                if !self.saw_ploy && self.phrases.has(Says::Welcome, line) {
                    self.let_in(cx, line, true);
                }
            }
            (Stage::LoggedIn | Stage::NoLogin, _) => {}
        }
    }

    // The user's lines.

    fn answered(&mut self, cx: &mut Context<'_, '_>, line: &[u8]) {
        if self.server.is_vms
            && let Some(at) = find(line, REPEAT)
        {
            return self.repeated(cx, line, at);
        }
        self.user_lines = self.user_lines.saturating_add(1);
        if !self.is_ploy(cx, line) {
            self.keep(cx, line);
        }
    }

    /// Takes a line in which the user requested the previous line, at offset `at`. The previous line would be the
    /// password, but VMS repeats the name.
    fn repeated(&mut self, cx: &mut Context<'_, '_>, line: &[u8], at: usize) {
        if line.len() > at + REPEAT.len() {
            return self.confused(cx, "extra_repeat_text", line);
        }
        match self.user.clone() {
            None => self.confused(cx, "repeat_without_username", line),
            // It would repeat forever.
            Some(user) if find(&user, REPEAT).is_some() => {
                self.confused(cx, "username_with_embedded_repeat", &user);
            }
            Some(user) => self.read(cx, Role::Orig, &user),
        }
    }

    fn keep(&mut self, cx: &mut Context<'_, '_>, line: &[u8]) {
        if !self.typed.add(line) {
            self.confused(cx, "excessive_typeahead", line);
        }
    }

    /// Reports a line in which the user typed a phrase that only servers send, perhaps to deceive an observer. Returns
    /// whether the line is one.
    fn is_ploy(&mut self, cx: &mut Context<'_, '_>, line: &[u8]) -> bool {
        let is_ploy = self.phrases.is_ploy(line);
        if is_ploy {
            self.saw_ploy = true;
            self.confused(cx, "possible_login_ploy", line);
        }
        is_ploy
    }

    // The server's lines.

    fn heard(&mut self, cx: &mut Context<'_, '_>, line: &[u8]) {
        if is_blank(line) {
            return;
        }
        self.server.lines = self.server.lines.saturating_add(1);
        if self.server.is_overdue() {
            // The line is interpreted nevertheless.
            self.confused(cx, "no_login_prompt", line);
        }
        match self.phrases.reading(line) {
            Reading::Prompt(rest) => self.prompted(cx, line, rest),
            Reading::Timeout => self.refused(cx, line, true),
            Reading::Refusal => self.refused(cx, line, false),
            Reading::NoLogin => {
                cx.event(|c| ev::AuthenticationSkipped { c });
                self.stage = Stage::NoLogin;
                cx.skip_rest();
            }
            Reading::Welcome => self.let_in(cx, line, false),
            Reading::Other if self.server.sounds_like_session(self.typed.len()) => {
                self.let_in(cx, line, false);
            }
            Reading::Other => {}
        }
    }

    /// Takes a line with a prompt. `rest` is the text after its first prompt.
    fn prompted(&mut self, cx: &mut Context<'_, '_>, line: &[u8], rest: &[u8]) {
        self.server.is_vms = find(line, b"Username:").is_some();
        let rest = self.claim_answers(cx, line, rest);
        if self.stage == Stage::Confused {
            return;
        }
        // A server that already knows the name shows it after the prompt.
        let shown = skip_space(rest);
        if !shown.is_empty() && self.typed.is_empty() {
            self.keep(cx, shown);
        }
        self.server.prompt = self.server.lines;
        if self.phrases.has(Says::Direct, line) {
            self.let_in(cx, line, true);
            cx.skip_rest();
        }
    }

    /// Each prompt that follows another prompt claims the answer to that one, which the user typed ahead and which was
    /// blank or not accepted. Returns the text after the last prompt of the line.
    fn claim_answers<'l>(&mut self, cx: &mut Context<'_, '_>, line: &[u8], mut rest: &'l [u8]) -> &'l [u8] {
        if self.server.repeats_prompt() {
            if self.typed.next().is_none() {
                self.confused(cx, "multiple_login_prompts", line);
            }
            return rest;
        }
        while let Some(behind) = rest.get(1..).and_then(|r| self.phrases.after_prompt(r)) {
            let Some(answer) = self.typed.next() else {
                self.confused(cx, "multiple_login_prompts", line);
                break;
            };
            // A line has several prompts only if the user pressed Enter before the server was ready.
            if !is_blank(&answer) {
                self.confused(cx, "non_empty_multi_login", line);
                break;
            }
            rest = behind;
        }
        rest
    }

    /// Takes a line that refuses the user or reports a timeout. Several such lines are one refusal until the user types
    /// again. A refusal also counts as a prompt, because the server asks again.
    fn refused(&mut self, cx: &mut Context<'_, '_>, line: &[u8], timeout: bool) {
        if self.refused_after.is_none_or(|before| self.user_lines > before) {
            if timeout {
                self.keep(cx, b"<timeout>");
            }
            self.report(cx, Verdict::Refused, line, false);
        }
        self.server.refusal = self.server.lines;
        self.server.prompt = self.server.lines;
        self.refused_after = Some(self.user_lines);
    }

    fn let_in(&mut self, cx: &mut Context<'_, '_>, line: &[u8], may_be_nameless: bool) {
        self.report(cx, Verdict::Accepted, line, may_be_nameless);
        self.stage = Stage::LoggedIn;
    }

    // The reports.

    /// Reports the verdict with the name and the password to which it applies. Without a handler, does not consume any
    /// answers.
    fn report(&mut self, cx: &mut Context<'_, '_>, verdict: Verdict, line: &[u8], may_be_nameless: bool) {
        let handled = match verdict {
            Verdict::Accepted => cx.wants::<ev::LoginSuccess<'_>>(),
            Verdict::Refused => cx.wants::<ev::LoginFailure<'_>>(),
        };
        if !handled {
            return;
        }
        // After a refusal, a server may ask only for the password; the name stays.
        let asked_for_name = self.server.prompt > self.server.refusal;
        let name = if asked_for_name { self.typed.next_filled() } else { self.user.take() };
        self.user = name.or(may_be_nameless.then(|| UNSEEN.to_vec()));
        let Some(user) = self.user.clone() else {
            return self.confused(cx, if asked_for_name { "no_username" } else { "no_username2" }, line);
        };
        let password = self.typed.next();
        let password = password.as_deref().unwrap_or(UNSEEN);
        let (user, client_user) = (user.as_slice(), self.client_name.as_deref().unwrap_or_default());
        match verdict {
            Verdict::Accepted => cx.event(|c| ev::LoginSuccess { c, user, client_user, password, line }),
            Verdict::Refused => cx.event(|c| ev::LoginFailure { c, user, client_user, password, line }),
        }
    }

    /// Gives up on the dialog and reports the pending lines unchanged.
    fn confused(&mut self, cx: &mut Context<'_, '_>, msg: &str, line: &[u8]) {
        self.stage = Stage::Confused;
        cx.event(|c| ev::LoginConfused { c, msg: msg.as_bytes(), line });
        if cx.wants::<ev::LoginConfusedText<'_>>() {
            for typed in self.typed.take() {
                cx.event(|c| ev::LoginConfusedText { c, line: &typed });
            }
            cx.event(|c| ev::LoginConfusedText { c, line });
        }
    }
}
