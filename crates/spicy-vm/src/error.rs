//! What can go wrong while a grammar runs.
use spicy_syntax::Span;
use std::rc::Rc;

/// Kinds of errors; `Display` gives the name that grammars' authors know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input is not what the grammar says.
    #[error("spicy::rt::ParseError")]
    Parse,
    /// A gap stands where input is needed.
    #[error("spicy::rt::MissingData")]
    MissingData,
    /// `backtrack()` was called.
    #[error("spicy::rt::Backtrack")]
    Backtrack,
    /// A sink does not support this use.
    #[error("spicy::rt::SinkError")]
    Sink,
    /// A unit is connected twice.
    #[error("spicy::rt::UnitAlreadyConnected")]
    UnitAlreadyConnected,
    /// Two sides of a connection have different contexts.
    #[error("spicy::rt::ContextMismatch")]
    ContextMismatch,
    /// A unit cannot be used in this role.
    #[error("spicy::rt::InvalidUnitType")]
    InvalidUnit,
    /// A filter is connected too late.
    #[error("spicy::rt::FilterError")]
    Filter,
    /// An assertion does not hold.
    #[error("hilti::rt::AssertionFailure")]
    Assertion,
    /// A field that is not set is read by `.?`.
    #[error("hilti::rt::AttributeNotSet")]
    AttributeNotSet,
    /// A field or optional that is not set is read.
    #[error("hilti::rt::UnsetOptional")]
    UnsetOptional,
    /// A number does not fit.
    #[error("hilti::rt::Overflow")]
    Overflow,
    /// Division by zero.
    #[error("hilti::rt::DivisionByZero")]
    DivisionByZero,
    /// An index or key does not exist.
    #[error("hilti::rt::IndexError")]
    Index,
    /// An iterator points to nothing.
    #[error("hilti::rt::InvalidIterator")]
    InvalidIterator,
    /// No case of a switch matches.
    #[error("hilti::rt::UnhandledSwitchCase")]
    UnhandledSwitchCase,
    /// A reference refers to nothing.
    #[error("hilti::rt::NullReference")]
    NullReference,
    /// Calls or units nest too deeply.
    #[error("hilti::rt::StackSizeExceeded")]
    StackSizeExceeded,
    /// A value cannot be converted.
    #[error("hilti::rt::InvalidValue")]
    InvalidValue,
    /// A function was called with an invalid argument.
    #[error("hilti::rt::InvalidArgument")]
    InvalidArgument,
    /// A value has no representation.
    #[error("hilti::rt::OutOfRange")]
    OutOfRange,
    /// A result that holds a value is asked for its error.
    #[error("hilti::rt::result::NoError")]
    NoError,
    /// A result that holds an error is asked for its value.
    #[error("hilti::rt::result::NoResult")]
    NoResult,
    /// Compressed data is broken.
    #[error("spicy::rt::zlib::ZlibError")]
    Zlib,
    /// Base64 data is broken.
    #[error("spicy::rt::base64::Base64Error")]
    Base64,
    /// A string cannot be encoded or decoded.
    #[error("hilti::rt::RuntimeError")]
    Unicode,
    /// More instructions were run for a piece of input than the budget allows.
    #[error("egret::InstructionBudgetExceeded")]
    InstructionBudget,
    /// More input had to be kept than the budget allows.
    #[error("egret::RetainedBytesExceeded")]
    RetainedBudget,
    /// Sinks and filters nest more deeply than the budget allows.
    #[error("egret::NestingBudgetExceeded")]
    NestingBudget,
    /// The grammar holds more of what scripts gave it than the budget allows.
    #[error("egret::HeldBytesExceeded")]
    HeldBudget,
    /// A container has more elements than the budget allows.
    #[error("egret::ElementBudgetExceeded")]
    ElementBudget,
    /// Invalid bytecode that the verifier missed.
    #[error("egret::InternalError")]
    Internal,
}

/// An error with where it happened; `Display` gives kind and message.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}: {}", .0.kind, .0.message)]
pub struct Error(Rc<Inner>);

#[derive(Clone, Debug)]
struct Inner {
    kind: ErrorKind,
    message: String,
    span: Option<Span>,
}

impl Error {
    /// An error whose place is filled in by the machine.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Error(Rc::new(Inner { kind, message: message.into(), span: None }))
    }

    /// A parse error.
    pub fn parse(message: impl Into<String>) -> Self {
        Error::new(ErrorKind::Parse, message)
    }

    pub(crate) fn internal(what: &str) -> Self {
        Error::new(ErrorKind::Internal, format!("ill-typed bytecode: {what}"))
    }

    /// The same error at a place, if it has none yet.
    #[must_use]
    pub fn at(self, span: Span) -> Self {
        if self.0.span.is_some() {
            return self;
        }
        Error(Rc::new(Inner { span: Some(span), ..(*self.0).clone() }))
    }

    /// The same error with text before its message.
    pub(crate) fn prefixed(&self, words: &str) -> Self {
        Error(Rc::new(Inner { message: format!("{words}{}", self.0.message), ..(*self.0).clone() }))
    }

    /// The kind.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The message, without the place.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The place in the grammar.
    pub fn span(&self) -> Option<Span> {
        self.0.span
    }

    /// Whether parsing may resynchronize after this error.
    pub fn is_recoverable(&self) -> bool {
        matches!(self.0.kind, ErrorKind::Parse | ErrorKind::MissingData)
    }

    /// Whether the parser must stop: a budget was exceeded, or the program is invalid.
    pub fn is_fatal(&self) -> bool {
        matches!(
            self.0.kind,
            ErrorKind::InstructionBudget
                | ErrorKind::RetainedBudget
                | ErrorKind::NestingBudget
                | ErrorKind::ElementBudget
                | ErrorKind::HeldBudget
                | ErrorKind::Internal
        )
    }
}

/// The result of running.
pub type Outcome<T> = Result<T, Error>;
