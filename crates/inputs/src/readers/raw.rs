//! The reader of records between separators, from a file or from a command's output.
//!
//! A source that ends in `|` is a shell command. Its settings: `stdin` is its standard input; `read_stderr` also reads
//! its standard error, and a second column tells which records come from there; `force_kill` ends it with SIGKILL. For
//! a file, `offset` is where reading starts; a negative offset counts from the end, which is -1.
use super::records::Records;
use super::{MESSAGES, Mode, Reader, Request, Settings, Step};
use crate::item::Item;
use crate::outbox::{Delivery, Outbox};
use outside::{Child, FileStamp, Pipe, Pipes, Readable, Sources, system_error};
use std::io::{ErrorKind, Read, SeekFrom};
use value::{Str, Type};

/// The size of one read in bytes.
const BLOCK: usize = 1 << 16;

pub(super) struct Raw {
    request: Request,
    separator: Vec<u8>,
    /// The command, if the source is one.
    command: Option<String>,
    stdin: Vec<u8>,
    written: usize,
    force_kill: bool,
    with_stderr: bool,
    offset: i64,
    file: Option<Box<dyn Readable>>,
    stamp: Option<FileStamp>,
    child: Option<Box<dyn Child>>,
    output: Records,
    errors: Records,
}

impl Raw {
    pub(super) fn new(request: Request, settings: &Settings<'_>) -> Self {
        let has = |key: &str| request.config.contains_key(key);
        let command = request.source.strip_suffix('|').map(str::to_owned);
        let executes = command.is_some();
        Raw {
            separator: settings.bytes("InputRaw::record_separator"),
            stdin: request.config.get("stdin").cloned().unwrap_or_default(),
            written: 0,
            force_kill: executes && has("force_kill"),
            with_stderr: executes && has("read_stderr"),
            offset: 0,
            command,
            file: None,
            stamp: None,
            child: None,
            output: Records::default(),
            errors: Records::default(),
            request,
        }
    }

    /// Checks the stream's description. Returns an error message if it is invalid.
    fn fault(&mut self) -> Option<String> {
        let executes = self.command.is_some();
        if let Some(offset) = self.request.config.get("offset") {
            if executes || self.request.mode == Mode::Reread {
                return Some(
                    "Offset only is supported for MODE_STREAM and MODE_MANUAL; it is also not supported when executing a command"
                        .to_owned(),
                );
            }
            self.offset = std::str::from_utf8(offset).ok().and_then(|t| t.trim().parse().ok()).unwrap_or(0);
        }
        let expected = if self.with_stderr { 2 } else { 1 };
        if self.request.columns.len() != expected {
            return Some(format!(
                "Filter for raw reader contains wrong number of fields -- got {}, expected {expected}. Filters for the raw reader contain one string field when used in normal mode and one string and one bool fields when using execute mode with stderr capturing. Filter ignored.",
                self.request.columns.len()
            ));
        }
        let ty = |at: usize| self.request.columns.get(at).map(|c| &c.ty);
        if !matches!(ty(0), Some(Type::String)) {
            return Some("First field for raw reader always has to be of type string.".to_owned());
        }
        if self.with_stderr && !matches!(ty(1), Some(Type::Bool)) {
            return Some("Second field for raw reader always has to be of type bool.".to_owned());
        }
        if executes && self.request.mode == Mode::Reread {
            return Some("Rereading only supported for files, not for executables.".to_owned());
        }
        None
    }

    fn open_source(&mut self, world: &mut dyn Sources, outbox: &mut Outbox) -> bool {
        self.output = Records::default();
        self.errors = Records::default();
        match &self.command {
            Some(command) => {
                let pipes = Pipes { stdin: !self.stdin.is_empty(), stderr: self.with_stderr };
                self.written = 0;
                match world.start(command, pipes) {
                    Ok(child) => self.child = Some(child),
                    Err(e) => {
                        outbox.error(format!("Could not spawn child process: {}", system_error(&e)));
                        return false;
                    }
                }
                true
            }
            None => self.open_file(world, outbox),
        }
    }

