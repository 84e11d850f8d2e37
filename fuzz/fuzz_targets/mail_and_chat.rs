//! Conversations of mail, chat, calls, logins, files, proxies and databases: the first byte chooses the analyzer, the rest is what is said.
#![no_main]
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/protocols/tests/conversations/mod.rs"]
mod conversations;
#[path = "../../crates/protocols/tests/rehearsal/mod.rs"]
mod rehearsal;

fuzz_target!(|data: &[u8]| rehearsal::chosen(conversations::MAIL_AND_CHAT, data));
