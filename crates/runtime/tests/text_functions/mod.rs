//! Built-in functions that take text: any text gives a result, at worst a message and a neutral value.
#[path = "../sealed/mod.rs"]
mod sealed;

/// One case per function or family.
const SCRIPT: &str = include_str!("functions.zeek");
/// How many cases there are.
pub(crate) const CASES: u8 = 12;

/// The first byte chooses the case, the rest is the text.
pub(crate) fn run(bytes: &[u8]) {
    let Some((&choice, text)) = bytes.split_first() else { return };
    let case = (choice % CASES).to_string().into_bytes();
    sealed::run(SCRIPT, b"", &[("CASE", case), ("TEXT", text.to_vec())]);
}
