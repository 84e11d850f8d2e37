//! Memory is short: entries of tables that expire by themselves expire early, the oldest first.
use super::Machine;
use std::collections::VecDeque;
use value::{Expiry, Table};

/// Entries that are to expire early.
#[derive(Default)]
pub(super) struct Shedding {
    /// The tables, each with the time before which its entries expire.
    tables: VecDeque<(Table, f64)>,
    /// The number of entries that have expired early so far.
    expired: u64,
}

impl Machine {
    /// Selects what [`shed`](Self::shed) removes: of each table with an expiration and at least twice `spared` entries, all
    /// but the `spared` ones whose time is over last. What was selected before comes first.
    pub fn select_to_shed(&mut self, spared: usize) {
        if !self.shedding.tables.is_empty() {
            return;
        }
        let tables: Vec<Table> = self.watched_tables().cloned().collect();
        let limits = tables.into_iter().filter_map(|t| t.early_limit(self, spared).map(|limit| (t, limit)));
        self.shedding.tables = limits.collect();
    }

    /// Checks up to `step` entries of one of the selected tables, which take turns, and lets those expire that were
    /// selected: `&expire_func` is called, and may keep them. Returns whether there was anything to check.
    pub fn shed(&mut self, step: usize) -> bool {
        let Some((table, limit)) = self.shedding.tables.pop_front() else { return false };
        self.steps = 0;
        let mut expired = 0;
        let round = table.expire_early(self, limit, step, &mut expired);
        self.shedding.expired += expired;
        match round {
            Ok(Expiry::More) => self.shedding.tables.push_back((table, limit)),
            Ok(Expiry::Done) => {}
            Err(e) => self.report_error(&e),
        }
        true
    }

    /// The number of entries that have expired early for lack of memory.
    pub fn shed_entries(&self) -> u64 {
        self.shedding.expired
    }
}
