//! The helper process that starts the programs of scripts for a sandboxed run.
//!
//! It is forked before the sandbox closes. It has the same user as the run and no capabilities, and does nothing but
//! start `/bin/sh -c` with the descriptors that it receives. For each program, a child of the helper reports its
//! process id, waits for it, and then reports its exit status. The helper ends when the run ends, since its socket then
//! closes.
use crate::sys::fork::{Side, fork, leave, reap_by_itself, wait_by_hand};
use crate::sys::signals::{block_all, unblocked};
use rustix::cmsg_space;
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socketpair,
};
use rustix::process::{Resource, Rlimit, setrlimit};
use std::fs::File;
use std::io::{self, ErrorKind, IoSlice, IoSliceMut, PipeReader, PipeWriter, Write as _, pipe};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::Command;
use std::sync::Arc;

/// The most bytes of a command and its variables.
const LONGEST: usize = 128 << 10;
/// Descriptors that a program may open.
const DESCRIPTORS: u64 = 1024;
/// Descriptors in a request: standard input, output and error, and the pipe for reports.
const HANDED: usize = 4;

/// The run's side. Threads may send requests at the same time, since a request is one message.
#[derive(Debug)]
pub(crate) struct Helper(Arc<OwnedFd>);

/// A command for the shell.
pub(crate) struct Order<'a> {
    /// The command.
    pub(crate) command: &'a str,
    /// Variables of its environment beside those of the run.
    pub(crate) variables: Vec<(&'a str, &'a str)>,
    /// Whether it gets its own process group.
    pub(crate) own_group: bool,
}

/// A program that the helper has started.
pub(crate) struct Started {
    /// Its process id.
    pub(crate) id: i32,
    reports: PipeReader,
}

impl Helper {
    /// Forks the helper, which calls `prepare` first. This process must have one thread.
    pub(crate) fn fork(prepare: impl FnOnce() -> anyhow::Result<()>) -> io::Result<Self> {
        let (ours, theirs) =
            socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?;
        match fork()? {
            Side::Parent => Ok(Helper(Arc::new(ours))),
            Side::Child => {
                drop(ours);
                if let Err(e) = prepare().and_then(|()| Ok(limit()?)) {
                    eprintln!("sandbox: the helper for programs: {e:#}");
                    leave(1);
                }
                serve(&theirs);
                leave(0)
            }
        }
    }

    /// Starts a program.
    ///
    /// # Errors
    /// The command is too long, the helper has ended, or the system's error.
    pub(crate) fn start(
        &self,
        order: &Order<'_>,
        [stdin, stdout, stderr]: [BorrowedFd<'_>; 3],
    ) -> io::Result<Started> {
        let message = order.encoded();
        if message.len() > LONGEST {
            return Err(io::Error::new(ErrorKind::ArgumentListTooLong, "the command is too long"));
        }
        let (mut reports, report) = pipe()?;
        let fds = [stdin, stdout, stderr, report.as_fd()];
        let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(HANDED))];
        let mut handed = SendAncillaryBuffer::new(&mut space);
        handed.push(SendAncillaryMessage::ScmRights(&fds));
        sendmsg(&self.0, &[IoSlice::new(&message)], &mut handed, SendFlags::NOSIGNAL)?;
        drop(report);
        let id = number(&mut reports)?;
        if id < 0 { Err(io::Error::from_raw_os_error(-id)) } else { Ok(Started { id, reports }) }
    }
}

impl Order<'_> {
    /// Encodes a byte for the group, then the command and the variables, each preceded by its length.
    fn encoded(&self) -> Vec<u8> {
        let mut out = vec![u8::from(self.own_group)];
        let names = self.variables.iter().flat_map(|(name, value)| [*name, *value]);
        for text in std::iter::once(self.command).chain(names) {
            out.extend((text.len() as u32).to_ne_bytes());
            out.extend(text.as_bytes());
        }
        out
    }
}

impl Started {
    /// The pipe from which the exit status will be read.
    pub(crate) fn into_reports(self) -> PipeReader {
        self.reports
    }
}

