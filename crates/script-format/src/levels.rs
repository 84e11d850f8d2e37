//! Determines the indentation of lines. Walks over statements, considering only braces, headers and semicolons, not
//! names.
use crate::blanks::FAR;
use script_syntax::Tok;
use script_syntax::pieces::{Kind, Piece};

/// The indentation of a line that begins with a piece.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Level {
    /// The number of tabs before it.
    pub(crate) tabs: usize,
    /// Whether it continues the line above.
    pub(crate) continued: bool,
}

/// Returns the level of each piece. `breaks` tells whether a line ends between two offsets.
pub(crate) fn levels(all: &[Piece], breaks: impl Fn((usize, usize)) -> bool) -> Vec<Level> {
    let mut walk = Walk { all, levels: vec![Level::default(); all.len()], at: 0, depth: 0, breaks: &breaks };
    while walk.at < all.len() {
        walk.list(0, End::Text);
        // A brace that closes nothing.
        walk.take(0, false);
    }
    walk.levels
}

/// The end of a list of statements.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Text,
    Brace,
}

struct Walk<'a> {
    all: &'a [Piece],
    levels: Vec<Level>,
    at: usize,
    /// The number of open statements and braces.
    depth: u32,
    breaks: &'a dyn Fn((usize, usize)) -> bool,
}

/// The greatest depth of nested statements. Deeper ones are all laid out at one level.
const DEEPEST: u32 = 200;

