//! Name look-up.
use crate::check::{Checker, Decl};
use crate::hir::{Const, ENUM_UNDEF};
use crate::types::{Ty, Type};
use spicy_syntax::{Diagnostic, Span, suggest};

/// The result of a name look-up.
pub(crate) enum Named {
    Decl(Decl),
    /// A value of an enum.
    Label(Ty, Const),
    Module,
}

impl Checker<'_> {
    /// Looks up a path from the current module. An unknown path is not reported.
    pub(crate) fn lookup(&mut self, path: &str) -> Option<Named> {
        let module = self.cx.module;
        self.lookup_from(module, path)
    }

    pub(crate) fn lookup_from(&mut self, module: u32, path: &str) -> Option<Named> {
        let (first, rest) = match path.split_once("::") {
            Some((first, rest)) => (first, Some(rest)),
            None => (path, None),
        };
        if let Some(decl) = self.scopes[module as usize].get(first).cloned() {
            match rest {
                None => return Some(Named::Decl(decl)),
                Some(label) => {
                    if let Some(found) = self.label(&decl, label) {
                        return Some(found);
                    }
                }
            }
        }
        let own = self.modules[module as usize].ast.name.text == first;
        let imported = self.modules[module as usize].imports.get(first).copied();
        let targets: Vec<u32> = if own { self.same_named(first) } else { imported.into_iter().collect() };
        // Types of the library are also known by their original module's name.
        let targets = if targets.is_empty() && first == "hilti" { self.same_named("spicy") } else { targets };
        for target in targets {
            let Some(rest) = rest else { return Some(Named::Module) };
            let (name, label) = match rest.split_once("::") {
                Some((name, label)) => (name, Some(label)),
                None => (rest, None),
            };
            let Some(decl) = self.scopes[target as usize].get(name).cloned() else { continue };
            match label {
                None => return Some(Named::Decl(decl)),
                Some(label) => {
                    if let Some(found) = self.label(&decl, label) {
                        return Some(found);
                    }
                }
            }
        }
        None
    }

    /// Returns all modules with a name: a module may consist of several files.
    fn same_named(&self, name: &str) -> Vec<u32> {
        (0..self.modules.len() as u32).filter(|i| self.modules[*i as usize].ast.name.text == name).collect()
    }

    fn label(&mut self, decl: &Decl, label: &str) -> Option<Named> {
        let Decl::Type(t) = decl else { return None };
        let ty = self.declared_type(*t);
        let Type::Enum(e) = *self.program.types.get(ty) else { return None };
        let labels = &self.program.enums[e as usize].labels;
        if label == "Undef" {
            return Some(Named::Label(ty, Const::Enum(ENUM_UNDEF)));
        }
        let value = labels.iter().find(|(n, _)| n == label)?.1;
        Some(Named::Label(ty, Const::Enum(value)))
    }

    /// Reports an unknown name and suggests a similar one.
    pub(crate) fn unknown_name(&mut self, span: Span, path: &str) {
        if self.quiet > 0 {
            self.quiet_errors += 1;
            return;
        }
        let mut d = Diagnostic::error(span, format!("unknown ID '{path}'"));
        let scope = &self.scopes[self.cx.module as usize];
        let locals = self.cx.names.iter().map(|l| l.name.as_str());
        let near = suggest(path, locals.chain(scope.keys().map(String::as_str)));
        if let Some(near) = near {
            d = d.with_help(format!("did you mean '{near}'?"));
        } else if let Some((first, _)) = path.split_once("::")
            && !self.modules[self.cx.module as usize].imports.contains_key(first)
            && (crate::prelude::text(first).is_some() || self.program.modules.iter().any(|m| m == first))
        {
            d = d.with_help(format!("'import {first};' makes its names known"));
        }
        self.errors.push(d);
    }
}
