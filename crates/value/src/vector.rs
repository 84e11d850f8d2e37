//! Vectors: shared, growing, possibly with holes.
use crate::raw::{Bits, Shared};
use crate::types::VectorType;
use crate::value::Value;
use std::rc::Rc;

/// A vector. Cloning gives a second handle to the same elements.
#[derive(Clone)]
pub struct Vector(Shared<Inner>);

struct Inner {
    ty: Rc<VectorType>,
    /// `None` is a hole: a position that was never assigned.
    items: Vec<Option<Value>>,
}

/// The maximum number of elements of a vector. Assignments past it fail instead of exhausting memory.
pub const MAX_LEN: usize = 1 << 30;

impl Vector {
    /// The number of handles to the object.
    #[inline]
    pub(crate) fn handles(&self) -> &std::cell::Cell<u32> {
        self.0.count()
    }

    /// Creates an empty vector.
    pub fn new(ty: Rc<VectorType>) -> Self {
        Vector(Shared::new(Inner { ty, items: Vec::new() }))
    }

    /// Creates a vector of these elements.
    pub fn from_values(ty: Rc<VectorType>, items: Vec<Value>) -> Self {
        Vector::from_items(ty, items.into_iter().map(Some).collect())
    }

    /// Creates a vector of these elements and holes.
    pub fn from_items(ty: Rc<VectorType>, items: Vec<Option<Value>>) -> Self {
        Vector(Shared::new(Inner { ty, items }))
    }

    /// Its type.
    pub fn vector_type(&self) -> Rc<VectorType> {
        self.0.borrow().ty.clone()
    }

    /// Sets the type of a vector that was made without one (`vector()`).
    pub fn set_type(&self, ty: Rc<VectorType>) {
        self.0.borrow_mut().ty = ty;
    }

    /// The number of positions, holes included.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.borrow().items.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the element at a position; `None` past the end and for a hole.
    #[inline]
    pub fn get(&self, at: usize) -> Option<Value> {
        self.0.borrow().items.get(at)?.clone()
    }

    /// Returns the scalar at a position as a word ([`Value::to_word`]); `None` past the end, for holes and for other
    /// values.
    #[inline]
    pub fn word(&self, at: usize) -> Option<u64> {
        self.0.borrow().items.get(at)?.as_ref()?.to_word()
    }

    /// Returns the first position at or after `at` that has an element, and that element as a word.
    #[inline]
    pub fn next_word(&self, at: usize) -> Option<(usize, u64)> {
        let inner = self.0.borrow();
        let mut i = at;
        loop {
            if let Some(v) = inner.items.get(i)? {
                return Some((i, v.to_word().unwrap_or(0)));
            }
            i += 1;
        }
    }

    /// Returns the first position at or after `at` that has an element, and that element.
    #[inline]
    pub fn next_element(&self, at: usize) -> Option<(usize, Value)> {
        let inner = self.0.borrow();
        let mut i = at;
        loop {
            if let Some(v) = inner.items.get(i)? {
                return Some((i, v.clone()));
            }
            i += 1;
        }
    }

    /// Whether there is an element at a position.
    pub fn has(&self, at: usize) -> bool {
        self.0.borrow().items.get(at).is_some_and(Option::is_some)
    }

    /// Assigns a position; skipped positions become holes. Returns false past [`MAX_LEN`].
    pub fn set(&self, at: usize, v: Option<Value>) -> bool {
        if at >= MAX_LEN {
            return false;
        }
        let old;
        {
            let mut inner = self.0.borrow_mut();
            if at >= inner.items.len() {
                inner.items.resize(at + 1, None);
            }
            old = std::mem::replace(&mut inner.items[at], v);
        }
        drop(old);
        true
    }

    /// Appends an element.
    #[inline]
    pub fn push(&self, v: Value) {
        self.0.borrow_mut().items.push(Some(v));
    }

    /// Like [`Vector::push`], but takes bits; [`Bits::NONE`] appends a hole.
    #[inline]
    pub fn add(&self, v: Bits) {
        self.0.borrow_mut().items.push(v.into_value());
    }

    /// Inserts an element before a position (clamped to the length).
    pub fn insert(&self, at: usize, v: Value) {
        let mut inner = self.0.borrow_mut();
        let at = at.min(inner.items.len());
        inner.items.insert(at, Some(v));
    }

    /// Removes and returns the element at a position; later elements move up.
    pub fn remove(&self, at: usize) -> Option<Value> {
        let mut inner = self.0.borrow_mut();
        (at < inner.items.len()).then(|| inner.items.remove(at))?
    }

    /// Sets the length; new positions are holes. Returns false past [`MAX_LEN`].
    pub fn resize(&self, len: usize) -> bool {
        if len > MAX_LEN {
            return false;
        }
        let gone = {
            let mut inner = self.0.borrow_mut();
            let gone = if len < inner.items.len() { inner.items.split_off(len) } else { Vec::new() };
            inner.items.resize(len, None);
            gone
        };
        drop(gone);
        true
    }

    /// Reserves memory for `more` elements.
    pub fn reserve(&self, more: usize) {
        self.0.borrow_mut().items.reserve(more.min(MAX_LEN));
    }

    /// Removes all elements.
    pub fn clear(&self) {
        let gone = std::mem::take(&mut self.0.borrow_mut().items);
        drop(gone);
    }

    /// Copies all positions.
    pub fn items(&self) -> Vec<Option<Value>> {
        self.0.borrow().items.clone()
    }

    /// Replaces all elements.
    pub fn set_items(&self, items: Vec<Option<Value>>) {
        let gone = std::mem::replace(&mut self.0.borrow_mut().items, items);
        drop(gone);
    }

    /// Calls `f` with all positions, without copying them. `f` must not change the vector.
    pub fn with_items<R>(&self, f: impl FnOnce(&[Option<Value>]) -> R) -> R {
        f(&self.0.borrow().items)
    }

    /// Replaces positions `low..high` (clamped) by the elements of another vector.
    pub fn splice(&self, low: usize, high: usize, with: Vec<Option<Value>>) {
        let gone: Vec<_> = {
            let mut inner = self.0.borrow_mut();
            let high = high.min(inner.items.len());
            let low = low.min(high);
            inner.items.splice(low..high, with).collect()
        };
        drop(gone);
    }

    /// Whether both are the same object.
    pub fn same_object(&self, other: &Vector) -> bool {
        self.0.same(&other.0)
    }

    /// A number that identifies the object while it lives.
    pub fn address(&self) -> usize {
        self.0.address()
    }
}
