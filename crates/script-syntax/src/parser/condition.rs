//! Conditions: `@if`, `@ifdef`, `@ifndef`, `@else`.
use super::{Failed, Parse, Run};
use crate::lexer::BranchEnd;
use crate::token::{Tok, Token};
use crate::{Diagnostic, ExprId, Name};

/// The head of a condition.
#[derive(Clone, Copy)]
pub(super) enum Condition {
    /// `@if ( e )`
    If(ExprId),
    /// `@ifdef ( name )` or, with false, `@ifndef ( name )`.
    Defined(Name, bool),
    /// `@else`, which ends the branch that was taken.
    Else,
}

impl Run<'_, '_> {
    /// Handles `@if`, `@ifdef`, `@ifndef` or `@else` where one is allowed. Returns whether there was one.
    pub(super) fn conditional(&mut self) -> Parse<bool> {
        let opener = self.peek_token();
        let Some(condition) = self.condition_head()? else { return Ok(false) };
        let head = self.span_at(opener.start as usize, self.last.end as usize);
        let taken = self.holds(condition, opener);
        self.host.branch(head, taken);
        if !taken {
            self.skip_branches(opener)?;
        }
        Ok(true)
    }

    /// Reads the head of a condition, up to its branch.
    pub(super) fn condition_head(&mut self) -> Parse<Option<Condition>> {
        let t = self.peek_token();
        let condition = match t.tok {
            Tok::If => {
                self.take();
                self.expect(Tok::LParen)?;
                let size = std::mem::replace(&mut self.in_size, false);
                let e = self.expr()?;
                self.in_size = size;
                self.expect(Tok::RParen)?;
                Condition::If(e)
            }
            Tok::Ifdef | Tok::Ifndef => {
                self.take();
                self.expect(Tok::LParen)?;
                let name = self.expect(Tok::Ident)?;
                let name = self.name(name);
                self.expect(Tok::RParen)?;
                Condition::Defined(name, t.tok == Tok::Ifdef)
            }
            Tok::AtElse => {
                self.take();
                Condition::Else
            }
            _ => return Ok(None),
        };
        Ok(Some(condition))
    }

    /// Whether the branch of a condition is taken.
    pub(super) fn holds(&mut self, condition: Condition, opener: Token) -> bool {
        match condition {
            Condition::If(e) => {
                self.state.conditions += 1;
                let inside = self.bodies > 0;
                self.host.condition(self.names, self.tree, e, inside)
            }
            Condition::Defined(name, wanted) => {
                self.state.conditions += 1;
                self.host.ifdef(self.names, name, wanted)
            }
            Condition::Else => {
                if self.state.conditions == 0 {
                    let d = Diagnostic::error(self.span(opener), "@else without @if...");
                    self.report(d);
                }
                false
            }
        }
    }

    /// Skips the branch that begins here.
    fn skip_branches(&mut self, opener: Token) -> Parse<()> {
        match self.lex.skip_branch() {
            BranchEnd::Else => {
                let head = self.span_at(self.lex.pos.saturating_sub("@else".len()), self.lex.pos);
                self.host.branch(head, true);
                Ok(())
            }
            BranchEnd::Endif => {
                self.state.conditions = self.state.conditions.saturating_sub(1);
                let end = self.lex.pos as u32;
                self.last = Token { tok: Tok::AtEndif, start: end.saturating_sub(6), end };
                Ok(())
            }
            BranchEnd::Eof => {
                self.unbalanced(opener);
                Err(Failed)
            }
        }
    }

    pub(super) fn unbalanced(&mut self, opener: Token) {
        let end = self.span_at(self.lex.text.len(), self.lex.text.len());
        let mut d = Diagnostic::fatal(end, "unbalanced @if... @endif");
        if opener.tok != Tok::Eof {
            d = d.help(format!("the branch that begins with {} has no @endif", opener.tok.text()));
        }
        self.report(d);
        self.state.conditions = 0;
        self.state.done = true;
    }
}
