//! Capture groups of a match in a complete text.
use crate::nfa::SetError;
use regex_automata::nfa::thompson::{
    self,
    pikevm::{Cache, PikeVM},
};
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input};

/// One pattern with its capture groups.
pub struct Groups {
    vm: PikeVM,
    cache: Cache,
}

impl Groups {
    /// Compiles a pattern in the syntax of the `regex` crates.
    pub fn new(pattern: &str) -> Result<Self, SetError> {
        let vm = PikeVM::builder()
            .syntax(
                syntax::Config::new().unicode(false).utf8(false).dot_matches_new_line(true).nest_limit(1000),
            )
            .thompson(thompson::Config::new().utf8(false).nfa_size_limit(Some(64 << 20)))
            .build(&format!("(?:{pattern})$"))
            .map_err(SetError::new)?;
        let cache = vm.create_cache();
        Ok(Groups { vm, cache })
    }

    /// Returns the ranges of the groups if all of `data` matches; the first range is the match itself.
    pub fn of(&mut self, data: &[u8]) -> Option<Vec<Option<(usize, usize)>>> {
        let mut found = self.vm.create_captures();
        self.vm.captures(&mut self.cache, Input::new(data).anchored(Anchored::Yes), &mut found);
        found
            .is_match()
            .then(|| (0..found.group_len()).map(|i| found.get_group(i).map(|s| (s.start, s.end))).collect())
    }
}
