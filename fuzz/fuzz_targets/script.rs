//! Parses and checks arbitrary bytes as a script. Oracle: the error of a run that stops at the first error is also
//! reported by a run that continues after errors; if one run finds no errors, neither does the other.
#![no_main]
use libfuzzer_sys::fuzz_target;
use script_sema::Options;
use script_sema::load::{Found, Input, Loader, Signatures, Surroundings};
use script_sema::tree::{ExprRef, Program};
use script_syntax::{Diagnostic, SourceMap, Text, render};

struct Nothing {
    shown: usize,
}

impl Surroundings for Nothing {
    fn find_script(&mut self, _: &str, _: Option<&str>) -> Option<Found> {
        None
    }
    fn find_signatures(&mut self, _: &str, _: Option<&str>) -> Option<Found> {
        None
    }
    fn find_prefixed(&mut self, _: &Found, _: &str) -> Option<Found> {
        None
    }
    fn read(&mut self, _: &Found) -> Result<Text, String> {
        Err("there are no files".into())
    }
    fn mentioned(&mut self, _: &[Signatures]) -> Vec<String> {
        Vec::new()
    }
    fn evaluate(&mut self, _: &mut Program, _: &ExprRef) -> Option<bool> {
        Some(true)
    }
    fn report(&mut self, d: &Diagnostic, sources: &SourceMap) {
        self.shown += render::plain(d, sources).len();
    }
}

fn errors(text: &[u8], first_only: bool) -> u32 {
    let mut loader = Loader::new(Options { first_only, ..Options::default() }, Box::new(|_| false));
    loader.add(Input::Text { name: "fuzz".into(), dir: ".".into(), text: text.to_vec() });
    loader.run(&mut Nothing { shown: 0 }).errors
}

fuzz_target!(|text: &[u8]| {
    let (first, all) = (errors(text, true), errors(text, false));
    assert_eq!(first == 0, all == 0, "{first} errors where the first ends it, {all} where it does not");
});
