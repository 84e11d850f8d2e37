//! Why a run ends early.
use capture::{FilterError, SourceError};
use logging::LogError;
/// How scripts ended the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScriptEnd {
    /// By `exit`, `terminate`, or an error that was reported; with the program's exit status.
    #[error("scripts ended the run with status {0}")]
    Exit(u8),
    /// By errors before or in `zeek_init`.
    #[error("errors occurred while initializing")]
    Initializing,
}

impl ScriptEnd {
    /// The program's exit status.
    #[must_use]
    pub const fn status(self) -> u8 {
        match self {
            ScriptEnd::Exit(status) => status,
            ScriptEnd::Initializing => 1,
        }
    }
}

/// Why a run could not start.
#[derive(Debug)]
pub enum StartError {
    /// Scripts ended the run.
    Scripts(ScriptEnd),
    /// Scripts declare an event with other parameters than this program raises it with.
    Event(String),
}

impl From<ScriptEnd> for StartError {
    fn from(e: ScriptEnd) -> Self {
        StartError::Scripts(e)
    }
}

/// Why a run ended early. Everything up to that point is logged. [`source`](std::error::Error::source) has the system's error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The capture or interface failed.
    #[error("{}", if matches!(.0, SourceError::File(_)) { "reading the capture" } else { "capturing" })]
    Capture(#[source] SourceError),
    /// The capture file that is written failed.
    #[error("writing packets")]
    Writer(#[source] capture::Error),
    /// The packet filter is invalid or failed.
    #[error("the filter")]
    Filter(#[source] FilterError),
    /// A log could not be written.
    #[error("writing a log")]
    Log(#[source] LogError),
    /// Scripts ended the run.
    #[error("{0}")]
    Scripts(ScriptEnd),
    /// A worker ended early. Its own error says why, if it could report one.
    #[error("a worker ended early")]
    Worker,
}

impl From<ScriptEnd> for RunError {
    fn from(e: ScriptEnd) -> Self {
        RunError::Scripts(e)
    }
}
