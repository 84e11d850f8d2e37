//! Which names stand where, and what each of them means: for editors.
//!
//! The checker fills an index while it resolves names, if [`Options::index`](crate::Options) asks for one, so an editor
//! sees exactly what the program would use. A session without one pays a test for each name.
use foldhash::HashMap;
use script_syntax::Span;
use std::rc::Rc;
use value::{Name, RecordType, Type};

/// What a name refers to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// A global name: a variable, function, event, hook, type or enumerator, by its full name.
    Global(Name),
    /// A variable of a function, by the place of its declaration.
    Local(Span),
    /// A field of a named record: the record's full name and the field's.
    Field(Name, Name),
}

/// A name in a script, at its declaration or where it is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Use {
    /// The place of the name alone.
    pub at: Span,
    /// What it refers to.
    pub target: Target,
}

/// What a global name stands for.
#[derive(Clone)]
pub struct Global {
    /// Where it was first declared.
    pub at: Span,
    /// Its kind, as declarations say it: `function`, `event`, `type`, `option`.
    pub kind: &'static str,
    /// Its type; `None` if it was never declared.
    pub ty: Option<Type>,
    /// Whether other modules may name it.
    pub exported: bool,
}

/// A variable of a function.
#[derive(Clone)]
pub struct Local {
    /// Its name.
    pub name: Name,
    /// Its type; [`Type::Error`] if it could not be determined.
    pub ty: Type,
}

/// The names of a session.
#[derive(Default)]
pub struct Index {
    /// Names in order of their places, each once.
    pub uses: Vec<Use>,
    /// Globals by full name.
    pub globals: HashMap<Name, Global>,
    /// Variables of functions by the places of their declarations.
    pub locals: HashMap<Span, Local>,
    /// Where fields of named records are declared, by record and field.
    pub fields: HashMap<(Name, Name), Span>,
    /// Names after `$` with the record that they were looked up in, found or not.
    pub lookups: Vec<(Span, Rc<RecordType>)>,
    /// Declarations, functions with their bodies: in the order of the session.
    pub items: Vec<Span>,
    /// The module that each item stands in; same order as `items`.
    pub modules: Vec<Name>,
}

impl Index {
    pub(crate) fn note(&mut self, at: Span, target: Target) {
        if !at.is_none() {
            self.uses.push(Use { at, target });
        }
    }

    pub(crate) fn declare_local(&mut self, at: Span, name: Name, ty: Option<Type>) {
        self.note(at, Target::Local(at));
        self.locals.insert(at, Local { name, ty: ty.unwrap_or(Type::Error) });
    }

    /// Notes a name that was looked up among the fields of a record. `at` ends with the name.
    pub(crate) fn look_up(&mut self, at: Span, record: &Rc<RecordType>, field: &Name) {
        self.lookups.push((at, Rc::clone(record)));
        if let Some(name) = record.name().filter(|_| record.position(field).is_some()) {
            self.note(at, Target::Field(name, field.clone()));
        }
    }

    pub(crate) fn sort(&mut self) {
        self.uses.sort_by_key(|u| (u.at, matches!(u.target, Target::Global(_))));
        self.uses.dedup_by(|a, b| a.at == b.at);
    }

    /// The name at an offset of the session; a name also covers the offset after its last byte.
    pub fn at(&self, offset: u32) -> Option<&Use> {
        let end = self.uses.partition_point(|u| u.at.start <= offset);
        self.uses.get(..end)?.iter().rev().take(4).find(|u| offset <= u.at.end)
    }

    /// The innermost declaration or function around an offset, and the module that it stands in.
    pub fn item(&self, offset: u32) -> Option<(Span, &Name)> {
        let around =
            self.items.iter().zip(&self.modules).filter(|(s, _)| s.start <= offset && offset <= s.end);
        around.min_by_key(|(s, _)| s.end - s.start).map(|(s, m)| (*s, m))
    }

    /// Where a target is declared.
    pub fn declared(&self, target: &Target) -> Option<Span> {
        match target {
            Target::Global(name) => self.globals.get(name).map(|g| g.at).filter(|at| !at.is_none()),
            Target::Local(at) => Some(*at),
            Target::Field(record, field) => self.fields.get(&(record.clone(), field.clone())).copied(),
        }
    }
}
