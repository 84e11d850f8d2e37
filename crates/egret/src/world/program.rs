//! Programs that scripts run and read from.
//!
//! Each pipe has a thread, so the run never blocks on one. Blocks pass through a short queue: a program that prints
//! faster than scripts read is slowed down.
use crate::sandbox::Starter;
use crate::sandbox::programs::{Order, number};
use crate::sys::signals::{spawn_blocked, unblocked};
use outside::{Child, Exit, Pipe, Pipes};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process_group};
use std::fs::OpenOptions;
use std::io::{self, ErrorKind, PipeReader, Read, Write, pipe};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, sync_channel};
use std::thread::Builder;

/// Bytes read from a pipe at a time.
const BLOCK: usize = 1 << 16;
/// Blocks that a queue holds.
const QUEUE: usize = 16;

/// A command for the shell.
pub(super) struct Launch<'a> {
    /// How it is started.
    pub(super) starter: Starter<'a>,
    /// The command.
    pub(super) command: &'a str,
    /// Variables of its environment beside those of the run.
    pub(super) variables: Vec<(&'a str, &'a str)>,
}

/// The process of a command.
enum Process {
    /// A child of this process.
    Own(std::process::Child),
    /// A child of the helper, which reports its end through a pipe that never blocks.
    Helped { id: u32, reports: PipeReader, ended: Option<ExitStatus> },
}

impl Launch<'_> {
    /// Starts it in its own process group, with threads for its pipes.
    pub(super) fn start(&self, pipes: Pipes) -> io::Result<Program> {
        let (stdout, theirs) = pipe()?;
        let (stdin, input) =
            if pipes.stdin { pipe().map(|(r, w)| (Some(r), Some(w)))? } else { (None, None) };
        let (stderr, errors) =
            if pipes.stderr { pipe().map(|(r, w)| (Some(r), Some(w)))? } else { (None, None) };
        let input_end = stdin.map_or_else(null, |p| Ok(p.into()))?;
        let error_end = errors.map_or_else(null, |p| Ok(p.into()))?;
        let process = self.spawn(true, [input_end, theirs.into(), error_end])?;
        Ok(Program {
            process,
            stdin: input.map(writing).transpose()?,
            stdout: reading(stdout)?,
            stderr: stderr.map(reading).transpose()?,
        })
    }

    /// Runs it with the standard streams of this process and waits for its end.
    pub(super) fn run(&self) -> io::Result<ExitStatus> {
        let own = |fd: BorrowedFd<'_>| fd.try_clone_to_owned();
        let streams = [own(io::stdin().as_fd())?, own(io::stdout().as_fd())?, own(io::stderr().as_fd())?];
        self.spawn(false, streams)?.wait()
    }

    /// Runs it, feeds it input and waits for its end. Returns whether it took all of the input.
    pub(super) fn run_with_input(&self, input: &[u8]) -> io::Result<bool> {
        let own = |fd: BorrowedFd<'_>| fd.try_clone_to_owned();
        let (stdin, mut to) = pipe()?;
        let streams = [stdin.into(), own(io::stdout().as_fd())?, own(io::stderr().as_fd())?];
        let process = self.spawn(false, streams)?;
        let taken = to.write_all(input).is_ok();
        drop(to);
        process.wait()?;
        Ok(taken)
    }

    fn spawn(&self, own_group: bool, [stdin, stdout, stderr]: [OwnedFd; 3]) -> io::Result<Process> {
        match self.starter {
            Starter::Forbidden => {
                Err(io::Error::new(ErrorKind::PermissionDenied, "programs are forbidden (--no-programs)"))
            }
            Starter::Helper(helper) => {
                let order = Order { command: self.command, variables: self.variables.clone(), own_group };
                let started = helper.start(&order, [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()])?;
                Ok(Process::Helped {
                    id: started.id.cast_unsigned(),
                    reports: started.into_reports(),
                    ended: None,
                })
            }
            Starter::Own => {
                let mut shell = Command::new("/bin/sh");
                shell.arg("-c").arg(self.command).envs(self.variables.iter().copied());
                if own_group {
                    shell.process_group(0);
                }
                shell.stdin(stdin).stdout(stdout).stderr(stderr);
                Ok(Process::Own(unblocked(&mut shell).spawn()?))
            }
        }
    }
}

fn null() -> io::Result<OwnedFd> {
    Ok(OpenOptions::new().read(true).write(true).open("/dev/null")?.into())
}

