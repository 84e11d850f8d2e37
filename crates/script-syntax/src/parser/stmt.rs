//! Parses statements.
use super::{Diagnostic, Failed, MAX_ERRORS, Parse, Run, expr, types};
use crate::token::Tok;
use crate::tree::{
    Arena, Case, CaseLabel, CaseType, ExprKind, For, GlobalKind, Init, List, Local, Runs, Stmt, StmtKind,
    When,
};
use crate::{Span, StmtId};

impl Run<'_, '_> {
    /// Parses statements up to and including the closing brace.
    pub(super) fn block_rest(&mut self) -> Parse<List<StmtId>> {
        self.bodies += 1;
        let all = self.block_inner();
        self.bodies -= 1;
        all
    }

    fn block_inner(&mut self) -> Parse<List<StmtId>> {
        let mut all = Vec::new();
        loop {
            if self.eat(Tok::RBrace) {
                return Ok(self.tree.run(all));
            }
            if self.peek() == Tok::Eof {
                return Err(self.unexpected("}"));
            }
            if self.conditional()? {
                continue;
            }
            match self.stmt() {
                Ok(s) => all.push(s),
                Err(Failed) => self.skip_stmt()?,
            }
        }
    }

    /// After an error, skips to after the statement's `;`, or to before the block's `}`.
    fn skip_stmt(&mut self) -> Parse<()> {
        if !self.state.recover || self.state.errors >= MAX_ERRORS || self.state.done {
            return Err(Failed);
        }
        let mut depth = 0u32;
        loop {
            let t = self.peek_token();
            let at_line_start = t.start == 0 || self.lex.at(t.start as usize - 1) == b'\n';
            match t.tok {
                Tok::Eof => return Err(Failed),
                Tok::RBrace if depth == 0 => return Ok(()),
                tok if at_line_start && super::item::begins(tok) => return Err(Failed),
                _ => {}
            }
            self.take();
            match t.tok {
                Tok::LBrace | Tok::LParen | Tok::LBracket => depth += 1,
                Tok::RBrace if depth <= 1 => return Ok(()),
                Tok::RBrace | Tok::RParen | Tok::RBracket => depth = depth.saturating_sub(1),
                Tok::Semi if depth == 0 => return Ok(()),
                _ => {}
            }
        }
    }

    pub(super) fn stmt(&mut self) -> Parse<StmtId> {
        self.nested(Self::stmt_here)
    }

    fn finish(&mut self, kind: StmtKind, first: Span) -> Parse<StmtId> {
        self.expect(Tok::Semi)?;
        let span = self.since(first);
        Ok(self.tree.push(Stmt { kind, span }))
    }

    /// Parses the body of an `if` or a loop, which must not be a directive.
    fn governed(&mut self, before_else: bool) -> Parse<StmtId> {
        let t = self.peek_token();
        if self.conditional()? {
            let span = self.span(t);
            // Zeek reports this one token later if an `else` may follow.
            let skipped = self.last.tok == Tok::AtEndif;
            let next = if before_else && !skipped { self.peek_token() } else { self.last };
            let next = self.span(next);
            self.report(
                Diagnostic::error(span, "incorrect use of directive")
                    .plain_site(next)
                    .help("put the statement and its @if in braces"),
            );
            return Ok(self.tree.push(Stmt { kind: StmtKind::Null, span }));
        }
        self.stmt()
    }

    fn stmt_here(&mut self) -> Parse<StmtId> {
        let t = self.peek_token();
        let first = self.span(t);
        match t.tok {
            Tok::LBrace => {
                self.take();
                let body = self.block_rest()?;
                let span = self.since(first);
                Ok(self.tree.push(Stmt { kind: StmtKind::Block(body), span }))
            }
            Tok::KwAssert => {
                self.take();
                let e = self.expr()?;
                let message = if self.eat(Tok::Comma) { Some(self.expr()?) } else { None };
                self.finish(StmtKind::Assert(e, message), first)
            }
            Tok::KwPrint => {
                self.take();
                let args = self.exprs()?;
                self.finish(StmtKind::Print(args), first)
            }
            Tok::KwEvent => {
                self.take();
                let call = self.event_call()?;
                self.finish(StmtKind::Event(call), first)
            }
            Tok::KwIf => {
                self.take();
                self.expect(Tok::LParen)?;
                let cond = self.expr()?;
                self.expect(Tok::RParen)?;
                let span = self.since(first);
                let yes = self.governed(true)?;
                let no = if self.eat(Tok::KwElse) { Some(self.governed(false)?) } else { None };
                Ok(self.tree.push(Stmt { kind: StmtKind::If(cond, yes, no), span }))
            }
            Tok::KwSwitch => self.switch(first),
            Tok::KwFor => self.for_loop(first),
            Tok::KwWhile => {
                self.take();
                self.expect(Tok::LParen)?;
                let cond = self.expr()?;
                self.expect(Tok::RParen)?;
                let span = self.since(first);
                let body = self.governed(false)?;
                Ok(self.tree.push(Stmt { kind: StmtKind::While(cond, body), span }))
            }
            Tok::KwNext => {
                self.take();
                self.finish(StmtKind::Next, first)
            }
            Tok::KwBreak => {
                self.take();
                self.finish(StmtKind::Break, first)
            }
            Tok::KwFallthrough => {
                self.take();
                self.finish(StmtKind::Fallthrough, first)
            }
            Tok::KwReturn => {
                self.take();
                if self.peek() == Tok::KwWhen {
                    return self.when(first, true);
                }
                let value = if self.peek() == Tok::Semi { None } else { Some(self.expr()?) };
                self.finish(StmtKind::Return(value), first)
            }
            Tok::KwWhen => self.when(first, false),
            Tok::KwLocal | Tok::KwConst => {
                self.take();
                let ident = self.plain_ident()?;
                let local = self.variable(ident, t.tok == Tok::KwConst)?;
                let local = self.tree.push(local);
                self.finish(StmtKind::Local(local), first)
            }
            Tok::Semi => {
                self.take();
                Ok(self.tree.push(Stmt { kind: StmtKind::Null, span: first }))
            }
            _ => {
                if !expr::begins(t.tok) {
                    return Err(self.unexpected("statement"));
                }
                let e = self.expr()?;
                let kind = match self.tree[e].kind {
                    ExprKind::Assign(to, value) if matches!(self.tree[to].kind, ExprKind::Slice(..)) => {
                        StmtKind::SliceAssign(to, value)
                    }
                    _ => StmtKind::Expr(e),
                };
                self.finish(kind, first)
            }
        }
    }

