//! The dialog of a login, guessed from its lines.
use super::Anomaly;
use super::phrases::{Phrases, Says};
use crate::words::{find, is_space};
use event::login as ev;
use session::Role;
use session::analyzer::Context;
use std::borrow::Cow;
use std::collections::VecDeque;

/// The most lines of a server before a prompt or a refusal.
const MAX_LINES: u32 = 50;
/// So many lines after a prompt without another one, and the user is let in.
const MAX_LOOKAHEAD: u32 = 10;
/// The most lines of a user that wait for prompts.
pub(super) const MAX_TYPEAHEAD: usize = 12;
/// VMS shows the user's name again when this comes: the key for the line before.
const REPEAT: &[u8] = b"\x1b[A";
/// What stands for a user or a password that was not seen.
const NONE: &[u8] = b"<none>";

/// Where a dialog stands.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Phase {
    #[default]
    Authenticate,
    LoggedIn,
    Skip,
    Confused,
}

/// What becomes of a login.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    Success,
    Failure,
}

/// One login.
#[derive(Default)]
pub struct Dialog {
    phrases: Phrases,
    phase: Phase,
    /// Who the user is on his own host, where the protocol tells.
    pub(super) client_name: Option<Vec<u8>>,
    /// Who he is on the server.
    pub(super) user: Option<Vec<u8>>,
    /// What he typed and nobody has asked for yet.
    typeahead: VecDeque<Vec<u8>>,
    user_lines: u32,
    /// How many there were at the last refusal.
    refused_at: Option<u32>,
    server_lines: u32,
    /// The server's lines with the last prompt and the last refusal, from 1; 0 is none.
    prompt: u32,
    refusal: u32,
    is_vms: bool,
    saw_ploy: bool,
    said_nul: bool,
}

impl Dialog {
    /// For a new connection.
    pub fn new(phrases: Phrases) -> Self {
        Dialog { phrases, ..Dialog::default() }
    }

    /// Nothing more is looked at.
    pub(super) fn is_over(&self) -> bool {
        self.phase == Phase::Skip
    }

    /// A user name that came before any line, without a prompt.
    pub(super) fn user_named(&mut self, cx: &mut Context<'_, '_>, name: &[u8]) {
        self.user_lines += 1;
        self.prompt += 1;
        self.typed(cx, name);
    }

    /// A line of either side. NULs do not belong to it.
    pub(super) fn line(&mut self, cx: &mut Context<'_, '_>, from: Role, line: &[u8]) {
        let mut line = Cow::Borrowed(line);
        if line.contains(&0) {
            if !std::mem::replace(&mut self.said_nul, true) {
                cx.anomaly(Anomaly::Nul);
            }
            line.to_mut().retain(|b| *b != 0);
        }
        self.read(cx, from, &line);
    }

    fn read(&mut self, cx: &mut Context<'_, '_>, from: Role, line: &[u8]) {
        if self.phase == Phase::Skip {
            return;
        }
        if from.is_orig() {
            cx.event(|c| ev::LoginInputLine { c, line });
        } else {
            cx.event(|c| ev::LoginOutputLine { c, line });
        }
        if self.phase == Phase::Authenticate {
            if !cx.is_partial() {
                return if from.is_orig() { self.user_line(cx, line) } else { self.server_line(cx, line) };
            }
            // Nobody knows what went before.
            self.phase = Phase::Confused;
        }
        if self.phase == Phase::Confused {
            if from.is_orig() {
                self.look_for_ploy(cx, line);
                cx.event(|c| ev::LoginConfusedText { c, line });
            } else if !self.saw_ploy && self.phrases.has(Says::Welcome, line) {
                self.outcome(cx, Outcome::Success, line, true);
                self.phase = Phase::LoggedIn;
            }
        }
    }

    fn user_line(&mut self, cx: &mut Context<'_, '_>, line: &[u8]) {
        if self.is_vms
            && let Some(at) = find(line, REPEAT)
        {
            if line.len() > at + REPEAT.len() {
                return self.confused(cx, "extra_repeat_text", line);
            }
            // What comes again is the user's name, not the line before, which would be the password.
            return match self.user.clone() {
                None => self.confused(cx, "repeat_without_username", line),
                Some(user) if find(&user, REPEAT).is_some() => {
                    self.confused(cx, "username_with_embedded_repeat", &user);
                }
                Some(user) => self.read(cx, Role::Orig, &user),
            };
        }
        self.user_lines = self.user_lines.saturating_add(1);
        if !self.look_for_ploy(cx, line) {
            self.typed(cx, line);
        }
    }

    fn server_line(&mut self, cx: &mut Context<'_, '_>, line: &[u8]) {
        if is_empty(line) {
            return;
        }
        self.server_lines = self.server_lines.saturating_add(1);
        if self.server_lines > MAX_LINES && self.prompt == 0 && self.refusal == 0 {
            self.confused(cx, "no_login_prompt", line);
        }
        let timeout = self.phrases.has(Says::Timeout, line);
        let welcome = self.phrases.has(Says::Welcome, line);
        if let Some(rest) = self.phrases.after_prompt(line)
            && !welcome
            && !timeout
        {
            return self.prompted(cx, line, rest);
        }
        let lookahead = self.prompt + MAX_LOOKAHEAD + self.typeahead.len() as u32;
        if timeout || self.phrases.is_refusal(line) {
            // One refusal for all lines of it, as long as the user types nothing.
            if self.refused_at.is_none_or(|at| self.user_lines > at) {
                if timeout {
                    self.typed(cx, b"<timeout>");
                }
                self.outcome(cx, Outcome::Failure, line, false);
            }
            self.refusal = self.server_lines;
            self.prompt = self.server_lines;
            self.refused_at = Some(self.user_lines);
        } else if self.phrases.has(Says::NoLogin, line) {
            cx.event(|c| ev::AuthenticationSkipped { c });
            self.phase = Phase::Skip;
            cx.skip_rest();
        } else if welcome || (self.prompt > 0 && self.server_lines > lookahead) {
            self.outcome(cx, Outcome::Success, line, false);
            self.phase = Phase::LoggedIn;
        }
    }

