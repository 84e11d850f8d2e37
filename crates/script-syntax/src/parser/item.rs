//! Parses items at the top level of a file.
use super::record::Head;
use super::{Parse, Run, statement};
use crate::token::Tok;
use crate::tree::{Flavor, Function, Init, Item, ItemKind, Runs};
use crate::{Diagnostic, Span};

/// Whether a token can begin a declaration.
pub(super) fn begins(tok: Tok) -> bool {
    use Tok::*;
    matches!(
        tok,
        KwModule
            | KwExport
            | KwGlobal
            | KwOption
            | KwConst
            | KwRedef
            | KwType
            | KwFunction
            | KwEvent
            | KwHook
            | Load
    )
}

impl Run<'_, '_> {
    /// Reads one item. Returns `None` for anything else at this level: the end, a condition, a brace of `export`.
    pub(super) fn item(&mut self) -> Parse<Option<Item>> {
        let t = self.peek_token();
        let first = self.span(t);
        if t.tok == Tok::Eof {
            if self.state.export {
                self.state.export = false;
                return Err(self.unexpected("}"));
            }
            return Ok(None);
        }
        if t.tok == Tok::Load {
            self.take();
            let path = self.bytes_of(t).get(5..).unwrap_or_default().trim_ascii_start();
            let path = self.tree.run(path.iter().copied());
            return Ok(Some(Item { kind: ItemKind::Load(path), span: first, exported: self.state.export }));
        }
        if self.conditional()? {
            return Ok(None);
        }
        if self.state.in_statements {
            if let Tok::KwGlobal
            | Tok::KwModule
            | Tok::KwExport
            | Tok::KwType
            | Tok::KwOption
            | Tok::KwRedef = t.tok
            {
                let d =
                    Diagnostic::error(first, format!("a declaration (`{}`) after statements", t.tok.text()));
                self.report(
                    d.plain(format!("syntax error, at or near \"{}\"", t.tok.text()))
                        .help("statements outside of functions come after all declarations"),
                );
                return Err(super::Failed);
            }
            let s = self.stmt()?;
            return Ok(Some(statement(s, self.since(first))));
        }
        let kind = match t.tok {
            Tok::KwModule => {
                self.take();
                let id = self.plain_ident()?;
                self.expect(Tok::Semi)?;
                ItemKind::Module(id.name)
            }
            Tok::KwExport => {
                self.take();
                self.expect(Tok::LBrace)?;
                self.state.export = true;
                return Ok(None);
            }
            Tok::RBrace if self.state.export => {
                self.take();
                self.state.export = false;
                return Ok(None);
            }
            Tok::KwGlobal | Tok::KwOption | Tok::KwConst => {
                self.take();
                let ident = self.ident()?;
                let local = self.variable(ident, t.tok == Tok::KwConst)?;
                self.expect(Tok::Semi)?;
                match Self::global_kind(t.tok) {
                    Some(kind) => ItemKind::Global(kind, local),
                    None => return Err(self.unexpected("declaration")),
                }
            }
            Tok::KwRedef => {
                self.take();
                self.redef()?
            }
            Tok::KwType => {
                self.take();
                let ident = self.ident()?;
                self.expect(Tok::Colon)?;
                let ty = self.ty()?;
                let attrs = self.attrs()?;
                self.expect(Tok::Semi)?;
                ItemKind::Type(ident, ty, attrs)
            }
            Tok::KwFunction => return self.function(first, Flavor::Function, false).map(Some),
            Tok::KwEvent => return self.function(first, Flavor::Event, false).map(Some),
            Tok::KwHook => return self.function(first, Flavor::Hook, false).map(Some),
            _ => {
                if self.state.export || t.tok == Tok::RBrace {
                    return Err(self.unexpected("declaration"));
                }
                let s = self.stmt()?;
                self.state.in_statements = true;
                return Ok(Some(statement(s, self.since(first))));
            }
        };
        Ok(Some(Item { kind, span: self.since(first), exported: self.state.export }))
    }

    fn redef(&mut self) -> Parse<ItemKind> {
        match self.peek() {
            Tok::KwEnum => {
                self.take();
                let ident = self.ident()?;
                self.expect(Tok::AddTo)?;
                self.expect(Tok::LBrace)?;
                let items = self.enum_items()?;
                self.expect(Tok::Semi)?;
                Ok(ItemKind::RedefEnum(ident, items))
            }
            Tok::KwRecord => {
                self.take();
                let ident = self.ident()?;
                if self.eat(Tok::Dollar) {
                    let field = self.plain_ident()?.name;
                    let class = if self.eat(Tok::RemoveFrom) {
                        Init::Remove
                    } else {
                        self.expect(Tok::AddTo)?;
                        Init::Extra
                    };
                    self.expect(Tok::LBrace)?;
                    let attrs = self.attrs()?;
                    if attrs.is_empty() {
                        return Err(self.unexpected("an attribute"));
                    }
                    self.expect(Tok::RBrace)?;
                    self.expect(Tok::Semi)?;
                    return Ok(ItemKind::RedefField { record: ident, field, class, attrs });
                }
                self.expect(Tok::AddTo)?;
                self.expect(Tok::LBrace)?;
                let fields = self.fields()?;
                let attrs = self.attrs()?;
                self.expect(Tok::Semi)?;
                Ok(ItemKind::RedefRecord(ident, fields, attrs))
            }
            Tok::KwEvent => {
                let item = self.function(self.last_span(), Flavor::Event, true)?;
                Ok(item.kind)
            }
            _ => {
                let ident = self.ident()?;
                if !self.host.redef(self.names, ident.name, ident.span) {
                    self.state.errors += 1;
                    return Err(super::Failed);
                }
                let local = self.variable(ident, false)?;
                self.expect(Tok::Semi)?;
                Ok(ItemKind::Global(crate::tree::GlobalKind::Redef, local))
            }
        }
    }

    fn function(&mut self, first: Span, flavor: Flavor, redef: bool) -> Parse<Item> {
        self.take();
        let ident = self.ident()?;
        let open = self.peek_token();
        let params = self.params()?;
        let ret = self.opt_type()?;
        let params_span = self.since(self.span(open));
        let attrs = self.attrs()?;
        let span = self.since(first);
        while self.conditional()? {}
        self.expect(Tok::LBrace)?;
        let open = self.last_span();
        if let Some(head) = &mut self.head {
            *head = Head::of(self.tree, self.source.base);
        }
        let body = self.block_rest()?;
        let end = self.last_span();
        let f = Function { flavor, redef, ident, params, params_span, ret, attrs, body, open, end };
        Ok(Item { kind: ItemKind::Function(f), span, exported: self.state.export })
    }
}
