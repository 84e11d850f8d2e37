//! The pool of workers: gives them jobs, starts new workers, and ends idle or broken ones. Its only I/O is over their
//! sockets.
use crate::spawner::{RunAs, Spawner, Started};
use namecache::cache::Millis;
use namecache::lookup::{self, Question};
use namecache_wire::Database;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::net::UnixStream;

/// The time after which an idle worker of a single user is ended, in milliseconds.
const IDLE: Millis = 30_000;
/// The time within which the spawner must start a worker, in milliseconds.
const START: Millis = 5_000;

/// A question for a worker.
pub(crate) struct Job {
    pub(crate) id: u64,
    run_as: RunAs,
    bytes: Vec<u8>,
}

impl Job {
    pub(crate) fn new(id: u64, run_as: RunAs, db: Database, key: Option<&[u8]>) -> Job {
        let mut bytes = Vec::new();
        let question = match key {
            Some(key) => Question::LookUp(db, key),
            None => Question::List(db),
        };
        lookup::put_question(id, question, &mut bytes);
        Job { id, run_as, bytes }
    }
}

/// The daemon's view of a worker process.
pub(crate) struct Worker {
    pub(crate) pid: i32,
    run_as: RunAs,
    pub(crate) stream: UnixStream,
    pub(crate) inbox: Vec<u8>,
    pub(crate) job: Option<u64>,
    /// Whether the worker has answered a question.
    served: bool,
    /// Whether the worker gets no more questions.
    retired: bool,
    /// When the worker began its job or became idle.
    since: Millis,
}

/// All workers, and the jobs that are waiting for one.
pub(crate) struct Pool {
    spawner: Spawner,
    limit: usize,
    workers: Vec<Worker>,
    starting: Vec<(RunAs, Millis)>,
    queue: VecDeque<Job>,
}

/// Changes in the pool that its owner must handle.
#[derive(Default)]
pub(crate) struct Changes {
    /// The ids of the jobs that failed.
    pub(crate) failed: Vec<u64>,
    /// The workers to remove from the poller. Dropping them closes their streams.
    pub(crate) gone: Vec<Worker>,
}

impl Pool {
    pub(crate) fn new(spawner: Spawner, limit: usize) -> Pool {
        Pool { spawner, limit, workers: Vec::new(), starting: Vec::new(), queue: VecDeque::new() }
    }

    pub(crate) fn spawner(&self) -> &Spawner {
        &self.spawner
    }

    pub(crate) fn worker_at(&mut self, fd: RawFd) -> Option<&mut Worker> {
        self.workers.iter_mut().find(|w| w.stream.as_raw_fd() == fd)
    }

    /// Queues a job.
    pub(crate) fn push(&mut self, job: Job) {
        self.queue.push_back(job);
    }

    /// Gives queued jobs to idle workers and orders new workers for the remaining jobs.
    pub(crate) fn dispatch(&mut self, now: Millis) -> Changes {
        let mut changes = Changes::default();
        let mut waiting = VecDeque::new();
        while let Some(job) = self.queue.pop_front() {
            let fits = |w: &&mut Worker| w.job.is_none() && !w.retired && w.run_as == job.run_as;
            if let Some(w) = self.workers.iter_mut().find(fits) {
                // A question fits into an empty socket buffer, so a short write means that the worker has ended.
                match w.stream.write(&job.bytes) {
                    Ok(n) if n == job.bytes.len() => {
                        w.job = Some(job.id);
                        w.since = now;
                    }
                    _ => {
                        w.retired = true;
                        self.queue.push_front(job);
                    }
                }
                continue;
            }
            waiting.push_back(job);
        }
        self.queue = waiting;
        let mut wanted: Vec<RunAs> = self.starting.iter().map(|(r, _)| *r).collect();
        for job in &self.queue {
            if let Some(i) = wanted.iter().position(|r| *r == job.run_as) {
                wanted.swap_remove(i);
                continue;
            }
            if self.workers.len() + self.starting.len() >= self.limit {
                // To stay within the limit, an idle worker of another user is ended.
                let idle = self.workers.iter().position(|w| w.job.is_none() && w.run_as != job.run_as);
                match idle {
                    Some(i) => changes.gone.push(self.workers.swap_remove(i)),
                    None => break,
                }
            }
            match self.spawner.start_worker(job.run_as) {
                Ok(()) => self.starting.push((job.run_as, now)),
                Err(_) => break,
            }
        }
        self.sweep(now, &mut changes);
        changes
    }

    /// Removes idle workers that are retired or unused for too long.
    fn sweep(&mut self, now: Millis, changes: &mut Changes) {
        let mut i = 0;
        while i < self.workers.len() {
            let w = &self.workers[i];
            let idle =
                w.job.is_none() && (w.retired || (w.run_as.is_some() && w.served && now > w.since + IDLE));
            if idle {
                changes.gone.push(self.workers.swap_remove(i));
            } else {
                i += 1;
            }
        }
        self.starting.retain(|(_, at)| now < at + START);
    }

    /// Adds a worker that the spawner has started.
    pub(crate) fn started(&mut self, s: Started, now: Millis) -> &Worker {
        if let Some(i) = self.starting.iter().position(|(r, _)| *r == s.run_as) {
            self.starting.swap_remove(i);
        }
        self.workers.push(Worker {
            pid: s.pid,
            run_as: s.run_as,
            stream: s.stream,
            inbox: Vec::new(),
            job: None,
            served: false,
            retired: false,
            since: now,
        });
        self.workers.last().expect("just pushed")
    }

    /// Fails the jobs of a user for whom no worker can be started.
    pub(crate) fn not_started(&mut self, run_as: RunAs) -> Changes {
        self.starting.retain(|(r, _)| *r != run_as);
        let mut changes = Changes::default();
        self.queue.retain(|j| {
            let same = j.run_as == run_as;
            if same {
                changes.failed.push(j.id);
            }
            !same
        });
        changes
    }

    /// Marks a worker as idle after it has answered.
    pub(crate) fn finished(&mut self, fd: RawFd, now: Millis) {
        if let Some(w) = self.worker_at(fd) {
            w.job = None;
            w.served = true;
            w.since = now;
        }
    }

    /// Removes a worker that has hung up or sent an invalid message.
    pub(crate) fn ended(&mut self, fd: RawFd) -> Changes {
        let Some(i) = self.workers.iter().position(|w| w.stream.as_raw_fd() == fd) else {
            return Changes::default();
        };
        let w = self.workers.swap_remove(i);
        let _ = self.spawner.kill_worker(w.pid);
        let mut changes = Changes::default();
        changes.failed.extend(w.job);
        if !w.served && w.job.is_none() {
            // The worker ended before its first job; the next one would do the same.
            changes.failed.extend(self.not_started(w.run_as).failed);
        }
        changes.gone.push(w);
        changes
    }

    /// Abandons a job and kills its worker.
    pub(crate) fn abandon(&mut self, id: u64) -> Changes {
        self.queue.retain(|j| j.id != id);
        let fd = self.workers.iter().find(|w| w.job == Some(id)).map(|w| w.stream.as_raw_fd());
        fd.map(|fd| self.ended(fd)).unwrap_or_default()
    }

    /// Retires all workers, because nsswitch.conf has changed. They end after their current job.
    pub(crate) fn retire_all(&mut self) {
        for w in &mut self.workers {
            w.retired = true;
        }
    }

    /// Returns the next worker that the spawner has started, or the user for whom it could not start one.
    pub(crate) fn next_started(&self) -> io::Result<Option<Result<Started, RunAs>>> {
        self.spawner.started()
    }
}
