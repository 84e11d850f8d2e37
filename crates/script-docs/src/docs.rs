//! Collects the declarations of all scripts of a run.
use crate::comments;
use crate::declared::{Change, Field, Identifier, ScriptDoc};
use crate::names::documented;
use crate::scope::{Added, Scope};
use script_syntax::{Diagnostic, Directive, ExprId, Host, ItemKind, Name, Names, Parser, Source, Span, Tree};
use std::collections::HashMap;
use std::rc::Rc;

/// All declarations in the scripts of a run.
#[derive(Clone, Debug, Default)]
pub struct Docs {
    /// The scripts, in the order in which they were read.
    pub scripts: Vec<ScriptDoc>,
    /// All names, in the order of their declarations.
    pub identifiers: Vec<Identifier>,
    by_name: HashMap<String, usize>,
}

/// Assumes that every condition is true, because documentation shows the declarations for all systems.
struct Everything;

impl Host for Everything {
    fn condition(&mut self, _: &mut Names, _: &Tree, _: ExprId, _: bool) -> bool {
        true
    }
    fn defined(&mut self, _: &mut Names, _: Name) -> bool {
        true
    }
    fn ifdef(&mut self, _: &mut Names, _: Name, _: bool) -> bool {
        true
    }
    fn directive(&mut self, _: Directive<'_>, _: Span) {}
    fn report(&mut self, _: Diagnostic) {}
}

impl Docs {
    /// Reads the sources of a run that has loaded them without errors. `folders` are those of ZEEKPATH.
    pub fn read<'a>(sources: impl Iterator<Item = &'a Rc<Source>>, folders: &[&str]) -> Self {
        let mut docs = Docs::default();
        for source in sources.filter(|s| !s.name.starts_with('<')) {
            docs.scripts.push(ScriptDoc {
                name: documented(&source.name, folders),
                path: source.name.clone(),
                ..ScriptDoc::default()
            });
            docs.read_script(source);
        }
        docs
    }

    /// Finds a declared name.
    pub fn identifier(&self, name: &str) -> Option<&Identifier> {
        self.identifiers.get(*self.by_name.get(name.strip_prefix("GLOBAL::").unwrap_or(name))?)
    }

    /// Finds a field by `RECORD$FIELD`.
    pub fn field(&self, name: &str) -> Option<&Field> {
        let (record, field) = name.split_once('$')?;
        self.identifier(record)?.fields.iter().find(|f| f.name == field)
    }

    /// Finds a script by its name in documents or its path.
    pub fn script(&self, name: &str) -> Option<&ScriptDoc> {
        self.scripts.iter().find(|s| s.name == name || s.path == name)
    }

    /// Returns the name of a script by its number.
    pub fn script_name(&self, number: usize) -> &str {
        self.scripts.get(number).map_or("", |s| &s.name)
    }

    fn read_script(&mut self, source: &Rc<Source>) {
        let (mut names, mut host) = (Names::new(), Everything);
        let mut parser = Parser::new(Rc::clone(source), true);
        let (mut module, mut bodies) = (String::new(), Vec::new());
        let script = self.scripts.len() - 1;
        while let Some(item) = parser.next_item(&mut names, &mut host) {
            if let ItemKind::Module(name) = item.kind {
                module = Some(names.text(name)).filter(|m| *m != "GLOBAL").unwrap_or_default().to_owned();
                self.here().modules.insert(if module.is_empty() { "GLOBAL".into() } else { module.clone() });
                continue;
            }
            if let ItemKind::Function(f) = item.kind {
                let line = |at: u32| source.line(at.saturating_sub(source.base));
                bodies.push(line(f.open.start)..line(f.end.end.saturating_sub(1)) + 1);
            }
            let added = {
                let tree = parser.tree();
                let scope = Scope { docs: self, source, tree, names: &names, module: &module, script };
                scope.item(item)
            };
            self.add(added);
        }
        self.here().comment = comments::of_file(source, &bodies);
    }

    fn here(&mut self) -> &mut ScriptDoc {
        if self.scripts.is_empty() {
            self.scripts.push(ScriptDoc::default());
        }
        let last = self.scripts.len() - 1;
        &mut self.scripts[last]
    }

    fn known(&mut self, name: &str) -> Option<&mut Identifier> {
        self.identifiers.get_mut(*self.by_name.get(name)?)
    }

    fn add(&mut self, added: Added) {
        match added {
            Added::Nothing => {}
            Added::Load(path) => self.here().loads.push(path),
            Added::Names(all) => all.into_iter().for_each(|id| self.declare(id)),
            Added::Body(id) => match self.known(&id.name) {
                Some(declared) => {
                    declared.lines = id.lines;
                    declared.comment.extend(id.comment);
                }
                None => self.declare(id),
            },
            Added::Value(name, comment, redefinition) => {
                if let Some(id) = self.known(&name) {
                    id.redefinitions.push(redefinition);
                }
                self.change(Change { name, comment, fields: Vec::new(), enumerators: Vec::new() });
            }
            Added::Members(change, names) => {
                if let Some(id) = self.known(&change.name) {
                    id.fields.extend(change.fields.iter().cloned());
                    id.enumerators.extend(change.enumerators.iter().cloned());
                }
                self.change(change);
                names.into_iter().for_each(|id| self.declare(id));
            }
        }
    }

    fn change(&mut self, change: Change) {
        let changes = &mut self.here().changes;
        match changes.iter_mut().find(|c| c.name == change.name) {
            Some(before) => {
                before.comment.extend(change.comment);
                before.fields.extend(change.fields);
                before.enumerators.extend(change.enumerators);
            }
            None => changes.push(change),
        }
    }

    fn declare(&mut self, id: Identifier) {
        if let Some(before) = self.known(&id.name) {
            before.comment.extend(id.comment);
            return;
        }
        self.by_name.insert(id.name.clone(), self.identifiers.len());
        self.identifiers.push(id);
    }
}
