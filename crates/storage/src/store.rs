//! One interface for all kinds of backends.
use crate::{Answer, Now, Outcome, Redis, Sqlite};

/// How far an operation is after it was asked for.
pub enum Step {
    /// It is done.
    Done(Answer),
    /// A server has been asked; the answer to the operation of this number comes later.
    Sent(u64),
}

/// Where entries are.
pub enum Store {
    /// In a database.
    Sqlite(Sqlite),
    /// On a server.
    Redis(Box<Redis>),
}

impl Store {
    /// Stores a value under a key for `keep` seconds; 0 means forever.
    ///
    /// # Errors
    /// [`crate::Code::KeyExists`] without `overwrite`, or what the backend fails with.
    pub fn put(&mut self, key: &[u8], value: &[u8], overwrite: bool, keep: f64, now: Now) -> Outcome<Step> {
        match self {
            Store::Sqlite(s) => {
                let expires = if keep > 0.0 { now.scripts + keep } else { 0.0 };
                s.put(key, value, overwrite, expires, now.scripts).map(|()| Step::Done(Answer::Done))
            }
            Store::Redis(s) => s.put(key, value, overwrite, keep, now).map(Step::Sent),
        }
    }

    /// The value of a key.
    ///
    /// # Errors
    /// [`crate::Code::KeyNotFound`], or what the backend fails with.
    pub fn get(&mut self, key: &[u8], now: Now) -> Outcome<Step> {
        match self {
            Store::Sqlite(s) => s.get(key, now.scripts).map(|v| Step::Done(Answer::Value(v))),
            Store::Redis(s) => s.get(key, now).map(Step::Sent),
        }
    }

    /// Removes a key. A missing one is no failure.
    ///
    /// # Errors
    /// What the backend fails with.
    pub fn erase(&mut self, key: &[u8], now: Now) -> Outcome<Step> {
        match self {
            Store::Sqlite(s) => s.erase(key).map(|()| Step::Done(Answer::Done)),
            Store::Redis(s) => s.erase(key, now).map(Step::Sent),
        }
    }

    /// Waits for the answer to an operation.
    ///
    /// # Errors
    /// Why the operation failed.
    pub fn wait(&mut self, step: Step) -> Outcome<Answer> {
        match (step, self) {
            (Step::Done(answer), _) => Ok(answer),
            (Step::Sent(id), Store::Redis(s)) => s.wait(id),
            (Step::Sent(_), Store::Sqlite(_)) => unreachable!("a database answers at once"),
        }
    }

    /// Whether a `when` may wait for an operation while the run goes on. While captures are read it may not: their packets
    /// would move time ahead.
    pub fn is_patient(&self) -> bool {
        matches!(self, Store::Redis(s) if !s.is_by_packets())
    }

    /// Removes expired entries, unless that happens elsewhere or happened within the last `interval` seconds. Returns how
    /// many.
    ///
    /// # Errors
    /// What the backend fails with.
    pub fn expire(&mut self, now: Now, interval: f64) -> Outcome<usize> {
        match self {
            Store::Sqlite(s) => s.expire(now.scripts, interval),
            Store::Redis(s) if s.is_by_packets() => {
                let id = s.expire(now)?;
                Ok(if let Answer::Removed(n) = s.wait(id)? { n } else { 0 })
            }
            Store::Redis(_) => Ok(0),
        }
    }

    /// Closes it.
    ///
    /// # Errors
    /// [`crate::Code::DisconnectionFailed`], with the reason.
    pub fn close(self) -> Outcome<()> {
        match self {
            Store::Sqlite(s) => s.close(),
            Store::Redis(_) => Ok(()),
        }
    }
}