    fn open_file(&mut self, world: &mut dyn Sources, outbox: &mut Outbox) -> bool {
        let path = &self.request.source;
        let mut file = match world.open_to_read(path) {
            Ok(f) => f,
            // A file that the stream follows may appear later.
            Err(_) if self.request.mode == Mode::Stream => return true,
            Err(_) => {
                outbox.error(format!("Init: cannot open {path}"));
                return false;
            }
        };
        self.stamp = world.stamp(path).ok();
        if self.offset != 0 {
            let to = match u64::try_from(self.offset) {
                Ok(from_start) => SeekFrom::Start(from_start),
                Err(_) => SeekFrom::End(self.offset.saturating_add(1)),
            };
            if let Err(e) = file.seek(to) {
                outbox.error(format!("Seek failed in init: {}", system_error(&e)));
            }
        }
        self.file = Some(file);
        true
    }

    /// Starts over if the file was replaced by another of the same name.
    fn follow(&mut self, world: &mut dyn Sources) {
        let path = &self.request.source;
        let Ok(stamp) = world.stamp(path) else { return };
        if self.file.is_some() && self.stamp.is_some_and(|s| s.same_file(&stamp)) {
            return;
        }
        if let Ok(f) = world.open_to_read(path) {
            self.file = Some(f);
            self.stamp = Some(stamp);
            self.offset = 0;
            self.output = Records::default();
        }
    }

    /// Delivers records. Returns whether the reader must pause.
    fn hand_on(&mut self, outbox: &mut Outbox) -> bool {
        let with_stderr = self.with_stderr;
        for (records, is_error) in [(&mut self.output, false), (&mut self.errors, true)] {
            while let Some(r) = records.next(&self.separator) {
                let mut items = vec![Item::String(Str::new(r))];
                if with_stderr {
                    items.push(Item::Bool(is_error));
                }
                outbox.put(items);
                if outbox.waiting() >= MESSAGES {
                    return true;
                }
            }
        }
        false
    }

    fn read_file(&mut self, outbox: &mut Outbox) -> Step {
        let mut block = vec![0; BLOCK];
        loop {
            if self.hand_on(outbox) {
                return Step::More;
            }
            let Some(file) = &mut self.file else { break };
            match file.read(&mut block) {
                Ok(0) => break,
                Ok(n) => {
                    self.output.ended = false;
                    self.output.push(block.get(..n).unwrap_or_default());
                }
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) => {
                    outbox.error(format!(
                        "Reader encountered unexpected error code {}",
                        e.raw_os_error().unwrap_or(0)
                    ));
                    return Step::Done;
                }
            }
        }
        // The rest at the end of a file counts as a record, even if more of it is written later.
        self.output.ended = true;
        if self.hand_on(outbox) {
            return Step::More;
        }
        if self.request.mode != Mode::Stream {
            outbox.end_of_pass();
        }
        Step::Done
    }

    fn feed(&mut self, outbox: &mut Outbox) {
        let Some(child) = &mut self.child else { return };
        while let Some(rest) = self.stdin.get(self.written..).filter(|r| !r.is_empty()) {
            match child.write(rest) {
                Ok(n) => self.written += n,
                Err(e) if e.kind() == ErrorKind::WouldBlock => return,
                Err(e) => {
                    outbox.error(format!(
                        "Writing to child process stdin failed: {}. Stopping writing at position {}",
                        e.raw_os_error().unwrap_or(0),
                        self.written
                    ));
                    self.written = self.stdin.len();
                }
            }
        }
        child.close_stdin();
    }

    /// Reads from a pipe. Returns whether it may have more.
    fn take(child: &mut dyn Child, pipe: Pipe, records: &mut Records) -> bool {
        if records.ended {
            return false;
        }
        match child.read(pipe) {
            Ok(bytes) if bytes.is_empty() => {
                records.ended = true;
                false
            }
            Ok(bytes) => {
                records.push(&bytes);
                true
            }
            Err(e) if e.kind() == ErrorKind::WouldBlock => false,
            Err(_) => {
                records.ended = true;
                false
            }
        }
    }

    fn read_child(&mut self, outbox: &mut Outbox) -> Step {
        self.feed(outbox);
        loop {
            if self.hand_on(outbox) {
                return Step::More;
            }
            let Some(child) = &mut self.child else { return Step::Done };
            if !self.with_stderr {
                self.errors.ended = true;
            }
            let more = Self::take(&mut **child, Pipe::Stdout, &mut self.output);
            if !(Self::take(&mut **child, Pipe::Stderr, &mut self.errors) || more) {
                break;
            }
        }
        if self.hand_on(outbox) {
            return Step::More;
        }
        if !self.output.ended {
            return Step::Later;
        }
        let Some(child) = &mut self.child else { return Step::Done };
        let Ok(Some(exit)) = child.ended() else { return Step::Later };
        // A child process that inherited the pipe may keep it open after the program has ended.
        if !self.errors.ended {
            self.errors.ended = true;
            if self.hand_on(outbox) {
                return Step::More;
            }
        }
        self.child = None;
        if self.request.mode != Mode::Stream {
            outbox.end_of_pass();
        }
        if exit.by_signal {
            outbox.error(format!("Child process exited due to signal {}", exit.code));
        } else if exit.code != 0 {
            outbox.error(format!("Child process exited with non-zero return code {}", exit.code));
        }
        if self.request.mode == Mode::Stream {
            outbox.end_of_pass();
        }
        outbox.say(Delivery::Finished { code: exit.code, by_signal: exit.by_signal });
        if self.request.mode == Mode::Stream {
            outbox.disable();
        }
        Step::Done
    }
}

