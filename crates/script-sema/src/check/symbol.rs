//! Global names: variables, functions, types, enumerators, by module.
use super::{Attrs, Checker, Pass};
use crate::tree::GlobalId;
use foldhash::HashMap;
use script_syntax::tree::BasicType;
use script_syntax::{Diagnostic, Name, Names, Span, suggest};
use std::rc::Rc;
use value::{EnumType, Type};

/// Number of a symbol.
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

/// What a global name stands for.
#[derive(Clone)]
pub(crate) enum Meaning {
    /// Mentioned, and not declared yet.
    Nothing,
    /// A variable, constant, option, function, event or hook.
    Global(GlobalId),
    /// A type.
    Type,
    /// One of an enumeration's names.
    Enumerator(Rc<EnumType>, i64),
}

/// A global name.
pub(crate) struct Symbol {
    /// In full.
    pub(crate) name: Name,
    pub(crate) meaning: Meaning,
    pub(crate) ty: Option<Type>,
    /// Where it was first declared.
    pub(crate) span: Span,
    pub(crate) exported: bool,
    pub(crate) constant: bool,
    pub(crate) option: bool,
    pub(crate) attrs: Attrs,
    /// The value of a constant that is known here already.
    pub(crate) known: Option<crate::tree::ExprRef>,
    /// It has a value: a first one was given, or a body.
    pub(crate) has_value: bool,
}

/// All global names.
pub(crate) struct Symbols {
    all: Vec<Symbol>,
    /// By index of the full name.
    by_name: Vec<Option<SymbolId>>,
    /// `M`, `x` to `M::x`.
    full: HashMap<(Name, Name), Name>,
    shape: Vec<Shape>,
    texts: Vec<Option<Rc<str>>>,
    /// The module of names outside of modules.
    pub(crate) global: Name,
    /// `_`
    pub(crate) blank: Name,
}

/// How a name is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Unknown,
    /// `x`
    Simple,
    /// `M::x`: its module and whether that is `GLOBAL`.
    Qualified(Name),
    /// `::x`: what follows the colons.
    Rooted(Name),
}

impl Symbols {
    pub(crate) fn new(names: &mut Names) -> Self {
        Symbols {
            all: Vec::new(),
            by_name: Vec::new(),
            full: HashMap::default(),
            shape: Vec::new(),
            texts: Vec::new(),
            global: names.intern("GLOBAL"),
            blank: names.intern("_"),
        }
    }

    fn shape(&mut self, names: &mut Names, name: Name) -> Shape {
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

    /// The full name of `name` as written in `module`.
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
                let text = format!("{}::{}", names.text(module), names.text(name));
                let full = names.intern(&text);
                self.full.insert((module, name), full);
                full
            }
            _ => name,
        }
    }

    pub(crate) fn at(&self, full: Name) -> Option<SymbolId> {
        self.by_name.get(full.index()).copied().flatten()
    }

    /// The text of a name, shared.
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

    /// Every name with its symbol.
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

impl Checker {
    /// The global that `name` means in the current module, without a look at exports.
    pub(crate) fn find(&mut self, names: &mut Names, name: Name) -> Option<SymbolId> {
        let full = self.symbols.full_name(names, self.module, name);
        self.symbols.at(full).or_else(|| {
            let outer = self.symbols.full_name(names, self.symbols.global, name);
            self.symbols.at(outer)
        })
    }

    /// The global with this full name.
    pub(crate) fn find_full(&mut self, names: &mut Names, full: &str) -> Option<SymbolId> {
        let name = names.find(full)?;
        self.symbols.at(name)
    }
}

impl Pass<'_> {
    /// The global that `name` means here. Reports what is not exported, and `GLOBAL::`.
    pub(super) fn lookup(&mut self, name: Name, at: Span) -> Option<SymbolId> {
        self.lookup_in(name, at, false)
    }

    /// As [`Self::lookup`]; with `own_module` names outside of modules are not looked at from within one.
    pub(super) fn lookup_in(&mut self, name: Name, at: Span, own_module: bool) -> Option<SymbolId> {
        let module = self.c.module;
        let shape = self.c.symbols.shape(self.names, name);
        let global = self.c.symbols.global;
        if shape == Shape::Qualified(global) {
            let text = self.text(name).to_string();
            self.error(at, format!("Using GLOBAL:: as a prefix is invalid. Use :: instead ({text})"));
        }
        let full = self.c.symbols.full_name(self.names, module, name);
        if let Some(id) = self.c.symbols.at(full) {
            if let Shape::Qualified(m) = shape
                && m != module
                && m != global
                && !self.c.symbols[id].exported
            {
                let text = self.text(full).to_string();
                self.error(at, format!("identifier is not exported: {text}"));
            }
            return Some(id);
        }
        if own_module && module != global {
            return None;
        }
        let outer = self.c.symbols.full_name(self.names, global, name);
        self.c.symbols.at(outer)
    }

    /// Makes a global name known.
    pub(super) fn install(&mut self, name: Name, module: Name, at: Span) -> SymbolId {
        let full = self.c.symbols.full_name(self.names, module, name);
        let exported = self.c.export || module == self.c.symbols.global;
        self.c.symbols.add(Symbol {
            name: full,
            meaning: Meaning::Nothing,
            ty: None,
            span: at,
            exported,
            constant: false,
            option: false,
            attrs: Attrs::default(),
            known: None,
            has_value: false,
        })
    }

    /// Whether a name is `_`, alone or after a module.
    pub(super) fn is_blank(&self, name: Name) -> bool {
        name == self.c.symbols.blank || self.text(name).ends_with("::_")
    }

    /// Reports a name that nothing declares.
    pub(super) fn unknown_name(&mut self, name: Name, at: Span) {
        let text = self.text(name).to_string();
        let mut d = Diagnostic::error(at, format!("unknown identifier `{text}`"))
            .plain(format!("unknown identifier {text}, at or near \"{text}\""));
        if let Some(close) = self.similar_name(&text) {
            d = d.help(format!("did you mean `{close}`?"));
        }
        self.c.report(d);
        if self.c.options.first_only {
            self.c.stopped = true;
        }
    }

    fn similar_name(&self, text: &str) -> Option<String> {
        let prefix = format!("{}::", self.names.text(self.c.module));
        let locals = self.c.frames.iter().flat_map(|f| f.names()).map(|n| self.names.text(n));
        let globals = self.c.symbols.iter().map(|s| self.names.text(s.name));
        let globals = globals.map(|g| g.strip_prefix(&prefix).unwrap_or(g));
        suggest(text, locals.chain(globals)).map(str::to_string)
    }
}

/// The type behind a keyword.
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
