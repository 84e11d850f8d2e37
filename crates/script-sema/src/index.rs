//! The index for editors: which names occur where, and what each of them refers to.
//!
//! The checker fills an index while it resolves names, if [`Options::index`](crate::Options) asks for one, so an editor
//! sees exactly what the program would use. A session without an index pays one test for each name.
use foldhash::HashMap;
use script_syntax::Span;
use std::rc::Rc;
use value::{Name, RecordType, Type};

/// The thing that a name refers to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// A global name: a variable, function, event, hook, type or enumerator, by its full name.
    Global(Name),
    /// A variable of a function, by the place of its declaration.
    Local(Span),
    /// A field of a named record: the record's full name and the field's.
    Field(Name, Name),
}

/// An occurrence of a name in a script, at its declaration or where it is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Use {
    /// The place of the name itself.
    pub at: Span,
    /// The thing that the name refers to.
    pub target: Target,
}

/// A global name's declaration.
#[derive(Clone)]
pub struct Global {
    /// The place of its first declaration.
    pub at: Span,
    /// Its kind, as in declarations: `function`, `event`, `type`, `option`.
    pub kind: &'static str,
    /// Its type; `None` if it was never declared.
    pub ty: Option<Type>,
    /// Whether other modules may use it.
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

/// All names of a session.
#[derive(Default)]
pub struct Index {
    /// The occurrences of names, sorted by place, without duplicates.
    pub uses: Vec<Use>,
    /// The globals, by full name.
    pub globals: HashMap<Name, Global>,
    /// The variables of functions, by the places of their declarations.
    pub locals: HashMap<Span, Local>,
    /// The places where fields of named records are declared, by record and field.
    pub fields: HashMap<(Name, Name), Span>,
    /// The names after `$`, each with the record in which it was looked up, whether it was found or not.
    pub lookups: Vec<(Span, Rc<RecordType>)>,
    /// The declarations, and functions with their bodies, in the order of the session.
    pub items: Vec<Span>,
    /// The module of each item, in the order of `items`.
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

    /// Records a name that was looked up among the fields of a record. `at` ends with the name.
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

    /// Returns the name at an offset of the session; a name also covers the offset right after its last byte.
    pub fn at(&self, offset: u32) -> Option<&Use> {
        let end = self.uses.partition_point(|u| u.at.start <= offset);
        self.uses.get(..end)?.iter().rev().take(4).find(|u| offset <= u.at.end)
    }

    /// Returns the innermost declaration or function around an offset, and its module.
    pub fn item(&self, offset: u32) -> Option<(Span, &Name)> {
        let around =
            self.items.iter().zip(&self.modules).filter(|(s, _)| s.start <= offset && offset <= s.end);
        around.min_by_key(|(s, _)| s.end - s.start).map(|(s, m)| (*s, m))
    }

    /// Returns the place where a target is declared.
    pub fn declared(&self, target: &Target) -> Option<Span> {
        match target {
            Target::Global(name) => self.globals.get(name).map(|g| g.at).filter(|at| !at.is_none()),
            Target::Local(at) => Some(*at),
            Target::Field(record, field) => self.fields.get(&(record.clone(), field.clone())).copied(),
        }
    }
}
