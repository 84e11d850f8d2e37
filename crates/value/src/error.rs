//! Run-time errors.
use crate::loc::Loc;
use std::fmt;

/// What ends a handler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuntimeError(Box<Body>);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Body {
    kind: ErrorKind,
    message: String,
    loc: Loc,
    shown: Option<String>,
}

/// What an error means for the rest of the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// `expression error in …`: an expression cannot be computed.
    Expression,
    /// `runtime error in …`: calls nested too deep, too many instructions, a failed conversion.
    Runtime,
    /// `error in …`: a built-in function was given what it cannot take.
    Error,
    /// Has been reported already; the handler ends without another word.
    Silent,
    /// The program is to end with this status (`exit()`).
    Exit(u8),
    /// The condition of a `when` must wait for an answer. Never leaves the machine.
    Delayed,
}

/// The outcome of what may fail at run time.
pub type Result<T, E = RuntimeError> = std::result::Result<T, E>;

impl RuntimeError {
    /// An error of an expression; where it stands is added on its way out.
    pub fn new(message: impl Into<String>) -> Self {
        RuntimeError::of(ErrorKind::Expression, message)
    }

    /// An error of some kind.
    pub fn of(kind: ErrorKind, message: impl Into<String>) -> Self {
        RuntimeError(Box::new(Body { kind, message: message.into(), loc: Loc::NONE, shown: None }))
    }

    /// The same with a place and the expression as it reads, unless it has a place already.
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

    /// What it means for the run.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// What went wrong.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Where.
    pub fn loc(&self) -> Loc {
        self.0.loc
    }

    /// The expression, as messages show it behind the text: `no such index (t[1])`.
    pub fn shown(&self) -> Option<&str> {
        self.0.shown.as_deref()
    }
}

impl fmt::Display for RuntimeError {
    /// Message and expression, without kind and place.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)?;
        match &self.0.shown {
            Some(e) => write!(f, " ({e})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for RuntimeError {}
