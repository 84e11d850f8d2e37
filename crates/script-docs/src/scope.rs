//! Reads the declaration of an item.
use crate::comments;
use crate::declared::{Change, Enumerator, Field, Identifier, Kind, Redefinition};
use crate::docs::Docs;
use script_syntax::outline::qualified;
use script_syntax::tree::{self, Flavor, Function, GlobalKind, List, Local, TypeKind};
use script_syntax::{ExprId, Item, ItemKind, Name, Names, Source, Span, Tok, Tree};

/// The item being read, and its context.
pub(crate) struct Scope<'a> {
    pub(crate) docs: &'a Docs,
    pub(crate) source: &'a Source,
    pub(crate) tree: &'a Tree,
    pub(crate) names: &'a Names,
    pub(crate) module: &'a str,
    pub(crate) script: usize,
}

/// What an item adds to the declarations.
pub(crate) enum Added {
    Nothing,
    Load(String),
    Names(Vec<Identifier>),
    /// A function with its body.
    Body(Identifier),
    /// A variable's new value.
    Value(String, Vec<String>, Redefinition),
    /// Fields or enumerators.
    Members(Change, Vec<Identifier>),
}

impl Scope<'_> {
    /// Returns the name of a type, as other modules write it.
    pub(crate) fn type_name(&self, name: &str) -> String {
        self.global_name(name)
    }

    /// Returns a name that the script uses, as other modules write it.
    pub(crate) fn global_name(&self, name: &str) -> String {
        let own = qualified(self.module, name);
        if self.docs.identifier(&own).is_some() { own } else { name.to_owned() }
    }

    /// Returns the source text at a place, joined into one line.
    pub(crate) fn written(&self, span: Span) -> String {
        let from = span.start.saturating_sub(self.source.base) as usize;
        let to = (span.end.saturating_sub(self.source.base) as usize).min(self.source.text.len());
        let text = String::from_utf8_lossy(self.source.text.get(from..to).unwrap_or_default());
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn lines(&self, span: Span) -> (u32, u32) {
        let line = |at: u32| self.source.line(at.saturating_sub(self.source.base));
        let first = line(span.start);
        (first, line(span.end.saturating_sub(1)).max(first))
    }

    fn comment(&self, span: Span) -> Vec<String> {
        comments::of(self.source, span)
    }

    pub(crate) fn item(&self, item: Item) -> Added {
        match item.kind {
            ItemKind::Load(path) => Added::Load(String::from_utf8_lossy(&self.tree[path]).into_owned()),
            ItemKind::Global(GlobalKind::Redef, local) => self.redefinition(item, local),
            ItemKind::Global(kind, local) => self.global(item, kind, local),
            ItemKind::Type(ident, ty, attrs) => self.type_declaration(item, ident.name, ty, attrs),
            ItemKind::RedefEnum(ident, items) => {
                let of = self.global_name(self.names.text(ident.name));
                let (enumerators, names) = self.enumerators(&of, items, item.exported);
                let comment = self.comment_before(item.span);
                Added::Members(Change { name: of, comment, fields: Vec::new(), enumerators }, names)
            }
            ItemKind::RedefRecord(ident, fields, _) => {
                let name = self.global_name(self.names.text(ident.name));
                let (comment, fields) = (self.comment_before(item.span), self.fields(fields));
                Added::Members(Change { name, comment, fields, enumerators: Vec::new() }, Vec::new())
            }
            ItemKind::Function(f) => self.function(item, &f),
            ItemKind::Module(_) | ItemKind::RedefField { .. } | ItemKind::Stmt(_) => Added::Nothing,
        }
    }

    /// Returns the comment above a declaration with members. A comment after its last line belongs to the last member.
    fn comment_before(&self, span: Span) -> Vec<String> {
        let first = Span::new(span.start, span.start + 1);
        let first_line = self.lines(first).0;
        if self.lines(span).1 == first_line { self.comment(span) } else { comments::of(self.source, first) }
    }

    fn identifier(&self, item: Item, name: &str, kind: Kind) -> Identifier {
        Identifier {
            name: qualified(self.module, name),
            kind,
            script: self.script,
            lines: self.lines(item.span),
            exported: item.exported || self.module.is_empty(),
            comment: self.comment(item.span),
            ty: None,
            attrs: Vec::new(),
            params: Vec::new(),
            fields: Vec::new(),
            enumerators: Vec::new(),
            is_enum: false,
            first: None,
            redefinitions: Vec::new(),
        }
    }

    fn global(&self, item: Item, kind: GlobalKind, local: Local) -> Added {
        let declared = local.ty.map(|t| self.tree[t].kind);
        let kind = match (kind, declared) {
            (_, Some(TypeKind::Func(Flavor::Function, ..))) => Kind::Function,
            (_, Some(TypeKind::Func(Flavor::Event, ..))) => Kind::Event,
            (_, Some(TypeKind::Func(Flavor::Hook, ..))) => Kind::Hook,
            (GlobalKind::Const, _) => Kind::Const,
            (GlobalKind::Option, _) => Kind::Option,
            _ => Kind::Variable,
        };
        let mut id = self.identifier(item, self.names.text(local.ident.name), kind);
        if let Some(TypeKind::Func(_, params, _)) = declared {
            id.params = self.params(params);
        }
        id.ty = local.ty.map(|t| self.type_text(t));
        id.attrs = self.attributes(local.attrs, false);
        // An option can always be redefined.
        if kind == Kind::Option && !self.tree[local.attrs].iter().any(|a| a.tok == Tok::AttrRedef) {
            id.attrs.push(":zeek:attr:`&redef`".to_owned());
        }
        id.first = local.init.map(|e| self.bare(e));
        Added::Names(vec![id])
    }

    /// Returns an expression as written, without the brackets around a list.
    fn bare(&self, e: ExprId) -> String {
        let text = self.written(self.tree[e].span);
        let inner =
            [('{', '}'), ('[', ']')].iter().find_map(|(a, b)| text.strip_prefix(*a)?.strip_suffix(*b));
        inner.map_or(text.as_str(), str::trim).trim_end_matches(',').to_owned()
    }

    fn redefinition(&self, item: Item, local: Local) -> Added {
        let name = self.global_name(self.names.text(local.ident.name));
        let Some(value) = local.init else { return Added::Nothing };
        let operator = match local.class {
            tree::Init::None | tree::Init::Full => "=",
            tree::Init::Extra => "+=",
            tree::Init::Remove => "-=",
        };
        let redefinition = Redefinition { script: self.script, operator, text: self.bare(value) };
        Added::Value(name, self.comment(item.span), redefinition)
    }

    fn type_declaration(
        &self,
        item: Item,
        name: Name,
        ty: script_syntax::TypeId,
        attrs: List<tree::Attr>,
    ) -> Added {
        let mut id = self.identifier(item, self.names.text(name), Kind::Type);
        id.attrs = self.attributes(attrs, false);
        id.ty = Some(self.type_text(ty));
        let mut more = Vec::new();
        match self.tree[ty].kind {
            TypeKind::Record(fields, _) => {
                id.fields = self.fields(fields);
                id.comment = self.comment_before(item.span);
            }
            TypeKind::Enum(items) => {
                (id.enumerators, more) = self.enumerators(&id.name, items, item.exported);
                id.is_enum = true;
                id.comment = self.comment_before(item.span);
                // Zeek's documents count one line more.
                id.lines.1 += 1;
            }
            TypeKind::Func(_, params, _) => id.params = self.params(params),
            // An alias has the type at the end of its chain.
            TypeKind::Name(target) => {
                let target = self.docs.identifier(&self.global_name(self.names.text(target)));
                if let Some(t) = target.filter(|t| t.fields.is_empty() && !t.is_enum) {
                    id.ty.clone_from(&t.ty);
                }
            }
            _ => {}
        }
        more.insert(0, id);
        Added::Names(more)
    }

    fn function(&self, item: Item, f: &Function) -> Added {
        let kind = match f.flavor {
            Flavor::Function => Kind::Function,
            Flavor::Event => Kind::Event,
            Flavor::Hook => Kind::Hook,
        };
        let mut id = self.identifier(item, self.names.text(f.ident.name), kind);
        if kind != Kind::Function {
            // A handler is not a declaration.
            return Added::Nothing;
        }
        let head = (":zeek:type:`function`").to_owned();
        id.ty = Some((head.clone() + &self.signature(f.flavor, f.params, f.ret), head));
        id.attrs = self.attributes(f.attrs, false);
        id.params = self.params(f.params);
        id.lines.1 = self.lines(f.end).1;
        // Comments in the body are not documentation.
        id.comment = comments::of(self.source, Span::new(item.span.start, item.span.start + 1));
        Added::Body(id)
    }

    fn params(&self, params: List<tree::Field>) -> Vec<String> {
        self.tree[params].iter().map(|p| self.names.text(p.name).to_owned()).collect()
    }

    fn fields(&self, fields: List<tree::Field>) -> Vec<Field> {
        let field = |f: &tree::Field| {
            let attrs: String = self.attributes(f.attrs, true).iter().map(|a| format!(" {a}")).collect();
            let params = match self.tree[f.ty].kind {
                TypeKind::Func(_, params, _) => self.params(params),
                _ => Vec::new(),
            };
            Field {
                name: self.names.text(f.name).to_owned(),
                script: self.script,
                comment: self.comment(f.span),
                ty: self.type_text(f.ty).0 + &attrs,
                params,
            }
        };
        self.tree[fields].iter().map(field).collect()
    }

    /// Returns the names in an enumeration, both as its members and as identifiers.
    fn enumerators(
        &self,
        of: &str,
        items: List<tree::EnumItem>,
        exported: bool,
    ) -> (Vec<Enumerator>, Vec<Identifier>) {
        let one = |e: &tree::EnumItem| {
            let item = Item { kind: ItemKind::Module(e.name), span: e.span, exported };
            let mut id = self.identifier(item, self.names.text(e.name), Kind::Enumerator);
            id.ty = Some((crate::types::role(of), crate::types::role(of)));
            (Enumerator { name: id.name.clone(), script: self.script, comment: id.comment.clone() }, id)
        };
        self.tree[items].iter().map(one).unzip()
    }
}
