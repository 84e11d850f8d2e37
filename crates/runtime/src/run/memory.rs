//! The memory budget. The allocator counts the memory in use, so everything is included.
//!
//! Near the budget, protocols are detected by the first payload only, and buffers for late detection are dropped. At
//! the budget, fragments of old datagrams are dropped, the connections that have been silent longest are ended and logged,
//! and entries of scripts' tables that would expire later expire now, until there is room. Both stages end when memory use
//! falls. Workers share the count; each frees what is its own.
use super::Run;
use crate::error::RunError;
use builtins::Services;
use value::{Context, Level};

/// The number of frames between two checks of memory use.
const FRAMES: u32 = 32;
/// The most connections that one check ends: more than arrive in that many frames.
const AT_A_TIME: usize = 512;
/// For each of this many bytes of the budget, one connection is never ended, however much memory scripts use. Those without
/// a conversation end first, so ordinary traffic is what stays.
const BUDGET_OF_SPARED: u64 = 32 << 10;
/// The least and the greatest number of connections of a worker that are never ended.
const SPARED: (usize, usize) = (1024, 32_768);
/// The newest entries of each table of scripts that stay.
const KEPT: usize = 16_384;
/// The most entries that one check looks at.
const LOOKED_AT: usize = 2048;
/// The number of checks without room after which entries are selected anew.
const ANEW: u32 = 64;
/// The percentages of the budget at which each stage begins and ends.
const TIGHT: (u64, u64) = (75, 65);
const OUT: (u64, u64) = (88, 84);

/// The state of the budget.
#[derive(Default)]
pub(super) struct Memory {
    /// The budget in bytes; `None` for no limit.
    budget: Option<u64>,
    /// The number of connections that are never ended.
    spared: usize,
    frames: u32,
    tight: bool,
    out: bool,
    /// The number of connections ended since the memory was used up, and of entries that had expired early before.
    ended: u64,
    shed_before: u64,
    /// The number of checks since it was used up.
    checks: u32,
}

impl Memory {
    /// `budget` in bytes, shared by `workers`.
    pub(super) fn new(budget: Option<u64>, workers: usize) -> Self {
        Memory { budget, spared: spared(budget.unwrap_or(0), workers), ..Memory::default() }
    }

    /// Whether a check is due.
    #[inline]
    pub(super) fn is_due(&mut self) -> bool {
        self.frames += 1;
        self.frames >= FRAMES && self.budget.is_some()
    }
}

impl Run {
    /// Checks memory use. If it is too high, makes the session free memory.
    pub(super) fn keep_to_budget(&mut self) -> Result<(), RunError> {
        self.memory.frames = 0;
        let Some(budget) = self.memory.budget else { return Ok(()) };
        let percent = |percent: u64| budget / 100 * percent;
        let used = self.services().memory_in_use();
        if !self.memory.tight && used < percent(TIGHT.0) {
            return Ok(());
        }
        let mb = |bytes: u64| bytes >> 20;
        if !self.memory.tight {
            self.memory.tight = true;
            self.session.borrow_mut().save_memory(true, &mut self.bridge.sink(&mut self.machine));
            let text = format!(
                "{} MB of the memory budget of {} MB are in use: protocols are detected by first payloads only",
                mb(used),
                mb(budget)
            );
            Context::report(&mut self.machine, Level::Warning, &text, None);
        }
        if !self.memory.out && used >= percent(OUT.0) {
            self.memory.out = true;
            (self.memory.ended, self.memory.checks) = (0, 0);
            self.memory.shed_before = self.machine.shed_entries();
            self.session.borrow_mut().drop_stale_fragments();
            let text =
                format!("the memory budget of {} MB is used: the longest silent connections end", mb(budget));
            Context::report(&mut self.machine, Level::Warning, &text, None);
        }
        if self.memory.out {
            if self.memory.checks.is_multiple_of(ANEW) {
                self.machine.select_to_shed(KEPT);
            }
            self.memory.checks += 1;
        }
        let spared = self.memory.spared;
        while self.memory.out {
            let mut sink = self.bridge.sink(&mut self.machine);
            let ended = self.session.borrow_mut().end_silent(AT_A_TIME, spared, &mut sink);
            self.memory.ended += ended as u64;
            let shed = self.machine.shed(LOOKED_AT);
            // Their records are freed when their last events are handled.
            self.run_handlers()?;
            if self.services().memory_in_use() < percent(OUT.1) {
                self.memory.out = false;
                let text = format!(
                    "memory is within its budget again: {} connections were ended, {} entries of tables expired early",
                    self.memory.ended,
                    self.machine.shed_entries() - self.memory.shed_before
                );
                Context::report(&mut self.machine, Level::Info, &text, None);
            } else if ended == 0 && !shed {
                // Scripts use the rest of the memory. The next check tries again.
                break;
            }
        }
        // What was selected goes in any case: connections that end at once would make up for tables that only grow.
        self.machine.shed(LOOKED_AT);
        if self.memory.tight && self.services().memory_in_use() < percent(TIGHT.1) {
            self.memory.tight = false;
            self.session.borrow_mut().save_memory(false, &mut self.bridge.sink(&mut self.machine));
            let text = "protocols are detected in full again";
            Context::report(&mut self.machine, Level::Info, text, None);
        }
        let memory = (self.memory.tight, self.memory.out);
        let shed = self.machine.shed_entries();
        let traffic = &mut Services::of(&mut self.machine).traffic;
        (traffic.memory_tight, traffic.memory_out) = memory;
        traffic.shed_for_memory = shed;
        Ok(self.run_handlers()?)
    }
}

/// The number of connections that each worker spares.
fn spared(budget: u64, workers: usize) -> usize {
    let all = usize::try_from(budget / BUDGET_OF_SPARED).unwrap_or(usize::MAX);
    (all / workers.max(1)).clamp(SPARED.0, SPARED.1)
}

#[cfg(test)]
mod tests {
    use super::spared;

    #[test]
    fn a_budget_spares_connections_by_its_size() {
        const MB: u64 = 1 << 20;
        assert_eq!(spared(512 * MB, 1), 16_384);
        assert_eq!(spared(512 * MB, 4), 4096);
        assert_eq!(spared(512 * MB, 64), 1024);
        assert_eq!(spared(1, 0), 1024);
        assert_eq!(spared(4096 * MB, 2), 32_768);
        assert_eq!(spared(u64::MAX, 1), 32_768);
    }
}
