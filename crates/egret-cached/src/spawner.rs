//! The spawner: a process with one thread and the rights that the daemon started with, which forks workers on demand.
//!
//! It is forked before the daemon starts threads, gives up rights and confines itself. It reads fixed-size orders from
//! a packet socket and answers with a worker's id and the daemon's end of its socket. It ends with the daemon.
use crate::sys::{process, socket};
use crate::worker;
use namecache_wire::bytes::u32_at;
use std::fs;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;

const START: u8 = 1;
const KILL: u8 = 2;

/// Whose rights a worker has: uid and gid.
pub(crate) type RunAs = Option<(u32, u32)>;

/// The daemon's end.
pub(crate) struct Spawner {
    orders: OwnedFd,
}

/// A worker that was started.
pub(crate) struct Started {
    /// Its process.
    pub(crate) pid: i32,
    /// Whose rights it has, as it was ordered.
    pub(crate) run_as: RunAs,
    /// Our end of its socket.
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
    /// Forks the spawner. The process must have one thread.
    pub(crate) fn start() -> io::Result<Spawner> {
        let (near, far) = process::packet_pair()?;
        if process::fork()?.is_none() {
            process::close_all_but(far.as_raw_fd());
            process::end_with_parent();
            process::ignore_terminal();
            serve(&far);
            process::leave();
        }
        process::set_nonblocking(&near)?;
        Ok(Spawner { orders: near })
    }

    /// Orders a worker; [`started`](Self::started) will give it.
    pub(crate) fn start_worker(&self, run_as: RunAs) -> io::Result<()> {
        process::send(&self.orders, &order(START, run_as, 0))
    }

    /// Orders a worker's end. The daemon itself may have become a user who may not.
    pub(crate) fn kill_worker(&self, pid: i32) -> io::Result<()> {
        process::send(&self.orders, &order(KILL, None, pid))
    }

    /// The next worker that was started: `Ok(None)` where none was, an order without worker where it failed.
    pub(crate) fn started(&self) -> io::Result<Option<Result<Started, RunAs>>> {
        let mut room = [0u8; 16];
        match socket::receive_with(self.orders.as_raw_fd(), &mut room) {
            Ok((16, Some(fd))) => {
                // By fcntl: the daemon is confined by now, and ioctl is not among what it may call.
                process::set_nonblocking(&fd)?;
                let stream = UnixStream::from(fd);
                let pid = u32_at(&room, 12).unwrap_or(0).cast_signed();
                Ok(Some(Ok(Started { pid, run_as: run_as(&room), stream })))
            }
            Ok((16, None)) => Ok(Some(Err(run_as(&room)))),
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
        let mut room = [0u8; 16];
        let Ok((16, _)) = socket::receive_with(orders.as_raw_fd(), &mut room) else { return };
        match room[0] {
            START => {
                if start_worker(orders, &room, &mut workers).is_err() {
                    // The daemon sees an order without a worker and goes on without.
                    let _ = process::send(orders, &order(START, run_as(&room), -1));
                }
            }
            KILL => {
                let pid = u32_at(&room, 12).unwrap_or(0).cast_signed();
                // Only what was forked here is killed, whatever the order says.
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
            // Read here, by each worker: it is how a change of nsswitch.conf arrives.
            let nsswitch = fs::read_to_string("/etc/nsswitch.conf").unwrap_or_default();
            worker::run(far, &nsswitch);
        }
        process::leave();
    };
    workers.push(pid);
    if workers.len() > 1024 {
        workers.remove(0);
    }
    socket::send_with(orders.as_raw_fd(), &order(START, who, pid), near.as_raw_fd()).map(|_| ())
}