    /// Parses the rest of a variable's declaration after its name, without the `;`.
    pub(super) fn variable(&mut self, ident: crate::tree::Ident, constant: bool) -> Parse<Local> {
        let ty = self.opt_type()?;
        let class = match self.peek() {
            Tok::Assign => Init::Full,
            Tok::AddTo => Init::Extra,
            Tok::RemoveFrom => Init::Remove,
            _ => Init::None,
        };
        let init = if class != Init::None {
            self.take();
            if self.peek() == Tok::Semi || types::is_attr(self.peek()) { None } else { Some(self.rhs()?) }
        } else if self.peek() == Tok::LBrace || expr::begins(self.peek()) {
            Some(self.rhs()?)
        } else {
            None
        };
        let attrs = self.attrs()?;
        Ok(Local { constant, ident, ty, class, init, attrs })
    }

    fn for_loop(&mut self, first: Span) -> Parse<StmtId> {
        self.take();
        self.expect(Tok::LParen)?;
        let bracketed = self.eat(Tok::LBracket);
        let mut keys = vec![self.plain_ident()?];
        let mut value = None;
        if bracketed {
            while self.eat(Tok::Comma) {
                keys.push(self.plain_ident()?);
            }
            self.expect(Tok::RBracket)?;
        }
        if self.eat(Tok::Comma) {
            value = Some(self.plain_ident()?);
        }
        let keys = self.tree.run(keys);
        self.expect(Tok::KwIn)?;
        let over = self.expr()?;
        self.expect(Tok::RParen)?;
        let span = self.since(first);
        let body = self.governed(false)?;
        let id = self.tree.push(For { keys, bracketed, value, over, body });
        Ok(self.tree.push(Stmt { kind: StmtKind::For(id), span }))
    }

    fn switch(&mut self, first: Span) -> Parse<StmtId> {
        self.take();
        let value = self.expr()?;
        let span = self.since(first);
        self.expect(Tok::LBrace)?;
        let mut cases = Vec::new();
        loop {
            let t = self.peek_token();
            let start = self.span(t);
            let label = match t.tok {
                Tok::RBrace => {
                    self.take();
                    break;
                }
                Tok::KwCase => {
                    self.take();
                    if self.peek() == Tok::KwType {
                        let mut all = Vec::new();
                        loop {
                            self.expect(Tok::KwType)?;
                            let ty = self.ty()?;
                            let name = if self.eat(Tok::KwAs) { Some(self.plain_ident()?) } else { None };
                            all.push(CaseType { ty, name });
                            if !self.eat(Tok::Comma) {
                                break;
                            }
                        }
                        CaseLabel::Types(self.tree.run(all))
                    } else {
                        CaseLabel::Values(self.exprs()?)
                    }
                }
                Tok::KwDefault => {
                    self.take();
                    CaseLabel::Default
                }
                _ => return Err(self.unexpected("`case`, `default` or `}`")),
            };
            self.expect(Tok::Colon)?;
            let mut body = Vec::new();
            loop {
                match self.peek() {
                    Tok::KwCase | Tok::KwDefault | Tok::RBrace => break,
                    Tok::Eof => return Err(self.unexpected("}")),
                    _ => {}
                }
                if self.conditional()? {
                    continue;
                }
                match self.stmt() {
                    Ok(s) => body.push(s),
                    Err(Failed) => self.skip_stmt()?,
                }
            }
            let body = self.tree.run(body);
            cases.push(Case { label, body, span: self.since(start) });
        }
        let cases = self.tree.run(cases);
        Ok(self.tree.push(Stmt { kind: StmtKind::Switch(value, cases), span }))
    }

    fn when(&mut self, first: Span, is_return: bool) -> Parse<StmtId> {
        self.take();
        let captures = if self.eat(Tok::LBracket) { Some(self.captures(true)?) } else { None };
        self.expect(Tok::LParen)?;
        self.in_when += 1;
        let condition = self.expr();
        self.in_when -= 1;
        let condition = condition?;
        self.expect(Tok::RParen)?;
        let body = self.stmt()?;
        let timeout = if self.eat(Tok::KwTimeout) {
            let after = self.expr()?;
            self.expect(Tok::LBrace)?;
            Some((after, self.block_rest()?))
        } else {
            None
        };
        let id = self.tree.push(When { is_return, captures, condition, body, timeout });
        let span = self.since(first);
        Ok(self.tree.push(Stmt { kind: StmtKind::When(id), span }))
    }

    /// Returns the kind of a global declaration by its keyword.
    pub(super) fn global_kind(tok: Tok) -> Option<GlobalKind> {
        Some(match tok {
            Tok::KwGlobal => GlobalKind::Global,
            Tok::KwConst => GlobalKind::Const,
            Tok::KwOption => GlobalKind::Option,
            Tok::KwRedef => GlobalKind::Redef,
            _ => return None,
        })
    }
}
