//! Programs that a run starts through the shell.
use std::io;

/// Starts shell commands.
pub trait Programs {
    /// Starts a command in its own process group.
    ///
    /// # Errors
    /// The system's error.
    fn start(&mut self, command: &str, pipes: Pipes) -> io::Result<Box<dyn Child>>;
    /// Runs a command in the background, its output sent to the standard error. Returns the shell's status.
    fn run_in_background(&mut self, command: &str, env: &[(String, String)]) -> i64;
    /// Runs a command, feeds it input and waits for it to end. Returns whether it took all of the input.
    ///
    /// # Errors
    /// The system's error.
    fn run_with_input(&mut self, command: &str, input: &[u8]) -> io::Result<bool>;
}

/// Which pipes to a command are opened besides its standard output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pipes {
    /// Its standard input. Without it, the command reads nothing.
    pub stdin: bool,
    /// Its standard error. Without it, errors are discarded.
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

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exit {
    /// Its exit status, or the number of the signal that ended it.
    pub code: u64,
    /// Whether a signal ended it.
    pub by_signal: bool,
}

/// A running command. No call blocks: one that would have to returns [`io::ErrorKind::WouldBlock`].
pub trait Child {
    /// Reads from a pipe. Empty at its end.
    ///
    /// # Errors
    /// [`io::ErrorKind::WouldBlock`] if nothing has arrived yet, or the system's error.
    fn read(&mut self, pipe: Pipe) -> io::Result<Vec<u8>>;
    /// Writes to the standard input. Returns how many bytes were taken.
    ///
    /// # Errors
    /// As [`Child::read`].
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize>;
    /// Closes the standard input.
    fn close_stdin(&mut self);
    /// How it ended; `None` while it runs.
    ///
    /// # Errors
    /// The system's error.
    fn ended(&mut self) -> io::Result<Option<Exit>>;
    /// Asks the command and everything that it started to end; `hard` also kills them.
    fn stop(&mut self, hard: bool);
}
