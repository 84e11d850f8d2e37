//! Lookup of global names.
use super::symbol::{Meaning, Shape, Symbol, SymbolId};
use super::{Attrs, Checker, Pass};
use crate::index::Target;
use script_syntax::{Diagnostic, Name, Names, Span, suggest};

impl Checker {
    /// Finds the global that `name` refers to in the current module, exported or not.
    pub(crate) fn find(&mut self, names: &mut Names, name: Name) -> Option<SymbolId> {
        let full = self.symbols.full_name(names, self.module, name);
        self.symbols.at(full).or_else(|| {
            let outer = self.symbols.full_name(names, self.symbols.global, name);
            self.symbols.at(outer)
        })
    }

    /// Finds the global with this full name.
    pub(crate) fn find_full(&mut self, names: &mut Names, full: &str) -> Option<SymbolId> {
        let name = names.find(full)?;
        self.symbols.at(name)
    }
}

impl Pass<'_> {
    /// Finds the global that `name` refers to here. Reports names that are not exported, and `GLOBAL::`.
    pub(super) fn lookup(&mut self, name: Name, at: Span) -> Option<SymbolId> {
        self.lookup_in(name, at, false)
    }

    /// Like [`Self::lookup`]. With `own_module`, a name used in a module does not refer to a global outside of modules.
    pub(super) fn lookup_in(&mut self, name: Name, at: Span, own_module: bool) -> Option<SymbolId> {
        let found = self.resolve(name, at, own_module);
        if let Some(id) = found {
            self.note_global(id, at);
        }
        found
    }

    /// Records, for editors, that a name refers to a global.
    pub(super) fn note_global(&mut self, id: SymbolId, at: Span) {
        if self.c.index.is_none() {
            return;
        }
        let full = self.rc(self.c.symbols[id].name);
        if let Some(index) = &mut self.c.index {
            index.note(at, Target::Global(full));
        }
    }

    fn resolve(&mut self, name: Name, at: Span, own_module: bool) -> Option<SymbolId> {
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

    /// Adds a global name.
    pub(super) fn install(&mut self, name: Name, module: Name, at: Span) -> SymbolId {
        let full = self.c.symbols.full_name(self.names, module, name);
        let exported = self.c.export || module == self.c.symbols.global;
        let id = self.c.symbols.add(Symbol {
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
        });
        self.note_global(id, at);
        id
    }

    /// Whether a name is `_`, alone or after a module.
    pub(super) fn is_blank(&self, name: Name) -> bool {
        name == self.c.symbols.blank || self.text(name).ends_with("::_")
    }

    /// Reports an undeclared name.
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
