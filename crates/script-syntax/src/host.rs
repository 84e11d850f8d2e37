//! The parser's host: it evaluates conditions and handles directives while the parser reads.
use crate::{Diagnostic, ExprId, Name, Names, Span, Tree};
use net_types::Addr;

/// A directive that changes the session and yields no item of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Directive<'a> {
    /// `@load-sigs PATH`
    LoadSigs(&'a str),
    /// `@load-plugin NAME`
    LoadPlugin(&'a str),
    /// `@unload PATH`
    Unload(&'a str),
    /// `@prefixes = A:B` or, appending, `@prefixes += A:B`
    Prefixes {
        /// Whether the operator was `+=`.
        append: bool,
        /// The prefixes, separated by colons.
        list: &'a str,
    },
    /// `@deprecated TEXT`
    Deprecated(&'a str),
    /// `@pragma TEXT`
    Pragma(&'a str),
}

/// The driver of the parser. When the parser calls these methods, the host has processed all earlier items, so a
/// condition can use everything above it.
pub trait Host {
    /// Evaluates the condition of an `@if`; `inside` is true inside functions. If evaluation fails, the host reports
    /// the error and returns `true`.
    fn condition(&mut self, names: &mut Names, tree: &Tree, condition: ExprId, inside: bool) -> bool;

    /// Whether `@ifdef(name)` holds: whether the name is in scope, or is a module.
    fn defined(&mut self, names: &mut Names, name: Name) -> bool;
    /// Whether `@ifdef` of a name holds; with `wanted` false, whether `@ifndef` does.
    fn ifdef(&mut self, names: &mut Names, name: Name, wanted: bool) -> bool {
        self.defined(names, name) == wanted
    }

    /// Hears of a branch in a text that is read, whether it is taken: `at` is its `@if ( … )`, `@ifdef ( … )`,
    /// `@ifndef ( … )` or `@else`.
    fn branch(&mut self, at: Span, taken: bool) {
        let _ = (at, taken);
    }

    /// Whether functions may come without their bodies ([`crate::Parser::rest`]), where a parsed form allows that.
    fn defers(&self) -> bool {
        false
    }

    /// Whether `redef NAME …` is allowed. For a type, which needs a keyword, the host reports an error and returns
    /// false.
    fn redef(&mut self, names: &mut Names, name: Name, span: Span) -> bool {
        let _ = (names, name, span);
        true
    }

    /// Looks up a host name that a script uses as a literal. Returns `None` if names are not looked up; the name is
    /// then an error.
    fn addresses(&mut self, host: &str, span: Span) -> Option<Vec<Addr>> {
        let _ = (host, span);
        None
    }

    /// Handles a directive that takes effect at once.
    fn directive(&mut self, directive: Directive<'_>, span: Span);

    /// Returns the first token after this file, as text and place, if another file follows, since an unfinished
    /// declaration continues there.
    fn token_after_file(&mut self) -> Option<(String, Span)> {
        None
    }

    /// Reports a message.
    fn report(&mut self, diagnostic: Diagnostic);
}
