//! Tokens to trees, an item at a time.
//!
//! Conditions of `@if` can use everything that stands above them, so a file cannot be parsed ahead of its meaning:
//! [`Parser::next_item`] reads one item and no token more, the driver deals with it, then asks for the next. What
//! happens in the midst of an item (an `@if` inside a function) goes through [`Host`].
//!
//! Every loop either takes a token or ends; nesting is capped at [`MAX_NESTING`].
use crate::lexer::{BranchEnd, Lexer, Scan};
use crate::token::{KEYWORDS, Tok, Token};
use crate::tree::{Arena, Expr, ExprKind, Item, ItemKind, Runs, Tree};
use crate::{Diagnostic, Directive, ExprId, Host, Name, Names, Source, Span, suggest};
use std::rc::Rc;

mod expr;
mod item;
mod literal;
mod record;
mod replay;
mod stmt;
mod types;

pub(crate) use record::record;
use replay::{Replay, Taken};

/// How deep expressions, statements and types may nest in each other.
pub const MAX_NESTING: u32 = 300;

/// How high an expression's tree may be: a chain of this many operators is one.
pub const MAX_HEIGHT: u16 = 1500;

/// After this many syntax errors a file is given up.
const MAX_ERRORS: u32 = 20;

/// An error was reported; what was being parsed is lost.
#[derive(Clone, Copy, Debug)]
struct Failed;

type Parse<T> = Result<T, Failed>;

/// Reads one file.
pub struct Parser {
    source: Rc<Source>,
    room: Room,
    state: State,
    replay: Option<Replay>,
}

/// Where a parser builds: empty, with memory that the next one need not ask for.
#[derive(Default)]
pub struct Room {
    /// The nodes of an item.
    tree: Tree,
    scratch: Vec<ExprId>,
}

/// What lives from item to item.
#[derive(Clone, Copy)]
struct State {
    pos: usize,
    /// Open `@if`s of this file.
    conditions: u32,
    export: bool,
    in_statements: bool,
    recover: bool,
    errors: u32,
    done: bool,
}

impl Parser {
    /// Reads `source`. With `recover` it goes on after a syntax error; without, the first one ends the file.
    pub fn new(source: Rc<Source>, recover: bool) -> Self {
        let state = State {
            pos: 0,
            conditions: 0,
            export: false,
            in_statements: false,
            recover,
            errors: 0,
            done: false,
        };
        let replay = Replay::of(&source);
        Parser { source, room: Room::default(), state, replay }
    }

    /// Takes over the room of a parser that has ended.
    pub fn with_room(mut self, room: Room) -> Self {
        self.room = room;
        self.room.tree.clear();
        self
    }

    /// Gives up its room for another.
    pub fn into_room(self) -> Room {
        self.room
    }

    /// Whether declarations are over: after the first statement of a session only statements follow, in this file
    /// and in those that come later.
    pub fn in_statements(&self) -> bool {
        self.state.in_statements
    }

    /// Tells that statements began in another file.
    pub fn set_in_statements(&mut self) {
        self.state.in_statements = true;
    }

    /// Whether `export { … }` is open.
    pub fn in_export(&self) -> bool {
        self.state.export
    }

    /// Syntax errors so far.
    pub fn errors(&self) -> u32 {
        self.state.errors
    }

    /// Ends the file here: nothing more is read.
    pub fn stop(&mut self) {
        self.state.done = true;
    }

    /// The file.
    pub fn source(&self) -> &Rc<Source> {
        &self.source
    }

    /// Where reading stands: the place of the byte after the last item.
    pub fn position(&self) -> Span {
        let at = self.source.base + self.state.pos as u32;
        Span::new(at, at)
    }

    /// The text and place of the next token, without reading it.
    pub fn next_token(&self) -> Option<(String, Span)> {
        let mut ahead = Lexer { text: &self.source.text, pos: self.state.pos };
        loop {
            match ahead.scan() {
                (Scan::Token(Tok::Eof), _) => return None,
                (Scan::Token(_), start) => {
                    let text = String::from_utf8_lossy(ahead.slice(start, ahead.pos)).into_owned();
                    let base = self.source.base;
                    return Some((text, Span::new(base + start as u32, base + ahead.pos as u32)));
                }
                _ => {}
            }
        }
    }

    /// The nodes of the last item.
    pub fn tree(&self) -> &Tree {
        &self.room.tree
    }

    /// The next item; its nodes are in [`Self::tree`] until the next call. None at the end of the file.
    pub fn next_item(&mut self, names: &mut Names, host: &mut dyn Host) -> Option<Item> {
        self.room.tree.clear();
        if self.state.done {
            return None;
        }
        let mut run = Run::new(&self.source, &mut self.room, self.state, names, host);
        run.replay = self.replay;
        let item = run.next_item();
        run.state.pos = run.position();
        run.scratch.clear();
        (self.state, self.replay) = (run.state, run.replay);
        item
    }
}