impl Walk<'_> {
    fn tok(&self) -> Option<Tok> {
        self.all.get(self.at)?.tok()
    }

    /// Whether the next piece begins a line.
    fn first(&self) -> bool {
        let Some(before) = self.at.checked_sub(1).and_then(|b| self.all.get(b)) else { return true };
        self.all.get(self.at).is_some_and(|p| (self.breaks)((before.end, p.start)))
    }

    fn take(&mut self, tabs: usize, continued: bool) {
        if let Some(l) = self.levels.get_mut(self.at) {
            *l = Level { tabs, continued };
        }
        self.at += 1;
    }

    /// Takes comments and directives, which can be anywhere. Directives have no indentation; comments have that of the
    /// code that follows.
    fn between(&mut self, tabs: usize) {
        while let Some(piece) = self.all.get(self.at) {
            match piece.kind {
                Kind::Comment | Kind::Unknown => self.take(tabs, false),
                Kind::Directive | Kind::Token(Tok::AtElse) => self.take(0, false),
                Kind::Token(Tok::If | Tok::Ifdef | Tok::Ifndef) => {
                    self.take(0, false);
                    self.parentheses(0);
                }
                Kind::Token(_) => return,
            }
        }
    }

    /// Takes statements or declarations, up to the brace that closes them.
    fn list(&mut self, tabs: usize, end: End) {
        loop {
            self.between(tabs);
            match self.tok() {
                None | Some(Tok::RBrace) => return,
                Some(Tok::KwCase | Tok::KwDefault) if end == End::Brace => {
                    let outer = tabs.saturating_sub(1);
                    self.label(outer);
                }
                Some(_) => self.statement(tabs),
            }
        }
    }

    /// Takes `case …:`.
    fn label(&mut self, tabs: usize) {
        let mut continued = false;
        while let Some(tok) = self.tok() {
            match tok {
                Tok::LParen | Tok::LBracket => self.parentheses(tabs),
                Tok::Semi | Tok::LBrace | Tok::RBrace => return,
                _ => self.take(tabs, continued),
            }
            if tok == Tok::Colon {
                return;
            }
            continued = true;
        }
    }

    fn statement(&mut self, tabs: usize) {
        if self.depth >= DEEPEST {
            return self.take(tabs, false);
        }
        self.depth += 1;
        match self.tok() {
            Some(Tok::LBrace) => self.block(tabs, tabs),
            Some(Tok::KwIf | Tok::KwFor | Tok::KwWhile | Tok::KwWhen | Tok::KwSwitch) => self.header(tabs),
            Some(Tok::KwElse | Tok::KwTimeout) => {
                self.take(tabs, false);
                if self.tok() == Some(Tok::KwIf) && !self.first() {
                    self.header(tabs);
                } else {
                    self.body(tabs);
                }
            }
            Some(_) => self.plain(tabs),
            None => {}
        }
        self.depth -= 1;
    }

    /// Takes `if ( … )` and the like, with the statement that belongs to it.
    fn header(&mut self, tabs: usize) {
        let cases = self.tok() == Some(Tok::KwSwitch);
        self.take(tabs, false);
        self.between(tabs);
        // The captures of a `when`, or the expression of a `switch` without parentheses.
        while let Some(tok) =
            self.tok().filter(|t| !matches!(t, Tok::LParen | Tok::LBrace | Tok::Semi | Tok::RBrace))
        {
            match tok {
                Tok::LBracket => self.parentheses(tabs),
                _ => self.take(tabs, true),
            }
        }
        if self.tok() == Some(Tok::LParen) {
            self.parentheses(tabs);
        }
        if cases && self.tok() == Some(Tok::LBrace) {
            // If the brace has a line of its own, labels are aligned with the brace, otherwise with the `switch`.
            let own = self.first();
            let tabs = if own { tabs + 1 } else { tabs };
            self.take(tabs, false);
            self.list(tabs + 1, End::Brace);
            if self.tok() == Some(Tok::RBrace) {
                self.take(tabs, false);
            }
            return;
        }
        self.body(tabs);
    }

    /// Takes the statement under a header.
    fn body(&mut self, tabs: usize) {
        self.between(tabs + 1);
        match self.tok() {
            Some(Tok::LBrace) => self.block(tabs + 1, tabs),
            Some(Tok::RBrace) | None => {}
            // `timeout 5sec { … }`
            Some(_) => {
                if self.is_timeout() {
                    while !matches!(self.tok(), Some(Tok::LBrace | Tok::Semi | Tok::RBrace) | None) {
                        self.take(tabs, true);
                    }
                    if self.tok() == Some(Tok::LBrace) {
                        self.block(tabs + 1, tabs);
                    }
                    return;
                }
                self.statement(tabs + 1);
            }
        }
    }

    /// Whether the previous piece is the `timeout` of a `when`.
    fn is_timeout(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|b| self.all.get(b)).and_then(Piece::tok);
        before == Some(Tok::KwTimeout)
    }

    /// Takes `{ … }`. `own` is the level of the brace if it begins a line; otherwise `outer` is the level of its line.
    fn block(&mut self, own: usize, outer: usize) {
        let (brace, inner) = if self.first() { (own, own) } else { (outer, outer + 1) };
        // A block without a header has its brace at the level of the statement, its contents one level deeper.
        let inner = if own == outer && self.first() { own + 1 } else { inner };
        self.take(brace, false);
        self.list(inner, End::Brace);
        if self.tok() == Some(Tok::RBrace) {
            self.take(brace, false);
        }
    }

    /// Takes everything up to a semicolon or to the end of a function's body.
    fn plain(&mut self, tabs: usize) {
        let kind = self.tok();
        let has_body = self.declares_function();
        let mut continued = false;
        loop {
            if continued {
                let (from, all) = (self.at, self.all);
                if all.get(from).is_some_and(|p| !matches!(p.kind, Kind::Token(_))) {
                    self.between(tabs);
                    continue;
                }
            }
            match self.tok() {
                None | Some(Tok::RBrace) => return,
                Some(Tok::Semi) => return self.take(tabs, continued),
                Some(Tok::LBrace) if has_body => return self.block(tabs + 1, tabs),
                Some(Tok::LBrace) => {
                    self.braces(tabs);
                    if kind == Some(Tok::KwExport) {
                        return;
                    }
                }
                Some(Tok::LParen | Tok::LBracket) => self.parentheses(tabs),
                Some(Tok::If | Tok::Ifdef | Tok::Ifndef | Tok::AtElse) => self.between(tabs),
                Some(_) => self.take(tabs, continued),
            }
            continued = true;
        }
    }

    /// Whether `function f(…)`, `event e(…)` or `hook h(…)` begins here, which may have a body. A call (`event e();`)
    /// reaches its semicolon first.
    fn declares_function(&self) -> bool {
        let mut ahead = self.at;
        if self.all.get(ahead).and_then(Piece::tok) == Some(Tok::KwRedef) {
            ahead += 1;
        }
        let tok = |i: usize| self.all.get(i).and_then(Piece::tok);
        matches!(tok(ahead), Some(Tok::KwFunction | Tok::KwEvent | Tok::KwHook))
            && matches!(tok(ahead + 1), Some(Tok::Ident | Tok::GlobalIdent))
    }

    /// Takes braces inside of a statement: a list of elements, fields or enumerators, or the body of a function
    /// literal.
    fn braces(&mut self, tabs: usize) {
        if self.depth >= DEEPEST {
            return self.take(tabs, true);
        }
        self.depth += 1;
        let is_body = self.follows_header();
        if is_body {
            self.block(tabs + 1, tabs);
        } else {
            let (brace, inner) = if self.first() { (tabs + 1, tabs + 1) } else { (tabs, tabs + 1) };
            self.take(brace, false);
            self.elements(inner);
            if self.tok() == Some(Tok::RBrace) {
                self.take(brace, false);
            }
        }
        self.depth -= 1;
    }

    /// Whether the brace begins the body of a function literal: it follows `)` or the result type.
    fn follows_header(&self) -> bool {
        let mut back = self.at;
        let mut closed = 0u32;
        let far = self.at.saturating_sub(FAR);
        while let Some(b) = back.checked_sub(1).filter(|b| *b >= far) {
            back = b;
            match self.all.get(b).and_then(Piece::tok) {
                Some(Tok::RParen | Tok::RBracket) => closed += 1,
                Some(Tok::LParen | Tok::LBracket) => match closed.checked_sub(1) {
                    Some(rest) => closed = rest,
                    None => return false,
                },
                Some(Tok::KwFunction) if closed == 0 => return true,
                Some(
                    Tok::Semi
                    | Tok::LBrace
                    | Tok::RBrace
                    | Tok::Assign
                    | Tok::AddTo
                    | Tok::RemoveFrom
                    | Tok::KwRecord
                    | Tok::KwEnum
                    | Tok::KwExport
                    | Tok::KwSchedule,
                ) if closed == 0 => return false,
                _ => {}
            }
        }
        false
    }

    /// Takes members between braces. Each begins a line at this level; further lines of it are continuations.
    fn elements(&mut self, tabs: usize) {
        let mut continued = false;
        loop {
            self.between(tabs);
            match self.tok() {
                None | Some(Tok::RBrace) => return,
                // Declarations in an `export` follow the rules of statements.
                Some(tok) if !continued && begins_declaration(tok) => {
                    self.statement(tabs);
                    continue;
                }
                Some(Tok::LBrace) => self.braces(tabs),
                Some(Tok::LParen | Tok::LBracket) => self.opened(tabs, continued),
                Some(Tok::Comma | Tok::Semi) => {
                    self.take(tabs, continued);
                    continued = false;
                    continue;
                }
                Some(_) => self.take(tabs, continued),
            }
            continued = true;
        }
    }

    /// Takes parentheses or brackets. Lines that begin inside of them continue the statement.
    fn parentheses(&mut self, tabs: usize) {
        self.opened(tabs, true);
    }

    fn opened(&mut self, tabs: usize, continued: bool) {
        let mut open = 0u32;
        let mut first = true;
        loop {
            match self.tok() {
                Some(Tok::LParen | Tok::LBracket) => {
                    open += 1;
                    self.take(tabs, continued || !first);
                }
                Some(Tok::RParen | Tok::RBracket) => {
                    open = open.saturating_sub(1);
                    self.take(tabs, true);
                    if open == 0 {
                        return;
                    }
                }
                Some(Tok::LBrace) => self.braces(tabs),
                Some(Tok::RBrace) | None if self.at >= self.all.len() || self.tok().is_some() => return,
                Some(Tok::Semi) => return,
                Some(_) => self.take(tabs, true),
                None => match self.all.get(self.at).map(|p| p.kind) {
                    Some(Kind::Directive) => self.take(0, false),
                    _ => self.take(tabs, true),
                },
            }
            first = false;
        }
    }
}

fn begins_declaration(tok: Tok) -> bool {
    use Tok::*;
    matches!(
        tok,
        KwGlobal
            | KwConst
            | KwOption
            | KwRedef
            | KwType
            | KwFunction
            | KwEvent
            | KwHook
            | KwLocal
            | Load
            | KwModule
    )
}
