//! Phrases that identify the steps of a login.
use crate::Settings;
use pattern::{Set, translate_for_streams};
use std::cell::RefCell;
use std::rc::Rc;

/// A meaning of a line. Each has a set of phrases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Says {
    /// No login is needed (`skip_authentication`).
    NoLogin,
    /// The user is logged in without a password (`direct_login_prompts`).
    Direct,
    /// The server asks for a name or a password (`login_prompts`).
    Prompt,
    /// The line resembles a refusal but is not one (`login_non_failure_msgs`).
    NoRefusal,
    /// A refusal (`login_failure_msgs`).
    Refusal,
    /// A welcome (`login_success_msgs`).
    Welcome,
    /// The user took too long (`login_timeouts`).
    Timeout,
}

/// The interpretation of a server's line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reading<'l> {
    /// A prompt, with the text after it. The line has no welcome, refusal or timeout.
    Prompt(&'l [u8]),
    Timeout,
    Refusal,
    NoLogin,
    Welcome,
    Other,
}

/// The names of the sets, in the order of [`Says`].
const NAMES: [&str; 7] = [
    "skip_authentication",
    "direct_login_prompts",
    "login_prompts",
    "login_non_failure_msgs",
    "login_failure_msgs",
    "login_success_msgs",
    "login_timeouts",
];

/// The maximum memory of a set's automaton, in bytes.
const MEMORY: usize = 1 << 20;

/// The phrases of a run. A set that is empty or does not compile matches nothing.
#[derive(Clone, Default)]
pub struct Phrases(Rc<RefCell<[Option<Set>; 7]>>);

impl Phrases {
    /// Reads the sets of patterns that scripts set, in text form.
    pub fn read(settings: &dyn Settings) -> Self {
        let compiled = NAMES.map(|name| {
            let patterns: Vec<String> = settings
                .strings(name)?
                .iter()
                .filter_map(|text| translate_for_streams(text).ok())
                .map(|p| format!("(?s:.)*(?:{p})"))
                .collect();
            Set::new(&patterns, MEMORY).ok().filter(|_| !patterns.is_empty())
        });
        Phrases(Rc::new(RefCell::new(compiled)))
    }

    /// The offset of the end of the first phrase with this meaning in a line.
    fn end(&self, says: Says, line: &[u8]) -> Option<usize> {
        let mut sets = self.0.borrow_mut();
        let set = sets.get_mut(says as usize)?.as_mut()?;
        let mut stream = set.stream();
        let mut end: Option<u64> = None;
        let mut hit = |_, at: u64| end = Some(end.map_or(at, |e| e.min(at)));
        set.feed(&mut stream, line, &mut hit);
        set.finish(&mut stream, &mut hit);
        usize::try_from(end?).ok()
    }

    pub(super) fn has(&self, says: Says, line: &[u8]) -> bool {
        self.end(says, line).is_some()
    }

    pub(super) fn is_refusal(&self, line: &[u8]) -> bool {
        self.has(Says::Refusal, line) && !self.has(Says::NoRefusal, line)
    }

    /// The meaning of a line of the server.
    pub(super) fn reading<'l>(&self, line: &'l [u8]) -> Reading<'l> {
        let (timeout, welcome) = (self.has(Says::Timeout, line), self.has(Says::Welcome, line));
        if !timeout
            && !welcome
            && let Some(rest) = self.after_prompt(line)
        {
            Reading::Prompt(rest)
        } else if timeout {
            Reading::Timeout
        } else if self.is_refusal(line) {
            Reading::Refusal
        } else if self.has(Says::NoLogin, line) {
            Reading::NoLogin
        } else if welcome {
            Reading::Welcome
        } else {
            Reading::Other
        }
    }

    /// The text after a prompt; `None` without a prompt or in a refusal. Some systems refuse and ask again in one line,
    /// which is a refusal.
    pub(super) fn after_prompt<'l>(&self, line: &'l [u8]) -> Option<&'l [u8]> {
        let end = self.end(Says::Prompt, line)?;
        if self.is_refusal(line) { None } else { line.get(end..) }
    }

    /// Whether a line that a user typed has a phrase that only servers send.
    pub(super) fn is_ploy(&self, line: &[u8]) -> bool {
        self.after_prompt(line).is_some()
            || self.is_refusal(line)
            || self.has(Says::Welcome, line)
            || self.has(Says::NoLogin, line)
    }
}
