//! Tells the service manager's watchdog that the loop is alive.
use crate::service::Manager;
use runloop::{IoSource, Next, Time, Turn};
use std::io;
use std::rc::Rc;
use std::time::Duration;

/// Sends heartbeats as often as the manager requires. Without a watchdog, it never gets a turn.
pub(super) struct Heartbeat {
    manager: Rc<Manager>,
    due: Option<Time>,
}

impl Heartbeat {
    pub(super) fn new(manager: Rc<Manager>) -> Self {
        Heartbeat { manager, due: None }
    }
}

impl<T> IoSource<T> for Heartbeat {
    fn name(&self) -> &'static str {
        "heartbeat"
    }

    fn keeps_loop_alive(&self) -> bool {
        false
    }

    fn next_timeout(&mut self, now: Time) -> Option<Duration> {
        let every = self.manager.heartbeat()?;
        let due = *self.due.get_or_insert(now + every);
        Some(due.since(now))
    }

    fn turn(&mut self, _: &mut T, turn: &mut Turn<'_, T>) -> io::Result<Next> {
        if turn.timed_out() {
            self.manager.tell("WATCHDOG=1");
            self.due = None;
        }
        Ok(Next::Idle)
    }
}
