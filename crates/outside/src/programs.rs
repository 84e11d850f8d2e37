//! Programs that a run starts through the shell.
use std::io;

/// Starts shell commands.
pub trait Programs {
    /// Starts a command in its own process group.
    ///
    /// # Errors
    /// The system's error.
    fn start(&mut self, command: &str, pipes: Pipes) -> io::Result<Box<dyn Child>>;
    /// Runs a command in the background, with its output sent to the standard error. Returns the shell's exit status.
    fn run_in_background(&mut self, command: &str, env: &[(String, String)]) -> i64;
    /// Runs a command, feeds it input and waits until it ends. Returns whether it read all of the input.
    ///
    /// # Errors
    /// The system's error.
    fn run_with_input(&mut self, command: &str, input: &[u8]) -> io::Result<bool>;
}

/// The pipes to a command besides its standard output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pipes {
    /// Whether to open its standard input. Otherwise it reads nothing.
    pub stdin: bool,
    /// Whether to open its standard error. Otherwise its errors are discarded.
    pub stderr: bool,
}

/// An output of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pipe {
    /// The standard output.
    Stdout,
    /// The standard error.
    Stderr,
}

/// The way a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exit {
    /// Its exit status, or the number of the signal that ended it.
    pub code: u64,
    /// Whether a signal ended it.
    pub by_signal: bool,
}

/// A running command. No call blocks: it returns [`io::ErrorKind::WouldBlock`] instead.
pub trait Child {
    /// Reads from a pipe. Returns nothing at its end.
    ///
    /// # Errors
    /// [`io::ErrorKind::WouldBlock`] if nothing has arrived yet, or the system's error.
    fn read(&mut self, pipe: Pipe) -> io::Result<Vec<u8>>;
    /// Writes to the standard input. Returns the number of bytes written.
    ///
    /// # Errors
    /// As for [`Child::read`].
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize>;
    /// Closes the standard input.
    fn close_stdin(&mut self);
    /// Returns how the command ended; `None` while it runs.
    ///
    /// # Errors
    /// The system's error.
    fn ended(&mut self) -> io::Result<Option<Exit>>;
    /// Asks the command and all processes that it started to end; `hard` also kills them.
    fn stop(&mut self, hard: bool);
}
