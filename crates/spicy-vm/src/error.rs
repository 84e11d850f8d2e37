//! What can go wrong while a grammar runs.
use spicy_syntax::Span;
use std::fmt;
use std::rc::Rc;

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $name:literal),* $(,)?) => {
        /// Kinds of errors; `Display` gives the name that grammars' authors know.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum ErrorKind { $($(#[$doc])* $kind),* }

        impl fmt::Display for ErrorKind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $(ErrorKind::$kind => $name),* })
            }
        }
    };
}

kinds! {
    /// The input is not what the grammar says.
    Parse = "spicy::rt::ParseError",
    /// A gap stands where input is needed.
    MissingData = "spicy::rt::MissingData",
    /// `backtrack()` was called.
    Backtrack = "spicy::rt::Backtrack",
    /// A sink is used in a way that it is not made for.
    Sink = "spicy::rt::SinkError",
    /// A unit is connected twice.
    UnitAlreadyConnected = "spicy::rt::UnitAlreadyConnected",
    /// Two sides of a connection have different contexts.
    ContextMismatch = "spicy::rt::ContextMismatch",
    /// A unit cannot be used as what it is wanted for.
    InvalidUnit = "spicy::rt::InvalidUnitType",
    /// A filter is connected too late.
    Filter = "spicy::rt::FilterError",
    /// An assertion does not hold.
    Assertion = "hilti::rt::AssertionFailure",
    /// A field that is not set is read by `.?`.
    AttributeNotSet = "hilti::rt::AttributeNotSet",
    /// A field or optional that is not set is read.
    UnsetOptional = "hilti::rt::UnsetOptional",
    /// A number does not fit.
    Overflow = "hilti::rt::Overflow",
    /// Division by zero.
    DivisionByZero = "hilti::rt::DivisionByZero",
    /// An index or key is not there.
    Index = "hilti::rt::IndexError",
    /// An iterator points to nothing.
    InvalidIterator = "hilti::rt::InvalidIterator",
    /// No case of a switch matches.
    UnhandledSwitchCase = "hilti::rt::UnhandledSwitchCase",
    /// A reference refers to nothing.
    NullReference = "hilti::rt::NullReference",
    /// Calls or units nest too deeply.
    StackSizeExceeded = "hilti::rt::StackSizeExceeded",
    /// A value cannot be converted.
    InvalidValue = "hilti::rt::InvalidValue",
    /// A function was given something that it cannot work with.
    InvalidArgument = "hilti::rt::InvalidArgument",
    /// A value has no representation.
    OutOfRange = "hilti::rt::OutOfRange",
    /// A result that holds a value is asked for its error.
    NoError = "hilti::rt::result::NoError",
    /// A result that holds an error is asked for its value.
    NoResult = "hilti::rt::result::NoResult",
    /// Compressed data is broken.
    Zlib = "spicy::rt::zlib::ZlibError",
    /// Base64 data is broken.
    Base64 = "spicy::rt::base64::Base64Error",
    /// A string cannot be encoded or decoded.
    Unicode = "hilti::rt::RuntimeError",
    /// More instructions were run for a piece of input than the budget allows.
    InstructionBudget = "egret::InstructionBudgetExceeded",
    /// More input had to be kept than the budget allows.
    RetainedBudget = "egret::RetainedBytesExceeded",
    /// Sinks and filters nest more deeply than the budget allows.
    NestingBudget = "egret::NestingBudgetExceeded",
    /// A container has more elements than the budget allows.
    ElementBudget = "egret::ElementBudgetExceeded",
    /// The bytecode does something that the verifier should have refused.
    Internal = "egret::InternalError",
}

/// An error with where it happened.
#[derive(Clone, Debug)]
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

    /// With words before the message.
    pub(crate) fn prefixed(&self, words: &str) -> Self {
        Error(Rc::new(Inner { message: format!("{words}{}", self.0.message), ..(*self.0).clone() }))
    }

    /// What kind it is.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// What happened, without the place.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Where in the grammar.
    pub fn span(&self) -> Option<Span> {
        self.0.span
    }

    /// Whether parsing may synchronize again after it.
    pub fn is_recoverable(&self) -> bool {
        matches!(self.0.kind, ErrorKind::Parse | ErrorKind::MissingData)
    }

    /// Whether a budget was exceeded or the program is at fault: nothing goes on after it.
    pub fn is_fatal(&self) -> bool {
        matches!(
            self.0.kind,
            ErrorKind::InstructionBudget
                | ErrorKind::RetainedBudget
                | ErrorKind::NestingBudget
                | ErrorKind::ElementBudget
                | ErrorKind::Internal
        )
    }
}

/// What running gives.
pub type Outcome<T> = Result<T, Error>;
