//! Built-in functions that read text: any text is answered, at worst by a message and a neutral value.
#[path = "../sealed/mod.rs"]
mod sealed;

use runtime::script::Session;
use std::cell::RefCell;
use value::{Str, Value};

/// One function or a family a case.
const SCRIPT: &str = include_str!("functions.zeek");
/// How many cases there are.
pub(crate) const CASES: u8 = 12;

thread_local! {
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
}

/// The first byte chooses the case, the rest is the text.
pub(crate) fn run(bytes: &[u8]) {
    let Some((&choice, text)) = bytes.split_first() else { return };
    SESSION.with_borrow_mut(|session| {
        let session = session.get_or_insert_with(|| sealed::start(SCRIPT, b""));
        let args = vec![Value::Count(u64::from(choice % CASES)), Value::from(Str::new(text))];
        session.raise("feed", args);
        assert!(session.drain().is_ok(), "no text ends the run");
    });
}
