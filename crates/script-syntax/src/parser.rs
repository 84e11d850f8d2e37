//! Turns tokens into trees, one item at a time.
//!
//! A condition of an `@if` can use everything above it, so parsing cannot run ahead of checking. [`Parser::next_item`]
//! reads one item and no further token; the driver processes it and asks for the next. Conditions inside items (an
//! `@if` in a function) go through [`Host`].
//!
//! Every loop either takes a token or ends; nesting is capped at [`MAX_NESTING`].
//!
//! `replay` takes steps instead of reading text, and [`Run`] holds them, so these two modules use each other.
use crate::lexer::{Lexer, Scan};
use crate::parsed::Rest;
use crate::token::{Tok, Token};
use crate::tree::{Item, ItemKind, Runs, Tree};
use crate::{Diagnostic, ExprId, Host, Names, Source, Span};
use std::rc::Rc;

mod condition;
mod expr;
mod item;
mod lambda;
mod limits;
mod literal;
mod primary;
pub(crate) mod record;
mod replay;
mod stmt;
mod tokens;
mod types;

use condition::Condition;
use replay::{Replay, Taken};

/// The deepest nesting of expressions, statements and types.
pub const MAX_NESTING: u32 = 300;

/// The greatest height of an expression's tree, such as a chain of operators.
pub const MAX_HEIGHT: u16 = 1500;

/// The number of syntax errors in a file after which the parser gives up.
const MAX_ERRORS: u32 = 20;

/// Tells that an error was reported; the construct that was being parsed is dropped.
#[derive(Clone, Copy, Debug)]
struct Failed;

type Parse<T> = Result<T, Failed>;

/// Reads one file.
pub struct Parser {
    source: Rc<Source>,
    buffers: Buffers,
    state: State,
    replay: Option<Replay>,
    rest: Option<Rest>,
}

/// The vectors in which a parser builds. Pass them from one parser to the next to reuse their memory.
#[derive(Default)]
pub struct Buffers {
    /// The nodes of an item.
    tree: Tree,
    scratch: Vec<ExprId>,
}

impl Buffers {
    /// Decodes an item; its nodes are in [`Self::tree`]. Returns `None` if the bytes are invalid.
    pub fn whole(&mut self, rest: &Rest, names: &mut Names) -> Option<Item> {
        self.tree.clear();
        rest.item(&mut self.tree, names)
    }

    /// The nodes of the last item.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }
}

/// The state between items.
#[derive(Clone, Copy)]
struct State {
    pos: usize,
    /// The number of open `@if`s of this file.
    conditions: u32,
    export: bool,
    in_statements: bool,
    recover: bool,
    errors: u32,
    done: bool,
}

impl Parser {
    /// Creates a parser for `source`. With `recover` it continues after a syntax error; without, the first one ends the
    /// file.
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
        Parser { source, buffers: Buffers::default(), state, replay, rest: None }
    }

    /// Uses the buffers of a parser that has finished.
    pub fn with_buffers(mut self, buffers: Buffers) -> Self {
        self.buffers = buffers;
        self.buffers.tree.clear();
        self
    }

    /// Returns the buffers for the next parser.
    pub fn into_buffers(self) -> Buffers {
        self.buffers
    }

    /// Whether declarations have ended: after the first top-level statement, only statements may follow, in this file
    /// and in later ones.
    pub fn in_statements(&self) -> bool {
        self.state.in_statements
    }

    /// Records that statements began in another file.
    pub fn set_in_statements(&mut self) {
        self.state.in_statements = true;
    }

    /// Whether `export { … }` is open.
    pub fn in_export(&self) -> bool {
        self.state.export
    }

    /// The number of syntax errors so far.
    pub fn errors(&self) -> u32 {
        self.state.errors
    }

    /// Ends the file at the current position.
    pub fn stop(&mut self) {
        self.state.done = true;
    }

    /// The file.
    pub fn source(&self) -> &Rc<Source> {
        &self.source
    }

    /// The current position: the place after the last item.
    pub fn position(&self) -> Span {
        let at = self.source.base + self.state.pos as u32;
        Span::new(at, at)
    }

    /// The text and place of the next token, which stays unread.
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
        &self.buffers.tree
    }

    /// Reads the next item; its nodes are in [`Self::tree`] until the next call. Returns `None` at the end of the file.
    pub fn next_item(&mut self, names: &mut Names, host: &mut dyn Host) -> Option<Item> {
        self.buffers.tree.clear();
        if self.state.done {
            return None;
        }
        let mut run = Run::new(&self.source, &mut self.buffers, self.state, names, host);
        run.replay = self.replay;
        let item = run.next_item();
        run.state.pos = run.position();
        run.scratch.clear();
        (self.state, self.replay, self.rest) = (run.state, run.replay, run.rest);
        item
    }

    /// The last item as a whole, if it came without its body ([`Host::defers`]).
    pub fn rest(&self) -> Option<Rest> {
        self.rest
    }
}

/// The state while one item is read.
struct Run<'t, 'h> {
    lex: Lexer<'t>,
    source: &'t Source,
    tree: &'h mut Tree,
    state: State,
    names: &'h mut Names,
    host: &'h mut dyn Host,
    peeked: Option<Token>,
    /// The token that was taken last.
    last: Token,
    depth: u32,
    /// The number of function bodies that are open.
    bodies: u32,
    /// Whether the parser is inside `|…|`, where a `|` may end the operand.
    in_size: bool,
    /// Nonzero inside the condition of a `when`.
    in_when: u32,
    scratch: &'h mut Vec<ExprId>,
    /// The steps to take instead of reading the text.
    replay: Option<Replay>,
    /// The part of the item that its step left out.
    rest: Option<Rest>,
    /// If set, gets the nodes of each function's head.
    head: Option<record::Head>,
}

impl<'t, 'h> Run<'t, 'h> {
    fn new(
        source: &'t Source,
        buffers: &'h mut Buffers,
        state: State,
        names: &'h mut Names,
        host: &'h mut dyn Host,
    ) -> Run<'t, 'h> {
        Run {
            lex: Lexer { text: &source.text, pos: state.pos },
            source,
            tree: &mut buffers.tree,
            state,
            names,
            host,
            peeked: None,
            last: Token { tok: Tok::Eof, start: state.pos as u32, end: state.pos as u32 },
            depth: 0,
            bodies: 0,
            in_size: false,
            in_when: 0,
            scratch: &mut buffers.scratch,
            replay: None,
            rest: None,
            head: None,
        }
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

    /// Skips to the likely start of an item: after a `;` or `}` outside of brackets, or at a keyword that begins items
    /// at the start of a line. Skips at least one token beyond the position `before`.
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

/// Makes an item from a statement.
fn statement(stmt: crate::StmtId, span: Span) -> Item {
    Item { kind: ItemKind::Stmt(stmt), span, exported: false }
}
