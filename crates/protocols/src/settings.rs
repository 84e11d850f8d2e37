//! The script constants and options that configure analyzers.
use net_types::Interval;
use session::ConnView;
use session::analyzer::{Analyzer, Detector};

/// Makes the analyzer of a new connection; `None` if the protocol does not apply to it.
pub type Maker = Box<dyn Fn(&ConnView<'_>) -> Option<Box<dyn Analyzer>>>;

/// Makes the detector of a connection, which inspects its first bytes; `None` if no signature needs it.
pub(crate) type MakeDetector = Box<dyn Fn(&ConnView<'_>) -> Option<Box<dyn Detector>>>;

/// How the detectors of connections are made, and what they need.
pub struct Detect {
    /// Makes a connection's detector.
    pub make: MakeDetector,
    /// Whether detectors need nothing but payload, addresses, ports and transport.
    pub by_payload: bool,
}

/// The values of script globals at the start of a run, by full name. `None` if a global does not exist or has another
/// type; the analyzer then uses its default.
pub trait Settings {
    /// A `bool`.
    fn bool(&self, name: &str) -> Option<bool>;
    /// A `count`.
    fn count(&self, name: &str) -> Option<u64>;
    /// An `int`.
    fn int(&self, name: &str) -> Option<i64>;
    /// A `double`.
    fn double(&self, name: &str) -> Option<f64>;
    /// An `interval`.
    fn interval(&self, name: &str) -> Option<Interval>;
    /// A `string`.
    fn string(&self, name: &str) -> Option<Vec<u8>>;
    /// The members of a `set[string]` or `vector of string`.
    fn strings(&self, name: &str) -> Option<Vec<Vec<u8>>>;
    /// The entries of a `table[string] of string`, or of enum values by their full names.
    fn pairs(&self, name: &str) -> Option<Vec<(Vec<u8>, Vec<u8>)>> {
        let _ = name;
        None
    }
    /// The content of the file that a `string` names; `None` without a name, or if the file cannot be read.
    fn file(&self, name: &str) -> Option<Vec<u8>> {
        let _ = name;
        None
    }
}

/// Settings without values: every default applies.
pub struct Defaults;

impl Settings for Defaults {
    fn bool(&self, _: &str) -> Option<bool> {
        None
    }
    fn count(&self, _: &str) -> Option<u64> {
        None
    }
    fn int(&self, _: &str) -> Option<i64> {
        None
    }
    fn double(&self, _: &str) -> Option<f64> {
        None
    }
    fn interval(&self, _: &str) -> Option<Interval> {
        None
    }
    fn string(&self, _: &str) -> Option<Vec<u8>> {
        None
    }
    fn strings(&self, _: &str) -> Option<Vec<Vec<u8>>> {
        None
    }
}
