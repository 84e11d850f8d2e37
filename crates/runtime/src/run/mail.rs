//! Mail from other nodes of the cluster.
use super::Run;
use crate::error::RunError;
use builtins::cluster;
use net_types::Timestamp;

/// The most items of mail that are handled at a time.
const MAIL: usize = 100;

impl Run {
    /// Queues the events of waiting mail, and sends log rows that are ready, in a run that has a thread of its own.
    /// Returns whether any event was queued.
    pub(super) fn exchange(&mut self) -> bool {
        cluster::send_rows(&mut self.machine);
        let any = cluster::take_mail(&mut self.machine, MAIL) | builtins::tend_stores(&mut self.machine);
        self.services().cluster.settle();
        any
    }

    /// Handles up to `most` items of mail and runs the handlers of their events.
    pub(crate) fn mail(&mut self, most: usize) -> Result<(), RunError> {
        let has_answers = builtins::tend_stores(&mut self.machine);
        if !self.has_mail() && !has_answers {
            self.services().cluster.settle();
            return Ok(());
        }
        cluster::take_mail(&mut self.machine, most);
        self.run_handlers()?;
        self.services().cluster.settle();
        Ok(())
    }

    /// Whether mail is waiting.
    pub(crate) fn has_mail(&mut self) -> bool {
        self.services().cluster.has_mail()
    }

    /// Whether packets come from a file, so that mail is ordered by packet times.
    pub(crate) fn follows_file(&self) -> bool {
        self.follows_file
    }

    /// Collects all mail and sorts it by the time at which it was sent.
    pub(crate) fn gather_mail(&mut self) {
        cluster::gather_mail(&mut self.machine);
    }

    /// Whether any collected mail was sent at or before this time.
    pub(crate) fn is_mail_due(&mut self, until: Timestamp) -> bool {
        self.services().cluster.is_due(until)
    }

    /// Handles the collected mail that was sent at or before this time.
    pub(crate) fn mail_until(&mut self, until: Timestamp) -> Result<(), RunError> {
        let has_answers = builtins::tend_stores(&mut self.machine);
        if cluster::deliver_gathered(&mut self.machine, until) || has_answers {
            self.run_handlers()?;
        }
        self.services().cluster.settle();
        Ok(())
    }
}
