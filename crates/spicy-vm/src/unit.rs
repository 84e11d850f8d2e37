//! Instances of units.
use crate::filter::FilterRun;
use crate::members::Members;
use crate::stream::StreamRef;
use crate::value::Value;
use std::cell::{Cell, Ref, RefCell, RefMut};
use std::rc::{Rc, Weak};

/// An instance of a unit, shared by all that refer to it.
pub struct Unit {
    /// The number of its unit in the program.
    pub id: u32,
    /// Whether it is the destination of a sink or parses as a filter.
    pub(crate) connected: Cell<bool>,
    /// Members, by index.
    pub(crate) fields: RefCell<Members>,
    params: RefCell<Box<[Param]>>,
    /// What few units need; made when it is first used.
    state: RefCell<Option<Box<UnitState>>>,
}

/// An argument of a unit.
pub(crate) enum Param {
    Kept(Value),
    /// A unit that may be gone.
    Lent(Weak<Unit>),
}

/// The state of a unit that has a context, is asked for its place in the input, uses filters, or is dumped with offsets.
#[derive(Default)]
pub(crate) struct UnitState {
    pub(crate) stream: Option<StreamRef>,
    pub(crate) begin: u64,
    pub(crate) offset: u64,
    pub(crate) position: u64,
    /// The position that `set_input` has requested.
    pub(crate) pending: Option<u64>,
    context: Value,
    pub(crate) filters: Vec<Rc<Unit>>,
    pub(crate) runs: Vec<Rc<FilterRun>>,
    /// The stream of a filter's output.
    pub(crate) output: Option<StreamRef>,
    /// Parsed ranges of members, and of the unit itself at the end.
    pub(crate) ranges: Vec<Option<(u64, u64)>>,
    pub(crate) whole: Option<(u64, u64)>,
}

impl Unit {
    /// A unit of this number with its members, and arguments for its parameters.
    #[inline]
    pub(crate) fn new(id: u32, params: Box<[Param]>, members: Members) -> Unit {
        Unit {
            id,
            connected: Cell::new(false),
            fields: RefCell::new(members),
            params: RefCell::new(params),
            state: RefCell::default(),
        }
    }

    /// The argument for a parameter; `Null` if it is a unit that is gone.
    pub(crate) fn param(&self, index: usize) -> Value {
        match self.params.borrow().get(index) {
            Some(Param::Kept(v)) => v.share(),
            Some(Param::Lent(u)) => u.upgrade().map_or(Value::Null, Value::Unit),
            None => Value::Unset,
        }
    }

    /// Its state, if it has been needed.
    pub(crate) fn known_state(&self) -> Option<Ref<'_, UnitState>> {
        Ref::filter_map(self.state.borrow(), |s| s.as_deref()).ok()
    }

    /// Its state, to change.
    pub(crate) fn state(&self) -> RefMut<'_, UnitState> {
        RefMut::map(self.state.borrow_mut(), |s| &mut **s.get_or_insert_default())
    }

    /// Ends parsing: from now on, the unit does not keep alive the units that were passed to it, nor its context. They
    /// may hold this unit, and would never be freed.
    pub(crate) fn let_go(&self) {
        for p in self.params.borrow_mut().iter_mut() {
            if let Param::Kept(Value::Unit(u)) = p {
                *p = Param::Lent(Rc::downgrade(u));
            }
        }
        let context = self.state.borrow_mut().as_mut().map(|s| std::mem::take(&mut s.context));
        drop(context);
    }

    /// The value of a member.
    pub fn field(&self, index: usize) -> Value {
        self.fields.borrow().get(index).cloned().unwrap_or_default()
    }

    /// Sets a member.
    #[inline]
    pub(crate) fn set_field(&self, index: u32, value: Value) {
        if let Some(slot) = self.fields.borrow_mut().get_mut(index as usize) {
            slot.set(value);
        }
    }

    /// Sets a member to the same value as another place.
    #[inline]
    pub(crate) fn set_field_from(&self, index: u32, value: &Value) {
        if let Some(slot) = self.fields.borrow_mut().get_mut(index as usize) {
            slot.set_from(value);
        }
    }

    /// Sets the value that `context()` gives.
    pub fn set_context(&self, context: Value) {
        self.state().context = context;
    }

    /// The value that `context()` gives.
    pub fn context(&self) -> Value {
        self.known_state().map_or(Value::Unset, |s| s.context.clone())
    }
}
