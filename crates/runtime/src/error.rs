//! The reasons why a run ends early.
use capture::{FilterError, SourceError};
use logging::LogError;
/// How scripts ended the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScriptEnd {
    /// `exit`, `terminate`, or an error that was reported; with the program's exit status.
    #[error("scripts ended the run with status {0}")]
    Exit(u8),
    /// Errors before or in `zeek_init`.
    #[error("errors occurred while initializing")]
    Initializing,
}

impl ScriptEnd {
    /// Returns the program's exit status.
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
    /// Scripts declare an event with parameters that differ from those that this program passes.
    Event(String),
}

impl From<ScriptEnd> for StartError {
    fn from(e: ScriptEnd) -> Self {
        StartError::Scripts(e)
    }
}

/// Why a run ended early. Everything up to that point is logged. [`source`](std::error::Error::source) returns the
/// system's error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The capture or interface failed.
    #[error("{}", if matches!(.0, SourceError::File(_)) { "reading the capture" } else { "capturing" })]
    Capture(#[source] SourceError),
    /// Writing the capture file failed.
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
    /// A worker ended early. Its own error gives the reason, if it could report one.
    #[error("a worker ended early")]
    Worker,
}

impl From<ScriptEnd> for RunError {
    fn from(e: ScriptEnd) -> Self {
        RunError::Scripts(e)
    }
}
