//! Warnings about the values of local variables (`-u`): variables that are read before they have a value, and values
//! that are never read.
//!
//! Each analysis walks a body once: the first forwards, the second backwards. Where the number of rounds of a loop
//! matters, both assume the number that gives no warning.
mod definitions;
mod uses;

use super::Checker;
use super::subject::span;
use crate::tree::BodyKind;
use definitions::Definitions;
use script_syntax::SourceMap;
use uses::Uses;

impl Checker {
    /// Warns about values of local variables, except in packed scripts. Runs after loading without errors.
    pub(crate) fn warn_flow(&mut self, sources: &SourceMap) {
        if self.options.usage == 0 || self.errors > 0 {
            return;
        }
        let mut found = Vec::new();
        for body in self.program.bodies.checked() {
            let ours = sources.file(span(body.block.loc)).is_none_or(|f| f.is_packed());
            // The condition, body and timeout of a `when` run at different times.
            if ours || body.kind == BodyKind::When {
                continue;
            }
            Definitions::of(body, &mut found);
            Uses::of(body, sources, &mut found);
        }
        found.sort_by_key(|(at, _)| at.start);
        for (_, d) in found {
            self.report(d);
        }
    }
}