/// The reading of one item.
struct Run<'t, 'h> {
    lex: Lexer<'t>,
    source: &'t Source,
    tree: &'h mut Tree,
    state: State,
    names: &'h mut Names,
    host: &'h mut dyn Host,
    peeked: Option<Token>,
    /// The token taken last.
    last: Token,
    depth: u32,
    /// Bodies of functions that are open.
    bodies: u32,
    /// Inside `|…|`, where a `|` may end the operand.
    in_size: bool,
    /// Inside the condition of a `when`.
    in_when: u32,
    scratch: &'h mut Vec<ExprId>,
    /// Steps to take in place of the text.
    replay: Option<Replay>,
}

/// The head of a condition.
#[derive(Clone, Copy)]
enum Condition {
    /// `@if ( e )`
    If(ExprId),
    /// `@ifdef ( name )`; `@ifndef` holds where the name is not defined.
    Defined(Name, bool),
    /// `@else`: it ends the branch that was taken.
    Else,
}

impl<'t, 'h> Run<'t, 'h> {
    fn new(
        source: &'t Source,
        room: &'h mut Room,
        state: State,
        names: &'h mut Names,
        host: &'h mut dyn Host,
    ) -> Run<'t, 'h> {
        Run {
            lex: Lexer { text: &source.text, pos: state.pos },
            source,
            tree: &mut room.tree,
            state,
            names,
            host,
            peeked: None,
            last: Token { tok: Tok::Eof, start: state.pos as u32, end: state.pos as u32 },
            depth: 0,
            bodies: 0,
            in_size: false,
            in_when: 0,
            scratch: &mut room.scratch,
            replay: None,
        }
    }

    /// Where reading stands, in the file's own offsets.
    fn position(&self) -> usize {
        self.peeked.map_or(self.lex.pos, |t| t.start as usize)
    }

    fn span(&self, t: Token) -> Span {
        Span::new(self.source.base + t.start, self.source.base + t.end)
    }

    fn span_at(&self, start: usize, end: usize) -> Span {
        Span::new(self.source.base + start as u32, self.source.base + end as u32)
    }

    fn last_span(&self) -> Span {
        self.span(self.last)
    }

    /// From `first` to the last token taken.
    fn since(&self, first: Span) -> Span {
        first.to(self.last_span())
    }