impl Process {
    fn id(&self) -> u32 {
        match self {
            Process::Own(child) => child.id(),
            Process::Helped { id, .. } => *id,
        }
    }

    /// Waits for the end.
    fn wait(self) -> io::Result<ExitStatus> {
        match self {
            Process::Own(mut child) => child.wait(),
            Process::Helped { ended: Some(status), .. } => Ok(status),
            Process::Helped { mut reports, .. } => number(&mut reports).map(ExitStatus::from_raw),
        }
    }

    /// How it ended, if it has.
    fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        match self {
            Process::Own(child) => child.try_wait(),
            Process::Helped { reports, ended, .. } => {
                if ended.is_none() && is_readable(reports)? {
                    *ended = Some(ExitStatus::from_raw(number(reports)?));
                }
                Ok(*ended)
            }
        }
    }
}

/// Whether a read would not block.
fn is_readable(pipe: &PipeReader) -> io::Result<bool> {
    let mut fds = [PollFd::new(pipe, PollFlags::IN)];
    Ok(poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }))? > 0)
}

/// A running program.
pub(super) struct Program {
    process: Process,
    stdin: Option<SyncSender<Vec<u8>>>,
    stdout: Receiver<Vec<u8>>,
    stderr: Option<Receiver<Vec<u8>>>,
}

/// Starts a thread that reads a pipe to its end.
fn reading(mut pipe: impl Read + Send + 'static) -> io::Result<Receiver<Vec<u8>>> {
    let (to, blocks) = sync_channel(QUEUE);
    spawn_blocked(Builder::new().name("output".into()), move || {
        let mut block = vec![0; BLOCK];
        loop {
            match pipe.read(&mut block) {
                Ok(0) => return,
                Ok(n) => {
                    if to.send(block[..n].to_vec()).is_err() {
                        return;
                    }
                }
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    })?;
    Ok(blocks)
}

/// Starts a thread that writes blocks to a pipe, until either end closes.
fn writing(mut pipe: impl Write + Send + 'static) -> io::Result<SyncSender<Vec<u8>>> {
    let (to, blocks) = sync_channel::<Vec<u8>>(QUEUE);
    spawn_blocked(Builder::new().name("input".into()), move || {
        for block in blocks {
            if pipe.write_all(&block).is_err() {
                return;
            }
        }
    })?;
    Ok(to)
}

impl Child for Program {
    fn read(&mut self, pipe: Pipe) -> io::Result<Vec<u8>> {
        let blocks = match pipe {
            Pipe::Stdout => Some(&self.stdout),
            Pipe::Stderr => self.stderr.as_ref(),
        };
        match blocks.map(Receiver::try_recv) {
            Some(Ok(block)) => Ok(block),
            Some(Err(TryRecvError::Empty)) => Err(ErrorKind::WouldBlock.into()),
            Some(Err(TryRecvError::Disconnected)) | None => Ok(Vec::new()),
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let piece = &bytes[..bytes.len().min(BLOCK)];
        let Some(to) = &self.stdin else { return Err(ErrorKind::BrokenPipe.into()) };
        match to.try_send(piece.to_vec()) {
            Ok(()) => Ok(piece.len()),
            Err(TrySendError::Full(_)) => Err(ErrorKind::WouldBlock.into()),
            Err(TrySendError::Disconnected(_)) => Err(io::Error::from_raw_os_error(32)),
        }
    }

    fn close_stdin(&mut self) {
        self.stdin = None;
    }

    fn ended(&mut self) -> io::Result<Option<Exit>> {
        let Some(status) = self.process.try_wait()? else { return Ok(None) };
        let (code, by_signal) = match status.code() {
            Some(code) => (code, false),
            None => (status.signal().unwrap_or(0), true),
        };
        Ok(Some(Exit { code: u64::try_from(code).unwrap_or(0), by_signal }))
    }

    fn stop(&mut self, hard: bool) {
        let group = i32::try_from(self.process.id()).ok().and_then(Pid::from_raw);
        // Once the process was waited for, its number may belong to another one.
        let Some(group) = group.filter(|_| matches!(self.process.try_wait(), Ok(None))) else { return };
        let mut signals = vec![Signal::TERM];
        if hard {
            signals.push(Signal::KILL);
        }
        for s in signals {
            // It may have ended in the meantime.
            let _ = kill_process_group(group, s);
        }
    }
}
