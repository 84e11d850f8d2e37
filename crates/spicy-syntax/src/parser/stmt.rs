//! Statements.
use super::{Parse, Parser};
use crate::ast::{Case, Stmt, StmtKind, Variable};
use crate::source::Span;
use crate::token::Tok;

impl Parser<'_> {
    /// Parses `{ … }`.
    pub(crate) fn block(&mut self) -> Parse<Vec<Stmt>> {
        self.nested(|p| {
            p.expect("{")?;
            let mut out = Vec::new();
            while !p.eat("}") {
                if matches!(p.tok(), Tok::End) {
                    return p.unexpected("'}'");
                }
                out.push(p.statement()?);
            }
            Ok(out)
        })
    }

    /// Parses a block or a single statement.
    fn body(&mut self) -> Parse<Vec<Stmt>> {
        if self.is("{") { self.block() } else { Ok(vec![self.nested(Self::statement)?]) }
    }

    pub(crate) fn statement(&mut self) -> Parse<Stmt> {
        let start = self.span();
        let kind = self.statement_kind(start)?;
        Ok(Stmt { kind, span: start.to(self.last_span()) })
    }

    fn statement_kind(&mut self, start: Span) -> Parse<StmtKind> {
        if self.is("{") {
            return self.block().map(StmtKind::Block);
        }
        if self.eat(";") {
            return Ok(StmtKind::Block(Vec::new()));
        }
        let Tok::Ident(word) = self.tok() else { return self.expression_statement() };
        match word.as_str() {
            "assert" | "assert-exception" => {
                self.bump();
                let condition = self.expr()?;
                self.expect(";")?;
                Ok(StmtKind::Assert { condition, throws: word != "assert" })
            }
            "break" => self.bare(StmtKind::Break),
            "continue" => self.bare(StmtKind::Continue),
            "confirm" => self.bare(StmtKind::Confirm),
            "reject" => self.bare(StmtKind::Reject),
            "stop" => self.bare(StmtKind::Stop),
            "add" | "delete" | "unset" => {
                self.bump();
                let e = self.expr()?;
                self.expect(";")?;
                Ok(match word.as_str() {
                    "add" => StmtKind::Add(e),
                    "delete" => StmtKind::Delete(e),
                    _ => StmtKind::Unset(e),
                })
            }
            "for" => self.for_loop(),
            "if" => self.if_statement(),
            "while" => self.while_loop(),
            "switch" => self.switch_statement(),
            "local" | "global" => self.variable(false, start).map(|v| StmtKind::Local(Box::new(v))),
            "const" | "public" => {
                self.eat_word("public");
                if !self.is_word("const") {
                    return self.unexpected("a statement");
                }
                let v = self.variable(false, start)?;
                self.errors
                    .error(v.span, "only variables can be declared inside local scopes (not constants)");
                Ok(StmtKind::Block(Vec::new()))
            }
            "print" => {
                self.bump();
                let args = if self.is(";") { Vec::new() } else { self.expressions()? };
                self.expect(";")?;
                Ok(StmtKind::Print(args))
            }
            "return" => {
                self.bump();
                let value = if self.is(";") { None } else { Some(self.expr()?) };
                self.expect(";")?;
                Ok(StmtKind::Return(value))
            }
            "throw" => {
                self.bump();
                let e = self.expr()?;
                self.expect(";")?;
                Ok(StmtKind::Throw(e))
            }
            _ => self.expression_statement(),
        }
    }

    fn bare(&mut self, kind: StmtKind) -> Parse<StmtKind> {
        self.bump();
        self.expect(";")?;
        Ok(kind)
    }

    fn expression_statement(&mut self) -> Parse<StmtKind> {
        let e = self.expr()?;
        self.expect(";")?;
        Ok(StmtKind::Expr(e))
    }

    fn for_loop(&mut self) -> Parse<StmtKind> {
        self.bump();
        self.expect("(")?;
        let var = self.new_name()?;
        self.expect_word("in")?;
        let over = self.expr()?;
        self.expect(")")?;
        Ok(StmtKind::For { var, over, body: self.body()? })
    }

    /// Parses `local x = …` at the start of a condition.
    fn condition_local(&mut self) -> Parse<Option<Box<Variable>>> {
        if !self.is_word("local") {
            return Ok(None);
        }
        let start = self.span();
        self.variable_without_end(false, start).map(|v| Some(Box::new(v)))
    }

    /// Parses the local variable and the condition in parentheses. If there is only a local variable, it is the
    /// condition.
    fn guard(&mut self) -> Parse<(Option<Box<Variable>>, Option<crate::ast::Expr>)> {
        self.expect("(")?;
        let init = self.condition_local()?;
        let condition = if init.is_some() && !self.eat(";") { None } else { Some(self.expr()?) };
        self.expect(")")?;
        Ok((init, condition))
    }

    fn if_statement(&mut self) -> Parse<StmtKind> {
        self.bump();
        let (init, condition) = self.guard()?;
        let then = self.body()?;
        let otherwise = if self.eat_word("else") { self.body()? } else { Vec::new() };
        Ok(StmtKind::If { init, condition, then, otherwise })
    }

    fn while_loop(&mut self) -> Parse<StmtKind> {
        self.bump();
        let (init, condition) = self.guard()?;
        Ok(StmtKind::While { init, condition, body: self.body()? })
    }

    fn switch_statement(&mut self) -> Parse<StmtKind> {
        self.bump();
        let (init, value) = self.guard()?;
        self.expect("{")?;
        let mut cases = Vec::new();
        while !self.eat("}") {
            let start = self.span();
            let mut values = Vec::new();
            if !self.eat_word("default") {
                self.expect_word("case")?;
                loop {
                    values.push(self.no_test_expr()?);
                    if !self.eat(",") {
                        break;
                    }
                }
            }
            self.expect(":")?;
            let body = self.body()?;
            self.eat(";");
            cases.push(Case { values, body, span: start.to(self.last_span()) });
        }
        Ok(StmtKind::Switch { init, value, cases })
    }
}