    fn bytes_of(&self, t: Token) -> &'t [u8] {
        self.lex.slice(t.start as usize, t.end as usize)
    }

    fn text_of(&self, t: Token) -> &'t str {
        std::str::from_utf8(self.bytes_of(t)).unwrap_or("")
    }

    #[inline]
    fn peek_token(&mut self) -> Token {
        match self.peeked {
            Some(t) => t,
            None => self.look_ahead(),
        }
    }

    #[inline(never)]
    fn look_ahead(&mut self) -> Token {
        let t = self.scan();
        self.peeked = Some(t);
        t
    }

    #[inline]
    fn peek(&mut self) -> Tok {
        self.peek_token().tok
    }

    #[inline]
    fn take(&mut self) -> Token {
        let t = self.peek_token();
        self.peeked = None;
        self.last = t;
        t
    }

    #[inline]
    fn eat(&mut self, tok: Tok) -> bool {
        let found = self.peek() == tok;
        if found {
            self.take();
        }
        found
    }

    fn expect(&mut self, tok: Tok) -> Parse<Token> {
        if self.peek() == tok { Ok(self.take()) } else { Err(self.unexpected(tok.text())) }
    }

    /// What follows the token that is peeked at.
    fn peek_second(&mut self) -> Tok {
        let first = self.peek_token();
        let mut ahead = Lexer { text: self.lex.text, pos: first.end as usize };
        match ahead.scan().0 {
            Scan::Token(t) => t,
            _ => Tok::Eof,
        }
    }

    fn scan(&mut self) -> Token {
        loop {
            let (scan, start) = self.lex.scan();
            match scan {
                Scan::Token(tok) => return Token { tok, start: start as u32, end: self.lex.pos as u32 },
                Scan::Directive(name, rest) => self.directive(name, rest, start),
                Scan::Endif => {
                    if self.state.conditions == 0 {
                        let span = self.span_at(start, self.lex.pos);
                        self.report(Diagnostic::error(span, "unbalanced @if... @endif"));
                    }
                    self.state.conditions = self.state.conditions.saturating_sub(1);
                }
                Scan::Bad(b) => {
                    let span = self.span_at(start, self.lex.pos);
                    let shown = match b {
                        b' '..=b'~' => char::from(b).to_string(),
                        _ => format!("\\x{b:02x}"),
                    };
                    let mut d = Diagnostic::error(span, format!("unrecognized character: '{shown}'"));
                    if b == b'"' {
                        d = d.help("a string ends on the line that it begins on");
                    }
                    self.report(d);
                }
            }
        }
    }

    fn directive(&mut self, name: &str, rest: &[u8], start: usize) {
        let span = self.span_at(start, self.lex.pos);
        let rest = String::from_utf8_lossy(rest);
        let rest = rest.as_ref();
        let directive = match name {
            "load-sigs" => Directive::LoadSigs(rest),
            "load-plugin" => Directive::LoadPlugin(rest),
            "unload" => Directive::Unload(rest),
            "deprecated" => Directive::Deprecated(rest),
            "pragma" => Directive::Pragma(rest),
            _ => {
                let (append, list) = match rest.strip_prefix('+') {
                    Some(r) => (true, r),
                    None => (false, rest),
                };
                let Some(list) = list.strip_prefix('=') else {
                    let d = Diagnostic::error(span, "@prefixes needs = or += and a list");
                    return self.report(d.help("for example: @prefixes += site"));
                };
                Directive::Prefixes { append, list: list.split_whitespace().next().unwrap_or("") }
            }
        };
        self.host.directive(directive, span);
    }

    fn report(&mut self, d: Diagnostic) {
        self.state.errors += 1;
        self.host.report(d);
    }

    /// Reports that the next token does not fit.
    fn unexpected(&mut self, expected: &str) -> Failed {
        let found = self.peek_token();
        let span = self.span(found);
        let d = if found.tok == Tok::Eof {
            let message = format!("expected {}, and the file ends", quoted(expected));
            let file = &self.source.name;
            match self.host.token_after_file() {
                Some((next, at)) => Diagnostic::error(span, message)
                    .plain(format!("syntax error, at or near \"{next}\" or end of file {file}"))
                    .plain_site(at),
                None => Diagnostic::error(span, message)
                    .plain(format!("syntax error, at end of file {file}"))
                    .plain_site(Span::NONE),
            }
        } else {
            let text = String::from_utf8_lossy(self.bytes_of(found));
            let near: String = text.chars().take(127).collect();
            Diagnostic::error(span, format!("expected {}, found {}", quoted(expected), quoted(&near)))
                .plain(format!("syntax error, at or near \"{near}\""))
        };
        let d = match self.meant() {
            Some(word) => d.help(format!("did you mean `{word}`?")),
            None => d,
        };
        self.report(d);
        Failed
    }

    /// A keyword that the last word or the next one is a slip away from.
    fn meant(&mut self) -> Option<&'static str> {
        let next = self.peek_token();
        for t in [self.last, next] {
            if t.tok == Tok::Ident
                && let Some(k) = suggest(self.text_of(t), KEYWORDS.iter().copied())
            {
                return KEYWORDS.iter().find(|w| **w == k).copied();
            }
        }
        None
    }

    fn too_deep(&mut self) -> Failed {
        let next = self.peek_token();
        let span = self.span(next);
        let d = Diagnostic::error(span, format!("nested more than {MAX_NESTING} deep"));
        self.report(d.help("split it: name its parts"));
        Failed
    }

    /// Runs `f` one level deeper.
    fn nested<T>(&mut self, f: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_NESTING {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let r = f(self);
        self.depth -= 1;
        r
    }

    fn name(&mut self, t: Token) -> Name {
        let text = self.bytes_of(t);
        self.names.intern_bytes(text)
    }

    fn mk(&mut self, kind: ExprKind, span: Span) -> Parse<ExprId> {
        let height = self.tree.height_over(&kind);
        if height > MAX_HEIGHT {
            let d = Diagnostic::error(span, format!("an expression of more than {MAX_HEIGHT} levels"));
            self.report(d.help("split it: name its parts"));
            return Err(Failed);
        }
        Ok(self.tree.push(Expr { kind, span, height }))
    }

    /// Handles `@if`, `@ifdef`, `@ifndef` or `@else` where one may stand. Whether there was one.
    fn conditional(&mut self) -> Parse<bool> {
        let opener = self.peek_token();
        let Some(condition) = self.condition_head()? else { return Ok(false) };
        if !self.holds(condition, opener) {
            self.skip_branches(opener)?;
        }
        Ok(true)
    }

    /// Reads up to where the branch begins.
    fn condition_head(&mut self) -> Parse<Option<Condition>> {
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

    /// Whether what follows a condition counts.
    fn holds(&mut self, condition: Condition, opener: Token) -> bool {
        match condition {
            Condition::If(e) => {
                self.state.conditions += 1;
                let inside = self.bodies > 0;
                self.host.condition(self.names, self.tree, e, inside)
            }
            Condition::Defined(name, wanted) => {
                self.state.conditions += 1;
                self.host.defined(self.names, name) == wanted
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

    /// Skips the branch that begins here, up to where text counts again.
    fn skip_branches(&mut self, opener: Token) -> Parse<()> {
        match self.lex.skip_branch() {
            BranchEnd::Else => Ok(()),
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

    fn unbalanced(&mut self, opener: Token) {
        let end = self.span_at(self.lex.text.len(), self.lex.text.len());
        let mut d = Diagnostic::fatal(end, "unbalanced @if... @endif");
        if opener.tok != Tok::Eof {
            d = d.help(format!("the branch that begins with {} has no @endif", opener.tok.text()));
        }
        self.report(d);
        self.state.conditions = 0;
        self.state.done = true;
    }

    fn next_item(&mut self) -> Option<Item> {
        loop {
            let before = self.lex.pos;
            let read = match self.step() {
                Ok(Taken::Item(item)) => return Some(item),
                Ok(Taken::Other) => continue,
                Ok(Taken::Nothing) => self.item(),
                Err(Failed) => Err(Failed),
            };
            match read {
                Ok(Some(item)) => return Some(item),
                Ok(None) => {
                    self.tree.clear();
                    if self.peek() == Tok::Eof {
                        if self.state.conditions > 0 {
                            self.unbalanced(Token { tok: Tok::Eof, start: 0, end: 0 });
                        }
                        self.state.done = true;
                        return None;
                    }
                }
                Err(Failed) => {
                    if !self.state.recover || self.state.errors >= MAX_ERRORS || self.state.done {
                        self.state.done = true;
                        return None;
                    }
                    self.depth = 0;
                    self.bodies = 0;
                    self.in_size = false;
                    self.in_when = 0;
                    self.scratch.clear();
                    self.tree.clear();
                    self.skip_item(before);
                }
            }
        }
    }

    /// Moves to where an item likely begins: after a `;` or `}` outside of brackets, or at a word that begins items
    /// at the start of a line. Takes at least one token more than was taken at `before`.
    fn skip_item(&mut self, before: usize) {
        let mut depth = 0u32;
        loop {
            let t = self.peek_token();
            let at_line_start = t.start == 0 || self.lex.at(t.start as usize - 1) == b'\n';
            if t.tok == Tok::Eof || (at_line_start && item::begins(t.tok) && self.lex.pos > before) {
                return;
            }
            self.take();
            match t.tok {
                Tok::LBrace | Tok::LParen | Tok::LBracket => depth += 1,
                Tok::RBrace if depth <= 1 => return,
                Tok::RBrace | Tok::RParen | Tok::RBracket => depth = depth.saturating_sub(1),
                Tok::Semi if depth == 0 => return,
                _ => {}
            }
        }
    }
}

fn quoted(s: &str) -> String {
    let plain = s.contains(' ') || matches!(s, "expression" | "identifier" | "type" | "statement");
    if plain && !s.starts_with('"') { s.to_string() } else { format!("`{s}`") }
}

impl Tree {
    /// One more than the highest of the parts.
    fn height_over(&self, kind: &ExprKind) -> u16 {
        use ExprKind::*;
        let h = |e: ExprId| self[e].height;
        let all = |l: crate::tree::List<ExprId>| self[l].iter().map(|&e| h(e)).max().unwrap_or(0);
        let below = match *kind {
            Error | Name(_) | Literal(_) | Type(_) | Lambda(_) => 0,
            Unary(_, e) | Local(_, e) | Field(e, _) | HasField(e, _) | FieldAssign(_, e) => h(e),
            Cast(e, _) | Is(e, _) => h(e),
            Binary(_, a, b) | AddTo(a, b) | RemoveFrom(a, b) | Assign(a, b) => h(a).max(h(b)),
            Cond(a, b, c) => h(a).max(h(b)).max(h(c)),
            Index(a, l) | Call(a, l) => h(a).max(all(l)),
            Slice(a, b, c) => h(a).max(b.map_or(0, h)).max(c.map_or(0, h)),
            Brackets(l) | Braces(l) => all(l.items),
            Record(l) | Table(l, _) | Set(l, _) | Vector(l) => all(l),
            Schedule(e, ev) => h(e).max(all(ev.args)),
        };
        below + 1
    }
}

/// A statement item.
fn statement(stmt: crate::StmtId, span: Span) -> Item {
    Item { kind: ItemKind::Stmt(stmt), span, exported: false }
}
