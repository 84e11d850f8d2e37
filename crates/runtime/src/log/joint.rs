//! Logs of several workers: a file has one writer, which all of them write rows through.
//!
//! The first that writes to a file makes its writer; it stays until the run ends, whichever worker is done before. When
//! the time for a rotation comes, the first worker that gets there rotates for all ([`Turns`]): what a worker that is a
//! little behind still has from before goes into the new file, as it does where workers send their rows to a logger.
use logging::{Cell, LogError, Writer};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The logs that the workers of a process have in common.
#[derive(Clone, Default)]
pub struct JointLogs(Arc<Mutex<BTreeMap<String, Arc<Mutex<Log>>>>>);

struct Log {
    writer: Box<dyn Writer + Send>,
    /// For when it was rotated last, and when its file was begun: seconds of the network's time.
    rotated: f64,
    opened: f64,
}

/// Who panicked while writing ended the process, or its test.
fn locked<T: ?Sized>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(PoisonError::into_inner)
}

impl JointLogs {
    /// A way to the log under `key`, made by the first that asks, at the network's time `now`.
    ///
    /// # Errors
    /// Those of `make`.
    pub(super) fn open<W, E>(
        &self,
        key: &str,
        now: f64,
        make: impl FnOnce() -> Result<W, E>,
    ) -> Result<Share, E>
    where
        W: Writer + Send + 'static,
    {
        let mut all = locked(&self.0);
        let log = match all.get(key) {
            Some(log) => Arc::clone(log),
            None => {
                let writer = Box::new(make()?);
                let log = Arc::new(Mutex::new(Log { writer, rotated: f64::NEG_INFINITY, opened: now }));
                all.insert(key.to_owned(), Arc::clone(&log));
                log
            }
        };
        Ok(Share { log, rows: 0 })
    }

    /// Ends all of them; the first error.
    ///
    /// # Errors
    /// What could not be written.
    pub fn finish(&self) -> Result<(), LogError> {
        let all = std::mem::take(&mut *locked(&self.0));
        all.values().map(|log| locked(log).writer.finish()).fold(Ok(()), Result::and)
    }
}

/// A worker's share in a log.
pub(super) struct Share {
    log: Arc<Mutex<Log>>,
    rows: u64,
}

impl Share {
    /// Who rotates it.
    pub(super) fn turns(&self) -> Turns {
        Turns(Arc::clone(&self.log))
    }
}

/// Says which worker rotates a log: each comes at the time that all of them have computed, one goes.
pub(super) struct Turns(Arc<Mutex<Log>>);

/// Seconds by which the times of one rotation may differ, as they are rounded.
const SAME: f64 = 0.001;

impl Turns {
    /// For the rotation that is due `at`: since when the file has its rows, or nothing where another worker has it done.
    pub(super) fn take(&self, at: f64, now: f64) -> Option<f64> {
        let mut log = locked(&self.0);
        if at <= log.rotated + SAME {
            return None;
        }
        log.rotated = at;
        Some(std::mem::replace(&mut log.opened, now))
    }
}

impl Writer for Share {
    fn write(&mut self, row: &[Cell<'_>]) -> Result<(), LogError> {
        self.rows += 1;
        locked(&self.log).writer.write(row)
    }

    fn flush(&mut self) -> Result<(), LogError> {
        locked(&self.log).writer.flush()
    }

    fn rotate(&mut self, to: &Path) -> Result<bool, LogError> {
        locked(&self.log).writer.rotate(to)
    }

    /// Others may still write: the file is closed when all have ended.
    fn finish(&mut self) -> Result<(), LogError> {
        self.flush()
    }

    fn rows(&self) -> u64 {
        self.rows
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests read what was written")]
mod tests {
    use super::*;
    use logging::{AsciiConfig, AsciiWriter, Column, Kind, Schema};

    fn share(logs: &JointLogs, file: &Path) -> Share {
        let schema = Schema::new("t", vec![Column::new("n", Kind::Count)]);
        logs.open("t", 1.0, || AsciiWriter::create(file, schema, AsciiConfig::default())).expect("a log")
    }

    fn rows(file: &Path) -> Vec<String> {
        let text = std::fs::read_to_string(file).expect("a log");
        text.lines().filter(|l| !l.starts_with('#')).map(str::to_owned).collect()
    }

    #[test]
    fn rows_of_all_workers_meet_and_none_ends_the_others_log() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("t.log");
        let logs = JointLogs::default();
        std::thread::scope(|s| {
            for worker in 0..4_u64 {
                let (logs, file) = (logs.clone(), &file);
                s.spawn(move || {
                    let mut share = share(&logs, file);
                    for n in 0..1000 {
                        share.write(&[Cell::Count(worker * 1000 + n)]).expect("written");
                    }
                    share.finish().expect("flushed");
                    assert_eq!(share.rows(), 1000);
                });
            }
        });
        logs.finish().expect("closed");
        let mut numbers: Vec<u64> = rows(&file).iter().map(|l| l.parse().expect("whole rows")).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..4000).collect::<Vec<_>>());
        let text = std::fs::read_to_string(&file).expect("a log");
        assert_eq!((text.matches("#fields").count(), text.matches("#close").count()), (1, 1));
    }

    #[test]
    fn a_rotation_happens_once_for_all() {
        let dir = tempfile::tempdir().expect("a folder");
        let (file, old) = (dir.path().join("t.log"), dir.path().join("old.log"));
        let logs = JointLogs::default();
        let (mut a, mut b) = (share(&logs, &file), share(&logs, &file));
        a.write(&[Cell::Count(1)]).expect("written");
        b.write(&[Cell::Count(2)]).expect("written");
        assert_eq!(a.turns().take(10.0, 10.2), Some(1.0));
        assert!(a.rotate(&old).expect("rotated"));
        a.write(&[Cell::Count(3)]).expect("written");
        assert_eq!(b.turns().take(10.000_000_1, 10.4), None, "the other has");
        // One that is behind comes to the log when that has been rotated for all.
        let mut c = share(&logs, &file);
        c.write(&[Cell::Count(4)]).expect("written");
        assert_eq!(c.turns().take(10.0, 10.0), None);
        assert_eq!(c.turns().take(20.0, 20.1), Some(10.2));
        logs.finish().expect("closed");
        assert_eq!((rows(&old), rows(&file)), (vec!["1".into(), "2".into()], vec!["3".into(), "4".into()]));
    }
}
