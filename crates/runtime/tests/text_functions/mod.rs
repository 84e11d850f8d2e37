//! Calls built-in functions that take text. Any text must produce a result, at worst a message and a neutral value.
#[path = "../sealed/mod.rs"]
mod sealed;

/// A script with one case per function or family of functions.
const SCRIPT: &str = include_str!("functions.zeek");
/// The number of cases in [`SCRIPT`].
pub(crate) const CASES: u8 = 12;

/// Runs a case. The first byte of `bytes` chooses the case; the rest is the text.
pub(crate) fn run(bytes: &[u8]) {
    let Some((&choice, text)) = bytes.split_first() else { return };
    let case = (choice % CASES).to_string().into_bytes();
    sealed::run(SCRIPT, b"", &[("CASE", case), ("TEXT", text.to_vec())]);
}
