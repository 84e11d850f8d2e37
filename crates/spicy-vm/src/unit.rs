//! Instances of units.
use crate::filter::FilterRun;
use crate::stream::StreamRef;
use crate::value::Value;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// An instance of a unit, shared by all that refer to it.
pub struct Unit {
    /// The number of its unit in the program.
    pub id: u32,
    /// Members, by index.
    pub(crate) fields: RefCell<Vec<Value>>,
    pub(crate) params: Vec<Value>,
    pub(crate) state: RefCell<UnitState>,
    /// Whether it is the destination of a sink or parses as a filter.
    pub(crate) connected: Cell<bool>,
}

/// The state of a unit's parsing.
#[derive(Default)]
pub(crate) struct UnitState {
    pub(crate) stream: Option<StreamRef>,
    pub(crate) begin: u64,
    pub(crate) offset: u64,
    pub(crate) position: u64,
    /// The position that `set_input` has requested.
    pub(crate) pending: Option<u64>,
    pub(crate) context: Value,
    pub(crate) filters: Vec<Rc<Unit>>,
    pub(crate) runs: Vec<Rc<FilterRun>>,
    /// The stream of a filter's output.
    pub(crate) output: Option<StreamRef>,
    /// Parsed ranges of members, and of the unit itself at the end.
    pub(crate) ranges: Vec<Option<(u64, u64)>>,
    pub(crate) whole: Option<(u64, u64)>,
}

impl Unit {
    /// The value of a member.
    pub fn field(&self, index: usize) -> Value {
        self.fields.borrow().get(index).cloned().unwrap_or_default()
    }

    /// Sets the value that `context()` gives.
    pub fn set_context(&self, context: Value) {
        self.state.borrow_mut().context = context;
    }

    /// The value that `context()` gives.
    pub fn context(&self) -> Value {
        self.state.borrow().context.clone()
    }
}
