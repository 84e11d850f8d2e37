//! Phrases that identify the steps of a login.
use crate::Settings;
use pattern::{Set, translate_for_streams};
use std::cell::RefCell;
use std::rc::Rc;

/// The meanings of a line, each with its set of phrases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Says {
    /// No login is needed (`skip_authentication`).
    NoLogin,
    /// The user is logged in without a password (`direct_login_prompts`).
    Direct,
    /// The server asks for a name or a password (`login_prompts`).
    Prompt,
    /// It looks like a refusal and is not (`login_non_failure_msgs`).
    NoRefusal,
    /// A refusal (`login_failure_msgs`).
    Refusal,
    /// A welcome (`login_success_msgs`).
    Welcome,
    /// The user took too long (`login_timeouts`).
    Timeout,
}

/// A server's line, as the first of these that fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reading<'l> {
    /// A prompt, with what follows it; the line neither welcomes nor refuses.
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

/// The most memory of one set's automaton, in bytes.
const MEMORY: usize = 1 << 20;

/// All phrases of a run. A set that is empty, or whose patterns do not compile, matches nothing.
#[derive(Clone, Default)]
pub struct Phrases(Rc<RefCell<[Option<Set>; 7]>>);

impl Phrases {
    /// Reads what scripts set: patterns as text.
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

    /// The end of the first phrase with a meaning in a line.
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

    /// The text behind a prompt. Some systems refuse and ask again in one line: that is a refusal.
    pub(super) fn after_prompt<'l>(&self, line: &'l [u8]) -> Option<&'l [u8]> {
        let end = self.end(Says::Prompt, line)?;
        if self.is_refusal(line) { None } else { line.get(end..) }
    }

    /// Whether a line that a user typed is a phrase that only servers send.
    pub(super) fn is_ploy(&self, line: &[u8]) -> bool {
        self.after_prompt(line).is_some()
            || self.is_refusal(line)
            || self.has(Says::Welcome, line)
            || self.has(Says::NoLogin, line)
    }
}