/// Reads a number that the helper has written.
pub(crate) fn number(from: &mut impl io::Read) -> io::Result<i32> {
    let mut bytes = [0; 4];
    from.read_exact(&mut bytes)?;
    Ok(i32::from_ne_bytes(bytes))
}

/// Sets the limits of the helper and its programs.
fn limit() -> io::Result<()> {
    let both = |n: u64| Rlimit { current: Some(n), maximum: Some(n) };
    setrlimit(Resource::Core, both(0))?;
    // A lower limit that is already set stays.
    let _ = setrlimit(Resource::Nofile, both(DESCRIPTORS));
    // Terminal signals are for the run; the helper ends with it.
    block_all()?;
    reap_by_itself();
    Ok(())
}

/// Takes requests until the run has ended.
fn serve(requests: &OwnedFd) {
    let mut message = vec![0; LONGEST];
    loop {
        let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(HANDED))];
        let mut handed = RecvAncillaryBuffer::new(&mut space);
        let into = &mut [IoSliceMut::new(&mut message)];
        let len = match recvmsg(requests, into, &mut handed, RecvFlags::CMSG_CLOEXEC) {
            Ok(m) if m.bytes > 0 => m.bytes,
            Err(rustix::io::Errno::INTR) => continue,
            _ => return,
        };
        let fds = handed.drain().flat_map(|m| match m {
            RecvAncillaryMessage::ScmRights(fds) => fds.collect::<Vec<_>>(),
            _ => Vec::new(),
        });
        let Ok([stdin, stdout, stderr, report]) = <[OwnedFd; HANDED]>::try_from(fds.collect::<Vec<_>>())
        else {
            continue;
        };
        let mut report = PipeWriter::from(report);
        match fork() {
            Ok(Side::Parent) => {}
            Ok(Side::Child) => {
                let bytes = message.get(..len).unwrap_or_default();
                // A run that has ended reads no reports.
                drop(attend(bytes, [stdin, stdout, stderr], &mut report));
                leave(0);
            }
            Err(e) => drop(report.write_all(&(-e.raw_os_error().unwrap_or(libc::EAGAIN)).to_ne_bytes())),
        }
    }
}

/// Starts the program of a request and waits for its end.
fn attend(message: &[u8], [stdin, stdout, stderr]: [OwnedFd; 3], report: &mut PipeWriter) -> io::Result<()> {
    wait_by_hand();
    let (own_group, texts) = decoded(message).ok_or(ErrorKind::InvalidData)?;
    let mut texts = texts.into_iter();
    let mut shell = Command::new("/bin/sh");
    shell.arg("-c").arg(texts.next().unwrap_or_default());
    while let (Some(name), Some(value)) = (texts.next(), texts.next()) {
        shell.env(name, value);
    }
    if own_group {
        shell.process_group(0);
    }
    shell.stdin(File::from(stdin)).stdout(File::from(stdout)).stderr(File::from(stderr));
    let spawned = unblocked(&mut shell).spawn();
    // Only the program holds its pipes now.
    drop(shell);
    match spawned {
        Ok(mut child) => {
            report.write_all(&child.id().cast_signed().to_ne_bytes())?;
            let status = child.wait()?;
            report.write_all(&status.into_raw().to_ne_bytes())
        }
        Err(e) => report.write_all(&(-e.raw_os_error().unwrap_or(libc::EIO)).to_ne_bytes()),
    }
}

/// Reverses [`Order::encoded`].
fn decoded(message: &[u8]) -> Option<(bool, Vec<String>)> {
    let (&group, mut rest) = message.split_first()?;
    let mut texts = Vec::new();
    while !rest.is_empty() {
        let (len, after) = rest.split_first_chunk::<4>()?;
        let (text, after) = after.split_at_checked(u32::from_ne_bytes(*len) as usize)?;
        texts.push(String::from_utf8(text.to_vec()).ok()?);
        rest = after;
    }
    Some((group != 0, texts))
}
