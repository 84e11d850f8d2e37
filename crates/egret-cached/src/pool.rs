//! The workers: who runs, who has a job, who must go. Sans-IO but for their sockets.
use crate::spawner::{RunAs, Spawner, Started};
use namecache::cache::Millis;
use namecache::lookup::{self, Question};
use namecache_wire::Database;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::net::UnixStream;

/// Milliseconds after which an idle worker with a user's rights goes.
const IDLE: Millis = 30_000;
/// Milliseconds for the spawner to start one.
const START: Millis = 5_000;

/// A question on its way to a worker.
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

/// A worker process, as we see it.
pub(crate) struct Worker {
    pub(crate) pid: i32,
    run_as: RunAs,
    pub(crate) stream: UnixStream,
    pub(crate) inbox: Vec<u8>,
    pub(crate) job: Option<u64>,
    served: bool,
    retired: bool,
    since: Millis,
}

/// All workers and the jobs that wait for one.
pub(crate) struct Pool {
    spawner: Spawner,
    limit: usize,
    workers: Vec<Worker>,
    starting: Vec<(RunAs, Millis)>,
    queue: VecDeque<Job>,
}

/// What a change in the pool means for its owner.
#[derive(Default)]
pub(crate) struct News {
    /// Jobs that failed.
    pub(crate) failed: Vec<u64>,
    /// Workers to be taken out of the poller; their streams close when this is dropped.
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

    /// Takes a job.
    pub(crate) fn push(&mut self, job: Job) {
        self.queue.push_back(job);
    }

    /// Gives waiting jobs to idle workers, and orders workers for the rest.
    pub(crate) fn dispatch(&mut self, now: Millis) -> News {
        let mut news = News::default();
        let mut waiting = VecDeque::new();
        while let Some(job) = self.queue.pop_front() {
            let fits = |w: &&mut Worker| w.job.is_none() && !w.retired && w.run_as == job.run_as;
            if let Some(w) = self.workers.iter_mut().find(fits) {
                // A question fits into an empty socket buffer: either all of it goes, or the worker is gone.
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
                // Someone else's idle worker makes room.
                let idle = self.workers.iter().position(|w| w.job.is_none() && w.run_as != job.run_as);
                match idle {
                    Some(i) => news.gone.push(self.workers.swap_remove(i)),
                    None => break,
                }
            }
            match self.spawner.start_worker(job.run_as) {
                Ok(()) => self.starting.push((job.run_as, now)),
                Err(_) => break,
            }
        }
        self.sweep(now, &mut news);
        news
    }

    fn sweep(&mut self, now: Millis, news: &mut News) {
        let mut i = 0;
        while i < self.workers.len() {
            let w = &self.workers[i];
            let idle =
                w.job.is_none() && (w.retired || (w.run_as.is_some() && w.served && now > w.since + IDLE));
            if idle {
                news.gone.push(self.workers.swap_remove(i));
            } else {
                i += 1;
            }
        }
        self.starting.retain(|(_, at)| now < at + START);
    }

    /// Takes a worker in.
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

    /// No worker with those rights can be had: its jobs fail.
    pub(crate) fn not_started(&mut self, run_as: RunAs) -> News {
        self.starting.retain(|(r, _)| *r != run_as);
        let mut news = News::default();
        self.queue.retain(|j| {
            let same = j.run_as == run_as;
            if same {
                news.failed.push(j.id);
            }
            !same
        });
        news
    }

    /// A worker has answered its job.
    pub(crate) fn finished(&mut self, fd: RawFd, now: Millis) {
        if let Some(w) = self.worker_at(fd) {
            w.job = None;
            w.served = true;
            w.since = now;
        }
    }

    /// A worker has hung up, or talks nonsense.
    pub(crate) fn ended(&mut self, fd: RawFd) -> News {
        let Some(i) = self.workers.iter().position(|w| w.stream.as_raw_fd() == fd) else {
            return News::default();
        };
        let w = self.workers.swap_remove(i);
        let _ = self.spawner.kill_worker(w.pid);
        let mut news = News::default();
        news.failed.extend(w.job);
        if !w.served && w.job.is_none() {
            // It could not even begin: the next one would not either.
            news.failed.extend(self.not_started(w.run_as).failed);
        }
        news.gone.push(w);
        news
    }

    /// Nobody waits for that job any more: a worker that is at it is stuck.
    pub(crate) fn abandon(&mut self, id: u64) -> News {
        self.queue.retain(|j| j.id != id);
        let fd = self.workers.iter().find(|w| w.job == Some(id)).map(|w| w.stream.as_raw_fd());
        fd.map(|fd| self.ended(fd)).unwrap_or_default()
    }

    /// The sources have changed: workers that know the old ones go when they are done.
    pub(crate) fn retire_all(&mut self) {
        for w in &mut self.workers {
            w.retired = true;
        }
    }

    /// The next worker that the spawner has started.
    pub(crate) fn next_started(&self) -> io::Result<Option<Result<Started, RunAs>>> {
        self.spawner.started()
    }
}
