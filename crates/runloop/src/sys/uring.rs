//! io_uring(7) as a poller. Each descriptor has one poll request in the kernel, and completions appear in shared
//! memory. Checking for a completion costs three loads; rearming a descriptor is part of the next call.
//!
//! If the kernel supports it (Linux 5.19), the kernel does not interrupt the loop's processor: it only sets a flag in
//! that memory and completes the request at the next call. Such an interrupt takes 20 µs on a virtual machine; the flag
//! shows at the next check.
//!
//! Requests are one-shot: a request for a descriptor that is still ready completes at once, which makes reports
//! level-triggered. Multishot requests would only report changes.
use super::Hint;
use crate::poller::{Event, Interest, Poller, Token, Watched};
use io_uring::types::{Fd, SubmitArgs, Timespec};
use io_uring::{IoUring, cqueue, opcode, squeue};
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, RawFd};
use std::rc::Rc;
use std::time::Duration;

/// The number of requests that can wait for submission.
const REQUESTS: u32 = 256;
/// The size of the completion ring; the kernel keeps further completions (IORING_FEAT_NODROP) and adds them later.
const COMPLETIONS: u32 = 2048;
/// Marks completions to ignore: those of cancellations.
const NOBODY: u64 = u64::MAX;

pub(crate) struct Uring {
    ring: Rc<IoUring>,
    watched: Watched<Watch>,
    /// The number of the next request; completions of earlier requests for the same descriptor are stale.
    requests: u32,
    /// The descriptors whose request did not fit into the ring.
    waiting: Vec<RawFd>,
    /// The number of requests that were written but not submitted.
    written: u32,
}

struct Watch {
    token: Token,
    interest: Interest,
    /// The request that the kernel holds.
    request: Option<u32>,
}

/// Whether the kernel has completed a request, or would if it were called.
#[inline]
pub(super) fn has_completions(ring: &IoUring) -> bool {
    // SAFETY: the ring is shared through `Rc`, so within one thread; no other view of the completion queue lives at
    // this point, since every function of this module drops its view before it returns.
    let queue = unsafe { ring.completion_shared() };
    !queue.is_empty() || is_called_for(ring)
}

/// Whether the kernel must be called to complete a request.
#[inline]
fn is_called_for(ring: &IoUring) -> bool {
    // SAFETY: as above, of the submission queue.
    let queue = unsafe { ring.submission_shared() };
    queue.taskrun()
}

/// Opens a ring that does not interrupt its owner, if the kernel supports that.
fn ring() -> io::Result<IoUring> {
    let mut builder = IoUring::builder();
    builder.setup_cqsize(COMPLETIONS);
    let (plain, quiet) = (builder.clone(), builder.setup_coop_taskrun().setup_taskrun_flag());
    match quiet.build(REQUESTS) {
        Err(e) if e.raw_os_error() == Some(libc::EINVAL) => plain.build(REQUESTS),
        ring => ring,
    }
}

impl Uring {
    pub(crate) fn new() -> io::Result<Self> {
        let ring = ring()?;
        if !ring.params().is_feature_ext_arg() || !ring.params().is_feature_nodrop() {
            let message = "io_uring of this kernel lacks timeouts of waits (Linux 5.11)";
            return Err(io::Error::new(io::ErrorKind::Unsupported, message));
        }
        let (watched, waiting) = (Watched::default(), Vec::new());
        Ok(Uring { ring: Rc::new(ring), watched, requests: 0, waiting, written: 0 })
    }

    /// Writes the poll request for a descriptor, unless the kernel holds one.
    fn request(&mut self, fd: RawFd) -> io::Result<()> {
        let Some(watch) = self.watched.find(fd) else { return Ok(()) };
        if watch.request.is_some() {
            return Ok(());
        }
        let mut mask = 0;
        if watch.interest.reads() {
            mask |= libc::POLLIN | libc::POLLRDHUP;
        }
        if watch.interest.writes() {
            mask |= libc::POLLOUT;
        }
        self.requests = self.requests.wrapping_add(1);
        watch.request = Some(self.requests);
        let data = u64::from(self.requests) << 32 | u64::from(fd.cast_unsigned());
        let mask = u32::from(mask.cast_unsigned());
        self.push(&opcode::PollAdd::new(Fd(fd), mask).build().user_data(data))
    }

    /// Cancels the request that the kernel holds for a descriptor.
    fn take_back(&mut self, fd: RawFd, request: u32) -> io::Result<()> {
        let data = u64::from(request) << 32 | u64::from(fd.cast_unsigned());
        self.push(&opcode::PollRemove::new(data).build().user_data(NOBODY))?;
        // Submit at once, because the caller may close the descriptor and its number may be used again.
        self.submit()
    }

