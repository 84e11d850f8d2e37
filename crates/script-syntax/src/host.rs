//! What the parser asks its driver while it reads: the values of conditions, and directives that take effect at once.
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
        /// Whether it was `+=`.
        append: bool,
        /// The prefixes, separated by colons.
        list: &'a str,
    },
    /// `@deprecated TEXT`
    Deprecated(&'a str),
    /// `@pragma TEXT`
    Pragma(&'a str),
}

/// The parser's counterpart. Everything that was returned as an item before has been dealt with when these are called,
/// so a condition may use what stands above it.
pub trait Host {
    /// The value of the condition of an `@if`; `inside` says that it stands inside a function. On an error the host
    /// reports it and returns `true`.
    fn condition(&mut self, names: &mut Names, tree: &Tree, condition: ExprId, inside: bool) -> bool;

    /// Whether `@ifdef(name)` holds: a name in scope or a module.
    fn defined(&mut self, names: &mut Names, name: Name) -> bool;

    /// Whether `redef NAME …` may go on: false for a type, which needs a keyword before it and was reported.
    fn redef(&mut self, names: &mut Names, name: Name, span: Span) -> bool {
        let _ = (names, name, span);
        true
    }

    /// The addresses of a host whose name stands in a script as it is: it is looked up while the script is read. `None`
    /// where that is not to be had; the name is an error then.
    fn addresses(&mut self, host: &str, span: Span) -> Option<Vec<Addr>> {
        let _ = (host, span);
        None
    }

    /// A directive that takes effect at once.
    fn directive(&mut self, directive: Directive<'_>, span: Span);

    /// The first token that is read after this file, as text and place, where other files follow. A declaration that
    /// a file does not finish runs into it.
    fn token_after_file(&mut self) -> Option<(String, Span)> {
        None
    }

    /// Something is wrong.
    fn report(&mut self, diagnostic: Diagnostic);
}