    /// A prompt, with what stands behind it.
    fn prompted(&mut self, cx: &mut Context<'_, '_>, line: &[u8], mut rest: &[u8]) {
        self.is_vms = find(line, b"Username:").is_some();
        // Each of several prompts takes a line that the user has typed ahead, be they in one line or, after an empty
        // answer or one that was not accepted, in lines that follow each other.
        let in_next_line = self.prompt + 1 == self.server_lines && self.prompt != self.refusal;
        loop {
            let next = rest.get(1..).and_then(|r| self.phrases.after_prompt(r));
            if next.is_none() && !in_next_line {
                break;
            }
            let Some(typed) = self.typeahead.pop_front() else {
                self.confused(cx, "multiple_login_prompts", line);
                break;
            };
            if in_next_line {
                break;
            }
            if !is_empty(&typed) {
                self.confused(cx, "non_empty_multi_login", line);
                break;
            }
            rest = next.unwrap_or_default();
        }
        if self.phase == Phase::Confused {
            return;
        }
        let named = rest.iter().position(|b| !is_space(*b)).and_then(|at| rest.get(at..));
        if let Some(name) = named.filter(|_| self.typeahead.is_empty()) {
            self.typed(cx, name);
        }
        self.prompt = self.server_lines;
        if self.phrases.has(Says::Direct, line) {
            self.outcome(cx, Outcome::Success, line, true);
            self.phase = Phase::LoggedIn;
            cx.skip_rest();
        }
    }

    /// The client sends a variable of its environment.
    pub(super) fn environment(&mut self, cx: &mut Context<'_, '_>, from: Role, name: &[u8], value: &[u8]) {
        if !from.is_orig() {
            return self.confused(cx, "responder_environment", name);
        }
        match name {
            b"USER" => {
                if self.user.as_ref().is_some_and(|u| u != value) {
                    self.confused(cx, "multiple_USERs", value);
                }
                self.user = Some(value.to_vec());
            }
            b"TERM" => cx.event(|c| ev::LoginTerminal { c, terminal: value }),
            b"DISPLAY" => cx.event(|c| ev::LoginDisplay { c, display: value }),
            b"TTYPROMPT" => cx.event(|c| ev::LoginPrompt { c, prompt: value }),
            _ => {}
        }
    }

    /// A side is at its end.
    pub(super) fn end(&mut self, cx: &mut Context<'_, '_>) {
        if self.phase == Phase::Authenticate && !self.typeahead.is_empty() {
            self.outcome(cx, Outcome::Success, b"<EOF>", true);
            self.phase = Phase::LoggedIn;
        }
    }

    /// Tells what became of the login. `nameless` says that nobody need have given his name.
    fn outcome(&mut self, cx: &mut Context<'_, '_>, outcome: Outcome, line: &[u8], nameless: bool) {
        let wanted = match outcome {
            Outcome::Success => cx.wants::<ev::LoginSuccess<'_>>(),
            Outcome::Failure => cx.wants::<ev::LoginFailure<'_>>(),
        };
        if !wanted {
            return;
        }
        // After a refusal servers may ask for the password alone: then the name is the one before.
        let asked = self.prompt > self.refusal;
        if asked {
            while self.typeahead.front().is_some_and(|l| is_empty(l)) {
                self.typeahead.pop_front();
            }
        }
        let typed = if asked { self.typeahead.pop_front() } else { self.user.take() };
        self.user = typed.or(nameless.then(|| NONE.to_vec()));
        let Some(user) = self.user.clone() else {
            return self.confused(cx, if asked { "no_username" } else { "no_username2" }, line);
        };
        let password = self.typeahead.pop_front();
        let password = password.as_deref().unwrap_or(NONE);
        let (user, client_user) = (user.as_slice(), self.client_name.as_deref().unwrap_or_default());
        match outcome {
            Outcome::Success => cx.event(|c| ev::LoginSuccess { c, user, client_user, password, line }),
            Outcome::Failure => cx.event(|c| ev::LoginFailure { c, user, client_user, password, line }),
        }
    }

    /// The dialog cannot be followed any more.
    fn confused(&mut self, cx: &mut Context<'_, '_>, msg: &str, line: &[u8]) {
        self.phase = Phase::Confused;
        cx.event(|c| ev::LoginConfused { c, msg: msg.as_bytes(), line });
        if cx.wants::<ev::LoginConfusedText<'_>>() {
            for typed in std::mem::take(&mut self.typeahead) {
                cx.event(|c| ev::LoginConfusedText { c, line: &typed });
            }
            cx.event(|c| ev::LoginConfusedText { c, line });
        }
    }

    fn look_for_ploy(&mut self, cx: &mut Context<'_, '_>, line: &[u8]) -> bool {
        let ploy = self.phrases.is_ploy(line);
        if ploy {
            self.saw_ploy = true;
            self.confused(cx, "possible_login_ploy", line);
        }
        ploy
    }

    fn typed(&mut self, cx: &mut Context<'_, '_>, line: &[u8]) {
        if self.typeahead.len() >= MAX_TYPEAHEAD {
            self.confused(cx, "excessive_typeahead", line);
        } else {
            self.typeahead.push_back(line.to_vec());
        }
    }
}

fn is_empty(line: &[u8]) -> bool {
    line.iter().all(|b| is_space(*b))
}
