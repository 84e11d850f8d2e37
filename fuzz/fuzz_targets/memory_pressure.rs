#![no_main]
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/protocols/tests/conversations/mod.rs"]
mod conversations;
#[path = "../../crates/protocols/tests/pressure/mod.rs"]
mod pressure;

fuzz_target!(|data: &[u8]| {
    let Some((&list, rest)) = data.split_first() else { return };
    if let Some((_, list)) = conversations::ALL.get(usize::from(list) % conversations::ALL.len()) {
        pressure::run(list, rest);
    }
});
