//! Programs that scripts run and read from.
//!
//! Each pipe has a thread, so the run never waits for one. Blocks pass through a short queue: a program that prints faster
//! than scripts read is held up.
use crate::sys::signals::spawn_blocked;
use outside::{Child, Exit, Pipe, Pipes};
use rustix::process::{Pid, Signal, kill_process_group};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, sync_channel};
use std::thread::Builder;

/// Bytes read from a pipe at a time.
const BLOCK: usize = 1 << 16;
/// Blocks that a queue holds.
const QUEUE: usize = 16;

/// A running program.
pub(super) struct Program {
    child: std::process::Child,
    stdin: Option<SyncSender<Vec<u8>>>,
    stdout: Receiver<Vec<u8>>,
    stderr: Option<Receiver<Vec<u8>>>,
}

impl Program {
    pub(super) fn start(mut command: Command, pipes: Pipes) -> io::Result<Self> {
        let piped = |wanted: bool| if wanted { Stdio::piped() } else { Stdio::null() };
        command.process_group(0).stdin(piped(pipes.stdin)).stdout(Stdio::piped()).stderr(piped(pipes.stderr));
        let mut child = command.spawn()?;
        let missing = || io::Error::from(ErrorKind::BrokenPipe);
        let stdout = reading(child.stdout.take().ok_or_else(missing)?)?;
        let stderr = child.stderr.take().map(reading).transpose()?;
        let stdin = child.stdin.take().map(writing).transpose()?;
        Ok(Program { child, stdin, stdout, stderr })
    }
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
        let Some(status) = self.child.try_wait()? else { return Ok(None) };
        let (code, by_signal) = match status.code() {
            Some(code) => (code, false),
            None => (status.signal().unwrap_or(0), true),
        };
        Ok(Some(Exit { code: u64::try_from(code).unwrap_or(0), by_signal }))
    }

    fn stop(&mut self, hard: bool) {
        let group = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        // Once it has been waited for, its number may belong to another process.
        let Some(group) = group.filter(|_| matches!(self.child.try_wait(), Ok(None))) else { return };
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
