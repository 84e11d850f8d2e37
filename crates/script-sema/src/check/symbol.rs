//! Global names: variables, functions, types, enumerators, by module.
use super::attr_list::Attrs;
use crate::tree::GlobalId;
use foldhash::HashMap;
use script_syntax::tree::BasicType;
use script_syntax::{Name, Names, Span};
use std::rc::Rc;
use value::{EnumType, Type};

/// The number of names that the scripts of a usual run declare in modules.
const ROOM: usize = 7_000;

/// The number of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SymbolId(u32);

impl SymbolId {
    pub(crate) fn new(i: usize) -> Self {
        SymbolId(i as u32)
    }

    pub(crate) fn index(self) -> u32 {
        self.0
    }
}

/// The thing that a global name refers to.
#[derive(Clone)]
pub(crate) enum Meaning {
    /// Nothing yet: the name was mentioned, but not declared.
    Nothing,
    /// A variable, constant, option, function, event or hook.
    Global(GlobalId),
    /// A type.
    Type,
    /// An enumerator of an enumeration, with its number.
    Enumerator(Rc<EnumType>, i64),
}

/// A global name.
pub(crate) struct Symbol {
    /// The full name.
    pub(crate) name: Name,
    pub(crate) meaning: Meaning,
    pub(crate) ty: Option<Type>,
    /// Where it was first declared.
    pub(crate) span: Span,
    pub(crate) exported: bool,
    pub(crate) constant: bool,
    pub(crate) option: bool,
    pub(crate) attrs: Attrs,
    /// The value of a constant, if that is known at compile time.
    pub(crate) known: Option<crate::tree::ExprRef>,
    /// Whether it has an initial value or a body.
    pub(crate) has_value: bool,
}

/// All global names.
pub(crate) struct Symbols {
    all: Vec<Symbol>,
    /// The symbols, indexed by the number of their full name.
    by_name: Vec<Option<SymbolId>>,
    /// Maps module and name, such as `M` and `x`, to the full name `M::x`.
    full: HashMap<(Name, Name), Name>,
    /// The text of the last full name, whose memory the next one reuses.
    written: String,
    shape: Vec<Shape>,
    texts: Vec<Option<Rc<str>>>,
    /// The name of the module for names outside of modules.
    pub(crate) global: Name,
    /// `_`
    pub(crate) blank: Name,
    /// The number of symbols that a check can see: those that were declared before what it checks.
    pub(super) seen: u32,
}

/// The form in which a name is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    Unknown,
    /// `x`
    Simple,
    /// `M::x`, with its module.
    Qualified(Name),
    /// `::x`, with the part after the colons.
    Rooted(Name),
}

impl Symbols {
    pub(crate) fn new(names: &mut Names) -> Self {
        Symbols {
            all: Vec::new(),
            by_name: Vec::new(),
            full: HashMap::with_capacity_and_hasher(ROOM, Default::default()),
            written: String::new(),
            shape: Vec::new(),
            texts: Vec::new(),
            global: names.intern("GLOBAL"),
            blank: names.intern("_"),
            seen: u32::MAX,
        }
    }

    pub(super) fn shape(&mut self, names: &mut Names, name: Name) -> Shape {
        if self.shape.len() <= name.index() {
            self.shape.resize(names.len().max(name.index() + 1), Shape::Unknown);
        }
        let Some(known) = self.shape.get_mut(name.index()) else { return Shape::Simple };
        if *known == Shape::Unknown {
            let text = names.text(name);
            *known = match text.rsplit_once("::") {
                None => Shape::Simple,
                Some(("", base)) => {
                    let base = base.to_string();
                    Shape::Rooted(names.intern(&base))
                }
                Some((module, _)) => {
                    let module = module.to_string();
                    Shape::Qualified(names.intern(&module))
                }
            };
        }
        *known
    }

    /// Returns the full name of `name` as written in `module`.
    pub(crate) fn full_name(&mut self, names: &mut Names, module: Name, name: Name) -> Name {
        match self.shape(names, name) {
            Shape::Rooted(base) => base,
            Shape::Qualified(m) if m == self.global => {
                let base = names.text(name).rsplit("::").next().unwrap_or("").to_string();
                names.intern(&base)
            }
            Shape::Simple if module != self.global => {
                if let Some(&full) = self.full.get(&(module, name)) {
                    return full;
                }
                self.written.clear();
                for part in [names.text(module), "::", names.text(name)] {
                    self.written.push_str(part);
                }
                let full = names.intern(&self.written);
                self.full.insert((module, name), full);
                full
            }
            _ => name,
        }
    }

    pub(crate) fn at(&self, full: Name) -> Option<SymbolId> {
        self.by_name.get(full.index()).copied().flatten().filter(|id| id.0 < self.seen)
    }

    /// The number of symbols.
    pub(super) fn len(&self) -> u32 {
        self.all.len() as u32
    }

    /// Returns the text of a name, shared.
    pub(crate) fn rc(&mut self, names: &Names, name: Name) -> Rc<str> {
        if self.texts.len() <= name.index() {
            self.texts.resize(names.len().max(name.index() + 1), None);
        }
        let text = || names.text(name).into();
        self.texts.get_mut(name.index()).map_or_else(text, |t| Rc::clone(t.get_or_insert_with(text)))
    }

    /// Adds a name.
    pub(crate) fn add(&mut self, s: Symbol) -> SymbolId {
        let id = SymbolId(self.all.len() as u32);
        let i = s.name.index();
        if self.by_name.len() <= i {
            self.by_name.resize(i + 1 + i / 2, None);
        }
        if let Some(slot) = self.by_name.get_mut(i) {
            *slot = Some(id);
        }
        self.all.push(s);
        id
    }

    /// All symbols.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Symbol> {
        self.all.iter()
    }
}

impl std::ops::Index<SymbolId> for Symbols {
    type Output = Symbol;
    #[expect(
        clippy::indexing_slicing,
        reason = "only `Symbols::add` makes these numbers, and nothing is removed"
    )]
    fn index(&self, i: SymbolId) -> &Symbol {
        &self.all[i.0 as usize]
    }
}

impl std::ops::IndexMut<SymbolId> for Symbols {
    #[expect(clippy::indexing_slicing, reason = "as for `index`")]
    fn index_mut(&mut self, i: SymbolId) -> &mut Symbol {
        &mut self.all[i.0 as usize]
    }
}

/// Returns the type that a keyword names.
pub(crate) fn basic_type(b: BasicType) -> Type {
    match b {
        BasicType::Bool => Type::Bool,
        BasicType::Int => Type::Int,
        BasicType::Count => Type::Count,
        BasicType::Double => Type::Double,
        BasicType::Time => Type::Time,
        BasicType::Interval => Type::Interval,
        BasicType::String => Type::String,
        BasicType::Pattern => Type::Pattern,
        BasicType::Port => Type::Port,
        BasicType::Addr => Type::Addr,
        BasicType::Subnet => Type::Subnet,
        BasicType::Any => Type::Any,
    }
}
