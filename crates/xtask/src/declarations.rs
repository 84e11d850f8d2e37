//! Types and events, as the `.zeek` tree declares them.
use anyhow::{Context as _, Result, anyhow};
use script_syntax::tree::{self, BasicType, Field as Node, Flavor, TypeKind};
use script_syntax::{ItemKind, Names, Source, SourceMap, Tok, Tree, TypeId, outline};
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

/// A type as written. Names are not resolved yet.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// A single word.
    Basic(BasicType),
    /// `vector of T`
    Vector(Box<Type>),
    /// `set[T]` with one index
    Set(Box<Type>),
    /// `table[K] of V` with one index
    Table(Box<Type>, Box<Type>),
    /// `opaque of NAME`
    Opaque(String),
    /// A name and the module in which it was written.
    Name(String, String),
    /// `record { … }`
    Record(Vec<Field>),
    /// `enum { … }`
    Enum,
    /// A type that no event from traffic uses.
    Other,
}

/// A field of a record, or a parameter of an event.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Whether it is `&optional`.
    pub optional: bool,
    /// Whether it has a `&default`.
    pub default: bool,
}

/// A declared type.
#[derive(Debug)]
pub struct Named {
    /// The file that declares it, below the tree's root.
    pub file: String,
    /// The type that the name refers to.
    pub ty: Type,
    /// Its comment.
    pub doc: String,
}

/// A declared event.
#[derive(Debug)]
pub struct EventDeclaration {
    /// Its name in scripts.
    pub name: String,
    /// The file that declares it.
    pub file: String,
    /// Its parameters; if there are several declarations, those of the longest.
    pub params: Vec<Field>,
    /// Its comment.
    pub doc: String,
}

/// All declarations of the tree that events need.
#[derive(Default)]
pub struct Declarations {
    /// Types by name.
    pub types: BTreeMap<String, Named>,
    /// The names of types in the order of their declaration.
    pub order: Vec<String>,
    /// Events in the order of their declaration, file by file.
    pub events: Vec<EventDeclaration>,
    /// Built-in functions and events without a comment, as `file: name`.
    pub undocumented: Vec<String>,
}

impl Declarations {
    /// Reads all files below `base/` of the tree.
    pub fn read(tree: &Path) -> Result<Self> {
        let mut files = Vec::new();
        walk(&tree.join("base"), "base", &mut files)?;
        files.sort();
        let (mut all, mut sources) = (Declarations::default(), SourceMap::new());
        for file in files {
            let text = std::fs::read(tree.join(&file)).with_context(|| file.clone())?;
            let source = sources.add(&file, "", text).map_err(|e| anyhow!("{file}: {e}"))?;
            all.add(&source).with_context(|| file.clone())?;
        }
        Ok(all)
    }

    fn add(&mut self, source: &Rc<Source>) -> Result<()> {
        let built_in = source.name.starts_with("base/bif/");
        outline::each(source, &mut |d| {
            let doc = outline::comment(source, d.item.span);
            let read = Reading { tree: d.tree, names: d.names, module: d.module };
            match d.item.kind {
                ItemKind::Type(_, ty, _) => {
                    let named = Named { file: source.name.clone(), ty: read.ty(ty), doc };
                    if self.types.insert(d.name.clone(), named).is_none() {
                        self.order.push(d.name);
                    }
                }
                ItemKind::Global(_, tree::Local { ty: Some(ty), .. }) => {
                    let TypeKind::Func(flavor, params, _) = d.tree[ty].kind else { return };
                    if built_in && doc.is_empty() {
                        self.undocumented.push(format!("{}: {}", source.name, d.name));
                    }
                    if flavor == Flavor::Event {
                        self.event(d.name, &source.name, read.fields(&d.tree[params]), doc);
                    }
                }
                _ => {}
            }
        })
        .map_err(|e| anyhow!("{}", e.message))
    }

    /// Merges several declarations of an event, with the parameters of the longest.
    fn event(&mut self, name: String, file: &str, params: Vec<Field>, doc: String) {
        match self.events.iter_mut().find(|e| e.name == name && e.file == file) {
            Some(known) if known.params.len() >= params.len() => {}
            Some(known) => known.params = params,
            None => self.events.push(EventDeclaration { name, file: file.into(), params, doc }),
        }
    }

    /// Returns the full name and declaration of the type that is written as `name` in `module`.
    pub fn find(&self, name: &str, module: &str) -> Option<(String, &Named)> {
        [outline::qualified(module, name), outline::qualified("", name)]
            .into_iter()
            .find_map(|n| self.types.get(&n).map(|t| (n, t)))
    }
}

/// The nodes of an item, and the file that contains it.
struct Reading<'a> {
    tree: &'a Tree,
    names: &'a Names,
    module: &'a str,
}

impl Reading<'_> {
    fn fields(&self, nodes: &[Node]) -> Vec<Field> {
        let has = |node: &Node, tok| self.tree[node.attrs].iter().any(|a| a.tok == tok);
        nodes
            .iter()
            .map(|node| Field {
                name: self.names.text(node.name).to_owned(),
                ty: self.ty(node.ty),
                optional: has(node, Tok::AttrOptional),
                default: has(node, Tok::AttrDefault),
            })
            .collect()
    }

    fn ty(&self, id: TypeId) -> Type {
        let one = |id| Box::new(self.ty(id));
        match self.tree[id].kind {
            TypeKind::Basic(basic) => Type::Basic(basic),
            TypeKind::Vector(of) => Type::Vector(one(of)),
            TypeKind::Set(index) => match self.tree[index] {
                [of] => Type::Set(one(of)),
                _ => Type::Other,
            },
            TypeKind::Table(index, of) => match self.tree[index] {
                [key] => Type::Table(one(key), one(of)),
                _ => Type::Other,
            },
            TypeKind::Record(fields, _) => Type::Record(self.fields(&self.tree[fields])),
            TypeKind::Enum(_) => Type::Enum,
            TypeKind::Opaque(name) => Type::Opaque(self.names.text(name).to_owned()),
            TypeKind::Name(name) => Type::Name(self.names.text(name).to_owned(), self.module.to_owned()),
            TypeKind::Error | TypeKind::File(_) | TypeKind::Func(..) => Type::Other,
        }
    }
}

fn walk(dir: &Path, below: &str, files: &mut Vec<String>) -> Result<()> {
    for entry in std::fs::read_dir(dir).with_context(|| dir.display().to_string())? {
        let entry = entry?;
        let name = format!("{below}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            walk(&entry.path(), &name, files)?;
        } else if name.ends_with(".zeek") {
            files.push(name);
        }
    }
    Ok(())
}
