//! Why a run ends early.
use capture::{FilterError, SourceError};
use logging::LogError;
use std::fmt;

/// How scripts ended the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScriptEnd {
    /// `exit`, `terminate`, or an error that was reported; with the status for the system.
    Exit(u8),
    /// Errors came up before or in `zeek_init`.
    Initializing,
}

impl ScriptEnd {
    /// The status for the system.
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
#[derive(Debug)]
#[non_exhaustive]
pub enum RunError {
    /// The capture or interface failed.
    Capture(SourceError),
    /// The capture file that is written failed.
    Writer(capture::Error),
    /// The packet filter is invalid or failed.
    Filter(FilterError),
    /// A log could not be written.
    Log(LogError),
    /// Scripts ended the run.
    Scripts(ScriptEnd),
    /// A worker ended early. Its own error says why, if it could report one.
    Worker,
}

impl From<ScriptEnd> for RunError {
    fn from(e: ScriptEnd) -> Self {
        RunError::Scripts(e)
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Capture(SourceError::File(_)) => f.write_str("reading the capture"),
            RunError::Capture(_) => f.write_str("capturing"),
            RunError::Writer(_) => f.write_str("writing packets"),
            RunError::Filter(_) => f.write_str("the filter"),
            RunError::Log(_) => f.write_str("writing a log"),
            RunError::Worker => f.write_str("a worker ended before its time"),
            RunError::Scripts(ScriptEnd::Exit(status)) => {
                write!(f, "scripts ended the run with status {status}")
            }
            RunError::Scripts(ScriptEnd::Initializing) => f.write_str("errors occurred while initializing"),
        }
    }
}

impl std::error::Error for RunError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            RunError::Capture(e) => Some(e),
            RunError::Writer(e) => Some(e),
            RunError::Filter(e) => Some(e),
            RunError::Log(e) => Some(e),
            RunError::Scripts(_) | RunError::Worker => None,
        }
    }
}
