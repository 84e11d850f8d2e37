//! Wakes a thread that waits for mail.
use runloop::Waker;
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// A bell that rings when mail arrives. The owner waits for it, or lets it wake a loop. Clones are the same bell.
#[derive(Clone, Default)]
pub struct Bell(Arc<Inner>);

#[derive(Default)]
struct Inner {
    has_rung: Mutex<bool>,
    changed: Condvar,
    waker: OnceLock<Waker>,
}

impl Bell {
    /// Rings the bell.
    pub fn ring(&self) {
        *self.0.has_rung.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.0.changed.notify_all();
        if let Some(waker) = self.0.waker.get() {
            waker.wake();
        }
    }

    /// Makes the bell wake a loop, too; at once, if it has rung. Only the first call counts.
    pub fn wakes(&self, waker: Waker) {
        drop(self.0.waker.set(waker.clone()));
        // A needless turn of the loop would move events of one packet into the time of another.
        if *self.0.has_rung.lock().unwrap_or_else(PoisonError::into_inner) {
            waker.wake();
        }
    }

    /// Waits until the bell has rung since the last call, at most this long.
    pub fn wait(&self, most: Duration) {
        let has_rung = self.0.has_rung.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.0.changed.wait_timeout_while(has_rung, most, |has_rung| !*has_rung);
        *waited.unwrap_or_else(PoisonError::into_inner).0 = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use runloop::poller::Token;
    use runloop::{Interest, PollerKind, wake_pair};
    use std::os::fd::AsFd as _;

    fn wakes_at_once(bell: &Bell) -> bool {
        let (waker, woken) = wake_pair().unwrap();
        bell.wakes(waker);
        let (mut poller, mut events) = (PollerKind::default().open().unwrap(), Vec::new());
        poller.add(woken.as_fd(), Token(1), Interest::Read).unwrap();
        poller.wait(Some(Duration::ZERO), &mut events).unwrap();
        !events.is_empty()
    }

    #[test]
    fn a_loop_is_woken_at_once_only_if_the_bell_has_rung() {
        assert!(!wakes_at_once(&Bell::default()));
        let rung = Bell::default();
        rung.ring();
        assert!(wakes_at_once(&rung));
    }
}
