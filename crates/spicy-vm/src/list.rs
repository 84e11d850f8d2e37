//! The elements of vectors, lists, tuples, structs and bitfields.
//!
//! Numbers and units of numbers that were parsed in bulk stay rows of bytes until something looks at the elements: most
//! long vectors are parsed, kept and never read. From then on each is one value, as if it had been made when it was
//! parsed.
use crate::bytecode::{Choice, Layout, Number, Rows};
use crate::compile::Program;
use crate::machine::{fill, read};
use crate::template::Template;
use crate::unit::Unit;
use crate::value::Value;
use crate::world::World;
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
    /// Elements as the bytes that they were parsed from.
    Rows(Rows, Vec<u8>),
    One(Value),
}

/// Fewer numbers than this are made at once: that takes less than to keep their bytes.
const FEW: usize = 64;

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

    /// Adds elements as the bytes that they consist of.
    pub(crate) fn push_rows(&self, world: &World<'_>, rows: Rows, n: usize, raw: &[u8]) {
        let rest = self.rest.take();
        if let (Rows::Numbers(how), None, true) = (rows, &rest, n < FEW) {
            self.made.borrow_mut().extend(numbers(how, raw));
            return;
        }
        let mut rest = rest.unwrap_or_else(|| {
            let (program, templates) = (Arc::clone(&world.program), Rc::clone(&world.templates));
            Box::new(Rest { program, templates, parts: Vec::new(), len: 0 })
        });
        rest.len += n;
        match rest.parts.last_mut() {
            Some(Part::Rows(of, known)) if *of == rows => known.extend_from_slice(raw),
            _ => rest.parts.push(Part::Rows(rows, raw.to_vec())),
        }
        self.rest.set(Some(rest));
        // Rows with much that is not kept would take more memory than the units.
        if raw.len() / n.max(1) > size_of::<Unit>() {
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
                Part::Rows(Rows::Numbers(how), raw) => made.extend(numbers(how, &raw)),
                Part::Rows(Rows::Units(layout), raw) => {
                    let Some(layout) = rest.program.layouts.get(layout as usize) else { continue };
                    let width = (layout.bytes as usize).max(1);
                    made.extend(raw.chunks_exact(width).filter_map(|raw| unit(&rest.templates, layout, raw)));
                }
                Part::Rows(Rows::Chosen(choice), raw) => {
                    let Some(choice) = rest.program.choices.get(choice as usize) else { continue };
                    made.extend(chosen(&rest.templates, choice, &raw));
                }
            }
        }
    }
}

/// The numbers of rows.
fn numbers(how: Number, raw: &[u8]) -> impl Iterator<Item = Value> {
    raw.chunks_exact(usize::from(how.bytes).max(1)).map(move |raw| read(raw, how))
}

/// The unit of a row.
fn unit(templates: &[Template], layout: &Layout, raw: &[u8]) -> Option<Value> {
    let mut members = templates.get(layout.unit as usize)?.members();
    fill(layout, raw, &mut members);
    Some(Value::Unit(Rc::new(Unit::new(layout.unit, Box::default(), members))))
}

/// The units of rows of which the first byte tells the layout.
fn chosen(templates: &[Template], choice: &Choice, raw: &[u8]) -> Vec<Value> {
    // All units share the values of literals.
    let mut literals = vec![Value::Unset; 1 + choice.layouts.len()];
    let mut units = Vec::new();
    let mut rest = raw;
    while let Some((&first, _)) = rest.split_first()
        && let Some(layout) = choice.layout(first)
        && let Some((row, behind)) = rest.split_at_checked(layout.bytes as usize)
    {
        rest = behind;
        let Some(Value::Unit(made)) = unit(templates, layout, row) else { continue };
        if let (Some(member), Some(literal)) =
            (layout.literal, literals.get_mut(usize::from(choice.by_byte[usize::from(first)])))
        {
            if !literal.is_set() {
                *literal = Value::bytes([first]);
            }
            made.set_field_from(member, literal);
        }
        units.push(Value::Unit(made));
    }
    units
}