    fn push(&mut self, entry: &squeue::Entry) -> io::Result<()> {
        for _ in 0..2 {
            // SAFETY: no other view of the submission queue lives (one thread, each function drops its own). A poll
            // request refers to no memory of ours, so nothing must outlive it.
            let pushed = unsafe { self.ring.submission_shared().push(entry) };
            if pushed.is_ok() {
                self.written += 1;
                return Ok(());
            }
            self.submit()?;
        }
        Err(io::Error::new(io::ErrorKind::StorageFull, "io_uring took no request"))
    }

    fn submit(&mut self) -> io::Result<()> {
        loop {
            match self.ring.submitter().submit() {
                Ok(_) => break,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                // Completions must be collected first; written requests remain.
                Err(e) if e.raw_os_error() == Some(libc::EBUSY) => return Ok(()),
                Err(e) => return Err(e),
            }
        }
        self.written = 0;
        Ok(())
    }

    fn sleep(&mut self, timeout: Option<Duration>) -> io::Result<()> {
        let spec = timeout.map(|t| Timespec::new().sec(t.as_secs()).nsec(t.subsec_nanos()));
        let mut args = SubmitArgs::new();
        if let Some(spec) = &spec {
            args = args.timespec(spec);
        }
        match self.ring.submitter().submit_with_args(1, &args) {
            Ok(_) => self.written = 0,
            Err(e) => match e.raw_os_error() {
                // The requests were submitted before the wait began.
                Some(libc::ETIME | libc::EINTR) => self.written = 0,
                Some(libc::EBUSY) => {}
                _ => return Err(e),
            },
        }
        Ok(())
    }

    fn collect(&mut self, events: &mut Vec<Event>) {
        // SAFETY: one thread; this is the only view of the completion queue until it is dropped below.
        let mut queue = unsafe { self.ring.completion_shared() };
        for c in &mut queue {
            report(&mut self.watched, &c, events);
        }
    }
}

fn report(watched: &mut Watched<Watch>, c: &cqueue::Entry, events: &mut Vec<Event>) {
    let (request, fd) = ((c.user_data() >> 32) as u32, c.user_data() as u32 as RawFd);
    if c.user_data() == NOBODY {
        return;
    }
    let Some(watch) = watched.find(fd).filter(|w| w.request == Some(request)) else { return };
    watch.request = None;
    // The descriptor was closed, so there is an error instead of a mask: the owner's read will fail.
    let mask = if c.result() < 0 { i32::from(libc::POLLERR) } else { c.result() };
    let has = |bits: libc::c_short| mask & i32::from(bits) != 0;
    let trouble = has(libc::POLLHUP) || has(libc::POLLERR);
    let (read, write) = (watch.interest.reads(), watch.interest.writes());
    events.push(Event {
        token: watch.token,
        fd,
        readable: read && (trouble || has(libc::POLLIN) || has(libc::POLLRDHUP)),
        writable: write && (trouble || has(libc::POLLOUT)),
    });
}

impl Poller for Uring {
    fn name(&self) -> &'static str {
        "io_uring"
    }

    fn add(&mut self, fd: BorrowedFd<'_>, token: Token, interest: Interest) -> io::Result<()> {
        let fd = fd.as_raw_fd();
        self.watched.add(fd, Watch { token, interest, request: None })?;
        self.request(fd)
    }

    fn modify(&mut self, fd: BorrowedFd<'_>, interest: Interest) -> io::Result<()> {
        let fd = fd.as_raw_fd();
        let watch = self.watched.known(fd)?;
        watch.interest = interest;
        if let Some(request) = watch.request.take() {
            self.take_back(fd, request)?;
        }
        self.request(fd)
    }

    fn remove(&mut self, fd: RawFd) -> io::Result<()> {
        let watch = self.watched.remove(fd)?;
        self.waiting.retain(|&w| w != fd);
        watch.request.map_or(Ok(()), |request| self.take_back(fd, request))
    }

    fn rearm(&mut self, fd: RawFd) {
        if self.watched.find(fd).is_some_and(|w| w.request.is_none()) {
            self.waiting.push(fd);
        }
    }

    fn wait(&mut self, timeout: Option<Duration>, events: &mut Vec<Event>) -> io::Result<()> {
        events.clear();
        while let Some(fd) = self.waiting.pop() {
            self.request(fd)?;
        }
        if timeout != Some(Duration::ZERO) && !has_completions(&self.ring) {
            self.sleep(timeout)?;
        } else if self.written > 0 || is_called_for(&self.ring) {
            self.submit()?;
        }
        self.collect(events);
        Ok(())
    }

    fn hint(&self) -> Hint {
        Hint { ring: Some(Rc::clone(&self.ring)) }
    }
}
