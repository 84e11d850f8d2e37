//! Opaque values: state of built-in functions that scripts hold (digests, filters, counters).
use crate::name::Name;
use crate::types::Type;
use crate::value::Value;
use std::any::Any;
use std::cell::{Ref, RefCell, RefMut};
use std::fmt;
use std::rc::Rc;

/// The state inside an opaque value.
pub trait OpaqueState: Any {
    /// Copies the state, for `copy()`; returns `None` if it cannot be copied.
    fn duplicate(&self) -> Option<Box<dyn OpaqueState>>;
    /// Returns the value of this type that the state represents, for `as` and `is`, if there is one.
    fn stands_for(&self, _ty: &Type) -> Option<Value> {
        None
    }
    /// Appends the printed text and returns true; returns false if the kind is to be printed.
    fn describe(&self, _out: &mut Vec<u8>) -> bool {
        false
    }
}

/// Printed names of kinds after `opaque of`: Zeek prints the name of a C++ class.
const SHOWN: &[(&str, &str)] = &[
    ("LogDelayToken", "LogDelayTokenVal"),
    ("Storage::BackendHandle", "BackendHandleVal"),
    ("bloomfilter", "BloomFilterVal"),
    ("cardinality", "CardinalityVal"),
    ("counter_metric", "CounterMetricVal"),
    ("counter_metric_family", "CounterMetricFamilyVal"),
    ("entropy", "EntropyVal"),
    ("gauge_metric", "GaugeMetricVal"),
    ("gauge_metric_family", "GaugeMetricFamilyVal"),
    ("histogram_metric", "HistogramMetricVal"),
    ("histogram_metric_family", "HistogramMetricFamilyVal"),
    ("md5", "MD5Val"),
    ("paraglob", "ParaglobVal"),
    ("sha1", "SHA1Val"),
    ("sha256", "SHA256Val"),
    ("topk", "TopkVal"),
    ("x509", "X509Val"),
];

/// An opaque value; cloning gives a second handle to the same state.
#[derive(Clone)]
pub struct Opaque(Rc<Inner>);

struct Inner {
    kind: Rc<Name>,
    state: RefCell<Box<dyn OpaqueState>>,
}

impl Opaque {
    /// Creates an `opaque of kind` with this state.
    pub fn new(kind: &str, state: impl OpaqueState) -> Self {
        Opaque(Rc::new(Inner { kind: Rc::new(kind.into()), state: RefCell::new(Box::new(state)) }))
    }

    /// The kind after `opaque of`.
    pub fn kind(&self) -> &Rc<Name> {
        &self.0.kind
    }

    /// The kind as printed.
    pub fn shown(&self) -> &str {
        SHOWN.iter().find(|(kind, _)| **kind == **self.0.kind).map_or(&**self.0.kind, |(_, shown)| shown)
    }

    /// The state, if it is a `T`.
    pub fn state<T: 'static>(&self) -> Option<Ref<'_, T>> {
        Ref::filter_map(self.0.state.try_borrow().ok()?, |s| {
            let any: &dyn Any = &**s;
            any.downcast_ref()
        })
        .ok()
    }

    /// The state, mutable, if it is a `T`.
    pub fn state_mut<T: 'static>(&self) -> Option<RefMut<'_, T>> {
        RefMut::filter_map(self.0.state.try_borrow_mut().ok()?, |s| {
            let any: &mut dyn Any = &mut **s;
            any.downcast_mut()
        })
        .ok()
    }

    /// Returns the value of this type that the state represents ([`OpaqueState::stands_for`]).
    pub fn stands_for(&self, ty: &Type) -> Option<Value> {
        self.0.state.try_borrow().ok()?.stands_for(ty)
    }

    /// Appends the printed text; returns false if the kind is to be printed.
    pub fn describe(&self, out: &mut Vec<u8>) -> bool {
        self.0.state.try_borrow().is_ok_and(|s| s.describe(out))
    }

    /// Creates an opaque value with a copy of the state.
    pub fn duplicate(&self) -> Option<Opaque> {
        let state = self.0.state.try_borrow().ok()?.duplicate()?;
        Some(Opaque(Rc::new(Inner { kind: self.0.kind.clone(), state: RefCell::new(state) })))
    }

    /// Whether both are the same object.
    pub fn same_object(&self, other: &Opaque) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Opaque {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<opaque of {}>", self.0.kind)
    }
}
