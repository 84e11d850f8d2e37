//! Logs that several workers share: each file has one writer, and all workers write rows through it.
//!
//! The first worker that writes to a file creates the writer, which stays until the run ends. When a rotation is due,
//! the first worker to reach that time rotates for all ([`RotationTurns`]). Rows of a worker that lags behind go into
//! the new file, as in a cluster whose workers send their rows to a logger.
use logging::{LogError, Place, Row, Writer};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The logs that the workers of a process share.
#[derive(Clone, Default)]
pub struct JointLogs(Arc<Mutex<BTreeMap<String, Arc<Mutex<Log>>>>>);

struct Log {
    writer: Box<dyn Writer + Send>,
    /// When the log was last rotated and when its file was begun, in seconds of network time.
    rotated: f64,
    opened: f64,
}

/// Locks even a poisoned mutex: the panic has ended the process, or its test.
fn locked<T: ?Sized>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(PoisonError::into_inner)
}

impl JointLogs {
    /// Opens the log with the key `key` for a worker. The first caller creates the log, at network time `now`.
    ///
    /// # Errors
    /// The error of `make`.
    pub fn open<W, E>(&self, key: &str, now: f64, make: impl FnOnce() -> Result<W, E>) -> Result<Share, E>
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

    /// Ends all logs. Returns the logs that lost rows, with the number of lost rows, and the first error.
    pub fn finish(&self) -> (Vec<(String, u64)>, Result<(), LogError>) {
        let all = std::mem::take(&mut *locked(&self.0));
        let (mut lost, mut result) = (Vec::new(), Ok(()));
        for (key, log) in all {
            let writer = &mut locked(&log).writer;
            result = result.and(writer.finish());
            if writer.lost() > 0 {
                let file = key.split('\0').next().unwrap_or_default();
                lost.push((file.to_owned(), writer.lost()));
            }
        }
        (lost, result)
    }
}

/// A worker's share in a log.
pub struct Share {
    log: Arc<Mutex<Log>>,
    rows: u64,
}

impl Share {
    /// Decides which worker rotates the log.
    pub fn turns(&self) -> RotationTurns {
        RotationTurns(Arc::clone(&self.log))
    }
}

/// Decides which worker rotates a log. All workers compute the same time; the first to ask gets the turn.
pub struct RotationTurns(Arc<Mutex<Log>>);

/// The most seconds by which the workers' times of the same rotation may differ through rounding.
const SAME: f64 = 0.001;

impl RotationTurns {
    /// Takes the turn for the rotation that is due `at`. Returns the time when the file was begun, or `None` if another
    /// worker took the turn.
    pub fn take(&self, at: f64, now: f64) -> Option<f64> {
        let mut log = locked(&self.0);
        if at <= log.rotated + SAME {
            return None;
        }
        log.rotated = at;
        Some(std::mem::replace(&mut log.opened, now))
    }
}

impl Writer for Share {
    fn write(&mut self, row: &dyn Row) -> Result<bool, LogError> {
        let written = locked(&self.log).writer.write(row);
        self.rows += u64::from(!matches!(written, Ok(false)));
        written
    }

    fn flush(&mut self) -> Result<(), LogError> {
        locked(&self.log).writer.flush()
    }

    fn sync(&mut self) -> Result<Option<Place>, LogError> {
        locked(&self.log).writer.sync()
    }

    fn begin_file(&mut self) -> Result<Option<Place>, LogError> {
        locked(&self.log).writer.begin_file()
    }

    fn rotate(&mut self, to: &Path, extension: &str) -> Result<Option<PathBuf>, LogError> {
        locked(&self.log).writer.rotate(to, extension)
    }

    /// Only flushes: other workers may still write. The file is closed when all workers have ended.
    fn finish(&mut self) -> Result<(), LogError> {
        self.flush()
    }

    fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns zero: lost rows are counted when the log ends for all, in [`JointLogs::finish`].
    fn lost(&self) -> u64 {
        0
    }

    fn notice(&mut self) -> Option<String> {
        locked(&self.log).writer.notice()
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests read what was written")]
mod tests {
    use super::*;
    use logging::{AsciiConfig, AsciiWriter, Cell, Column, Kind, Schema};

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
        let (lost, closed) = logs.finish();
        closed.expect("closed");
        assert_eq!(lost, []);
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
        assert_eq!(a.rotate(&dir.path().join("old"), ".log").expect("rotated"), Some(old.clone()));
        a.write(&[Cell::Count(3)]).expect("written");
        assert_eq!(b.turns().take(10.000_000_1, 10.4), None, "the other has");
        // A worker that lags behind opens the log after it was rotated for all.
        let mut c = share(&logs, &file);
        c.write(&[Cell::Count(4)]).expect("written");
        assert_eq!(c.turns().take(10.0, 10.0), None);
        assert_eq!(c.turns().take(20.0, 20.1), Some(10.2));
        logs.finish().1.expect("closed");
        assert_eq!((rows(&old), rows(&file)), (vec!["1".into(), "2".into()], vec!["3".into(), "4".into()]));
    }
}