impl Reader for Raw {
    fn open(&mut self, world: &mut dyn Sources, outbox: &mut Outbox) -> Step {
        if self.request.source.is_empty() {
            outbox.error("No source path provided");
            return Step::Failed;
        }
        if let Some(fault) = self.fault() {
            outbox.error(fault);
            return Step::Failed;
        }
        if !self.open_source(world, outbox) {
            return Step::Failed;
        }
        self.read_on(world, outbox)
    }

    fn update(&mut self, world: &mut dyn Sources, outbox: &mut Outbox) -> Step {
        match self.request.mode {
            Mode::Reread => {
                let path = &self.request.source;
                let Ok(stamp) = world.stamp(path) else {
                    outbox.error(format!("Could not get stat for {path}"));
                    return Step::Failed;
                };
                if self.stamp.replace(stamp) == Some(stamp) {
                    return Step::Done;
                }
                if !self.open_source(world, outbox) {
                    return Step::Failed;
                }
            }
            Mode::Manual => {
                if !self.open_source(world, outbox) {
                    return Step::Failed;
                }
            }
            Mode::Stream if self.command.is_none() => self.follow(world),
            Mode::Stream => {}
        }
        self.read_on(world, outbox)
    }

    fn read_on(&mut self, _: &mut dyn Sources, outbox: &mut Outbox) -> Step {
        if self.command.is_some() { self.read_child(outbox) } else { self.read_file(outbox) }
    }

    fn wants_update(&mut self) -> bool {
        self.request.mode != Mode::Manual
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            child.stop(self.force_kill);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Records;

    fn check(separator: &[u8], pieces: &[&[u8]], expected: &[&[u8]]) {
        let mut r = Records::default();
        let mut got: Vec<Vec<u8>> = Vec::new();
        for piece in pieces {
            r.push(piece);
            while let Some(one) = r.next(separator) {
                got.push(one.to_vec());
            }
        }
        r.ended = true;
        while let Some(one) = r.next(separator) {
            got.push(one.to_vec());
        }
        assert_eq!(got, expected);
    }

    #[test]
    fn records_across_reads() {
        check(b"\n", &[b"a\nb\n"], &[b"a", b"b"]);
        check(b"\n", &[b"a", b"b\n\nc"], &[b"ab", b"", b"c"]);
        check(b"--", &[b"a-", b"-b--", b"-c"], &[b"a", b"b", b"-c"]);
        check(b"--", &[b"a", b"-", b"-"], &[b"a"]);
        check(b"", &[b"a", b"b"], &[b"ab"]);
    }
}
