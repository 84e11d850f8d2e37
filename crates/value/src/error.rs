//! Run-time errors.
use crate::loc::Loc;
use std::fmt;

/// An error that ends a handler. Displays its message and expression, but not its kind and place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct RuntimeError(Box<Body>);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Body {
    kind: ErrorKind,
    message: String,
    loc: Loc,
    shown: Option<String>,
}

/// The meaning of an error for the rest of the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// `expression error in …`: an expression cannot be computed.
    Expression,
    /// `runtime error in …`: calls nested too deep, too many instructions, a failed conversion.
    Runtime,
    /// `error in …`: a built-in function cannot take an argument.
    Error,
    /// Already reported: the handler ends silently.
    Silent,
    /// `exit()`: the program ends with this status.
    Exit(u8),
    /// The condition of a `when` waits for an answer. Never leaves the machine.
    Delayed,
}

/// The result of an operation that may fail at run time.
pub type Result<T, E = RuntimeError> = std::result::Result<T, E>;

impl RuntimeError {
    /// Creates an error of an expression. Its place is added while it propagates ([`RuntimeError::at`]).
    pub fn new(message: impl Into<String>) -> Self {
        RuntimeError::of(ErrorKind::Expression, message)
    }

    /// Creates an error of the given kind.
    pub fn of(kind: ErrorKind, message: impl Into<String>) -> Self {
        RuntimeError(Box::new(Body { kind, message: message.into(), loc: Loc::NONE, shown: None }))
    }

    /// Adds a place and the expression as written, unless the error already has a place.
    #[must_use]
    pub fn at(mut self, loc: Loc, shown: impl FnOnce() -> Option<String>) -> Self {
        if self.0.loc.is_none() {
            self.0.loc = loc;
            if self.0.shown.is_none() {
                self.0.shown = shown();
            }
        }
        self
    }

    /// The meaning of the error for the rest of the run.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The message, without kind and place.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The place in the scripts.
    pub fn loc(&self) -> Loc {
        self.0.loc
    }

    /// The expression, as messages show it after the text: `no such index (t[1])`.
    pub fn shown(&self) -> Option<&str> {
        self.0.shown.as_deref()
    }
}

impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.shown {
            Some(e) => write!(f, " ({e})"),
            None => Ok(()),
        }
    }
}
