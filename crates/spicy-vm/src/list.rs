//! The elements of vectors, lists, tuples, structs and bitfields.
//!
//! Units of numbers that were parsed in bulk stay rows of bytes until something looks at the elements: most vectors are
//! parsed, kept and never read. From then on each is one unit, as if it had been made when it was parsed.
use crate::compile::Program;
use crate::machine::fill;
use crate::template::Template;
use crate::unit::Unit;
use crate::value::Value;
use std::cell::{Cell, Ref, RefCell, RefMut};
use std::rc::Rc;
use std::sync::Arc;

/// Elements, which change in place.
#[derive(Default)]
pub struct Elements {
    made: RefCell<Vec<Value>>,
    /// Those after the ones that are made.
    rest: Cell<Option<Box<Rest>>>,
}

/// Elements of which some are not made yet.
struct Rest {
    program: Arc<Program>,
    templates: Rc<[Template]>,
    parts: Vec<Part>,
    /// How many elements there are.
    len: usize,
}

enum Part {
    /// Units of a layout, by its number, as the bytes that they were parsed from.
    Rows(u32, Vec<u8>),
    One(Value),
}

impl Elements {
    pub(crate) fn new(items: Vec<Value>) -> Self {
        Elements { made: RefCell::new(items), rest: Cell::new(None) }
    }

    /// The elements.
    #[inline]
    pub fn borrow(&self) -> Ref<'_, Vec<Value>> {
        self.make();
        self.made.borrow()
    }

    /// The elements, to change.
    #[inline]
    pub fn borrow_mut(&self) -> RefMut<'_, Vec<Value>> {
        self.make();
        self.made.borrow_mut()
    }

    /// How many elements there are.
    pub(crate) fn len(&self) -> usize {
        let rest = self.rest.take();
        let len = self.made.borrow().len() + rest.as_ref().map_or(0, |r| r.len);
        self.rest.set(rest);
        len
    }

    /// Adds an element.
    pub(crate) fn push(&self, v: Value) {
        match self.rest.take() {
            Some(mut rest) => {
                rest.parts.push(Part::One(v));
                rest.len += 1;
                self.rest.set(Some(rest));
            }
            None => self.made.borrow_mut().push(v),
        }
    }

    /// Adds units of a layout as the bytes that they consist of.
    pub(crate) fn push_rows(
        &self,
        program: &Arc<Program>,
        templates: &Rc<[Template]>,
        layout: u32,
        raw: &[u8],
    ) {
        let Some(width) = program.layouts.get(layout as usize).map(|l| (l.bytes as usize).max(1)) else {
            return;
        };
        let mut rest = self.rest.take().unwrap_or_else(|| {
            let (program, templates) = (Arc::clone(program), Rc::clone(templates));
            Box::new(Rest { program, templates, parts: Vec::new(), len: 0 })
        });
        rest.len += raw.len() / width;
        match rest.parts.last_mut() {
            Some(Part::Rows(of, rows)) if *of == layout => rows.extend_from_slice(raw),
            _ => rest.parts.push(Part::Rows(layout, raw.to_vec())),
        }
        self.rest.set(Some(rest));
        // Rows with much that is not kept would take more memory than the units.
        if width > size_of::<Unit>() {
            self.make();
        }
    }

    /// Makes the elements that are not made yet.
    #[inline]
    fn make(&self) {
        if let Some(rest) = self.rest.take() {
            self.make_all(*rest);
        }
    }

    #[inline(never)]
    fn make_all(&self, rest: Rest) {
        let mut made = self.made.borrow_mut();
        made.reserve(rest.len);
        for part in rest.parts {
            match part {
                Part::One(v) => made.push(v),
                Part::Rows(layout, raw) => {
                    let Some(layout) = rest.program.layouts.get(layout as usize) else { continue };
                    let Some(template) = rest.templates.get(layout.unit as usize) else { continue };
                    made.extend(raw.chunks_exact((layout.bytes as usize).max(1)).map(|raw| {
                        let mut members = template.members();
                        fill(layout, raw, &mut members);
                        Value::Unit(Rc::new(Unit::new(layout.unit, Vec::new(), members)))
                    }));
                }
            }
        }
    }
}
