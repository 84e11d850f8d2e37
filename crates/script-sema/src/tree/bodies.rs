//! The bodies of a program. Those of packed scripts may be checked when they are first needed.
use super::ids::number;
use super::{Body, BodyId, BodyKind, Stmt, StmtKind};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use value::{Loc, Name, Type};

/// What is known of a body before it is checked.
#[derive(Clone)]
pub struct Head {
    /// The name of the function, event or hook.
    pub name: Name,
    /// Its kind.
    pub kind: BodyKind,
    /// `&priority`
    pub priority: i64,
    /// `&group`
    pub groups: Vec<Name>,
    /// Its module, which is also a group.
    pub module: Name,
    /// The place from the header to the closing brace.
    pub loc: Loc,
}

/// Checks the bodies whose check was put off.
pub trait Later {
    /// Returns the body with this number; `None` if its check was not put off, or its error.
    fn body(&self, id: BodyId) -> Result<Option<Rc<Body>>, String>;
}

#[derive(Clone)]
struct Slot {
    head: Head,
    body: OnceCell<Rc<Body>>,
}

/// All bodies, by number.
#[derive(Clone, Default)]
pub struct Bodies {
    all: Vec<Slot>,
    later: Option<Rc<dyn Later>>,
    /// The bodies that were asked for before they could be checked.
    missed: RefCell<Vec<BodyId>>,
    /// What stands for these.
    nothing: OnceCell<Rc<Body>>,
    /// The errors in bodies that were checked late, each with the place of the body.
    errors: RefCell<Vec<(Loc, String)>>,
}

impl Bodies {
    /// The number of bodies.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are no bodies.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// All heads, in order.
    pub fn heads(&self) -> impl Iterator<Item = &Head> {
        self.all.iter().map(|slot| &slot.head)
    }

    /// The bodies that are checked.
    pub fn checked(&self) -> impl Iterator<Item = &Rc<Body>> {
        self.all.iter().filter_map(|slot| slot.body.get())
    }

    /// Returns all bodies, to change them. Checks those whose check was put off.
    pub fn all_mut(&mut self) -> impl Iterator<Item = (BodyId, &mut Rc<Body>)> {
        for n in 0..self.all.len() {
            self.body(BodyId(number(n)));
        }
        let slots = self.all.iter_mut().enumerate();
        slots.filter_map(|(n, slot)| Some((BodyId(number(n)), slot.body.get_mut()?)))
    }

    /// Returns what is known of a body without a check.
    ///
    /// # Panics
    /// If the number belongs to another program.
    #[expect(clippy::indexing_slicing, reason = "numbers come from this program, and nothing is removed")]
    pub fn head(&self, id: BodyId) -> &Head {
        &self.all[id.0 as usize].head
    }

    /// Returns the body with this number if there is one.
    pub(super) fn find(&self, id: u32) -> Option<&Rc<Body>> {
        self.all.get(id as usize).map(|_| self.body(BodyId(id)))
    }

    #[expect(clippy::indexing_slicing, reason = "as for `head`")]
    pub(super) fn body(&self, id: BodyId) -> &Rc<Body> {
        let slot = &self.all[id.0 as usize];
        if let Some(body) = slot.body.get() {
            return body;
        }
        let Some(later) = &self.later else {
            self.missed.borrow_mut().push(id);
            return self.nothing.get_or_init(|| Rc::new(empty(&slot.head)));
        };
        slot.body.get_or_init(|| match later.body(id) {
            Ok(Some(body)) => body,
            Ok(None) => Rc::new(empty(&slot.head)),
            Err(why) => {
                self.errors.borrow_mut().push((slot.head.loc, format!("{}: {why}", slot.head.name)));
                Rc::new(empty(&slot.head))
            }
        })
    }

    /// Returns the bodies that were asked for since the last call, but were not checked yet.
    pub fn take_missed(&mut self) -> Vec<BodyId> {
        self.missed.take()
    }

    /// Returns the errors in bodies that were checked since the last call. Such bodies are empty.
    pub fn take_errors(&self) -> Vec<(Loc, String)> {
        self.errors.take()
    }

    /// Whether a body was asked for that was not checked yet.
    pub fn has_missed(&self) -> bool {
        !self.missed.borrow().is_empty()
    }

    pub(super) fn add(&mut self, b: Body) -> BodyId {
        let head = Head {
            name: b.name.clone(),
            kind: b.kind,
            priority: b.priority,
            groups: b.groups.clone(),
            module: b.module.clone(),
            loc: b.loc,
        };
        self.all.push(Slot { head, body: Rc::new(b).into() });
        BodyId(number(self.all.len() - 1))
    }

    /// Adds a body that is checked later.
    pub(crate) fn put_off(&mut self, head: Head) -> BodyId {
        self.all.push(Slot { head, body: OnceCell::new() });
        BodyId(number(self.all.len() - 1))
    }

    /// Sets a body whose check was put off.
    pub(crate) fn set(&self, id: BodyId, body: Rc<Body>) {
        if let Some(slot) = self.all.get(id.0 as usize) {
            slot.body.get_or_init(|| body);
        }
    }

    /// Sets who checks the remaining bodies.
    pub(crate) fn complete_by(&mut self, later: Rc<dyn Later>) {
        self.later = Some(later);
    }
}

/// A body without statements.
fn empty(head: &Head) -> Body {
    Body {
        name: head.name.clone(),
        kind: head.kind,
        params: Vec::new(),
        locals: Vec::new(),
        captures: Vec::new(),
        block: Stmt { kind: StmtKind::Block(Vec::new()), loc: head.loc },
        result: Type::Void,
        priority: head.priority,
        groups: head.groups.clone(),
        module: head.module.clone(),
        loc: head.loc,
    }
}
