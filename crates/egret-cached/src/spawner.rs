//! The spawner: a process that forks workers on demand. It has one thread and the rights with which the daemon was
//! started.
//!
//! The daemon forks it before starting threads, dropping rights and confining itself. The spawner reads orders of fixed
//! size from a packet socket, and answers with a worker's process id and one end of the worker's socket. It ends with
//! the daemon.
use crate::sys::{process, socket};
use crate::worker;
use namecache_wire::bytes::u32_at;
use std::fs;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;

const START: u8 = 1;
const KILL: u8 = 2;

/// The uid and gid with which a worker runs; `None` for those of the spawner.
pub(crate) type RunAs = Option<(u32, u32)>;

/// The daemon's end of the spawner's socket.
pub(crate) struct Spawner {
    orders: OwnedFd,
}

/// A worker that was started.
pub(crate) struct Started {
    /// Its process id.
    pub(crate) pid: i32,
    /// The uid and gid that it runs as.
    pub(crate) run_as: RunAs,
    /// The daemon's end of its socket.
    pub(crate) stream: UnixStream,
}

fn order(op: u8, run_as: RunAs, pid: i32) -> [u8; 16] {
    let mut o = [0; 16];
    o[0] = op;
    if let Some((uid, gid)) = run_as {
        o[1] = 1;
        o[4..8].copy_from_slice(&uid.to_le_bytes());
        o[8..12].copy_from_slice(&gid.to_le_bytes());
    }
    o[12..].copy_from_slice(&pid.to_le_bytes());
    o
}

fn run_as(order: &[u8]) -> RunAs {
    if order.get(1) == Some(&1) { Some((u32_at(order, 4)?, u32_at(order, 8)?)) } else { None }
}

impl Spawner {
    /// Forks the spawner. The process must have one thread. `stderr` replaces the standard error of the spawner and its
    /// workers.
    pub(crate) fn start(stderr: Option<&OwnedFd>) -> io::Result<Spawner> {
        let (near, far) = socket::packet_pair()?;
        if process::fork()?.is_none() {
            if let Some(null) = stderr {
                // On failure, the starter's pipe stays open, but the daemon works.
                let _ = process::leave_stderr(null);
            }
            process::close_all_but(far.as_raw_fd());
            process::end_with_parent();
            process::ignore_terminal();
            serve(&far);
            process::leave();
        }
        socket::set_nonblocking(&near)?;
        Ok(Spawner { orders: near })
    }

    /// Orders a worker; [`started`](Self::started) returns it later.
    pub(crate) fn start_worker(&self, run_as: RunAs) -> io::Result<()> {
        socket::send(&self.orders, &order(START, run_as, 0))
    }

    /// Orders the spawner to kill a worker. The daemon itself may lack the right to do so.
    pub(crate) fn kill_worker(&self, pid: i32) -> io::Result<()> {
        socket::send(&self.orders, &order(KILL, None, pid))
    }

    /// Returns the next worker that was started. `Ok(None)` if there is none; the inner error names the user of a
    /// worker that could not be started.
    pub(crate) fn started(&self) -> io::Result<Option<Result<Started, RunAs>>> {
        let mut answer = [0u8; 16];
        match socket::receive_with(&self.orders, &mut answer) {
            Ok((16, Some(fd))) => {
                socket::set_nonblocking(&fd)?;
                let stream = UnixStream::from(fd);
                let pid = u32_at(&answer, 12).unwrap_or(0).cast_signed();
                Ok(Some(Ok(Started { pid, run_as: run_as(&answer), stream })))
            }
            Ok((16, None)) => Ok(Some(Err(run_as(&answer)))),
            Ok(_) => Err(io::Error::other("the spawner has ended")),
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => Ok(None),
            Err(e) => Err(e),
        }
    }
}

impl AsFd for Spawner {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.orders.as_fd()
    }
}

fn serve(orders: &OwnedFd) {
    let mut workers: Vec<i32> = Vec::new();
    loop {
        let mut request = [0u8; 16];
        let Ok((16, _)) = socket::receive_with(orders, &mut request) else { return };
        match request[0] {
            START => {
                if start_worker(orders, &request, &mut workers).is_err() {
                    // An answer without a descriptor tells the daemon that there is no worker.
                    let _ = socket::send(orders, &order(START, run_as(&request), -1));
                }
            }
            KILL => {
                let pid = u32_at(&request, 12).unwrap_or(0).cast_signed();
                // Kill only processes that this spawner has forked, whatever the order says.
                if let Some(i) = workers.iter().position(|w| *w == pid) {
                    process::kill(pid);
                    workers.swap_remove(i);
                }
            }
            _ => return,
        }
    }
}

fn start_worker(orders: &OwnedFd, request: &[u8], workers: &mut Vec<i32>) -> io::Result<()> {
    let (near, far) = UnixStream::pair()?;
    let who = run_as(request);
    let Some(pid) = process::fork()? else {
        process::close_all_but(far.as_raw_fd());
        process::end_with_parent();
        process::reap_by_hand();
        if who.is_none_or(|(uid, gid)| process::become_user(uid, gid).is_ok()) {
            // Each worker reads the file itself, so that new workers see changes.
            let nsswitch = fs::read_to_string("/etc/nsswitch.conf").unwrap_or_default();
            worker::run(far, &nsswitch);
        }
        process::leave();
    };
    workers.push(pid);
    if workers.len() > 1024 {
        workers.remove(0);
    }
    socket::send_with(orders, &order(START, who, pid), near.as_fd()).map(|_| ())
}
