//! Splits the text of a script into pieces, comments included. For tools that rewrite text and do not parse it.
//!
//! Both branches of a condition are included. As in the parser, the previous piece decides what a `/` means.
use crate::lexer::{Lexer, Scan};
use crate::token::Tok;

/// The kind of a piece of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A token; patterns are one piece under [`Tok::Slash`], from slash to modes.
    Token(Tok),
    /// A comment, from `#` to the end of the line.
    Comment,
    /// A directive that takes a whole line: `@load-sigs x`, `@endif`.
    Directive,
    /// A byte that begins no token.
    Unknown,
}

/// A piece of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The kind of the piece.
    pub kind: Kind,
    /// The offset of its first byte.
    pub start: usize,
    /// The offset past its last byte.
    pub end: usize,
}

impl Piece {
    /// The token, if the piece is one.
    pub fn tok(&self) -> Option<Tok> {
        match self.kind {
            Kind::Token(t) => Some(t),
            _ => None,
        }
    }
}

/// Returns the pieces of `text` in order. Between them are only blanks and line ends.
pub fn pieces(text: &[u8]) -> Vec<Piece> {
    let mut lexer = Lexer { text, pos: 0 };
    let mut out: Vec<Piece> = Vec::new();
    loop {
        let from = lexer.pos;
        let (scan, start) = lexer.scan();
        comments(text, from, start, &mut out);
        let operand = out.iter().rev().find(|p| p.kind != Kind::Comment).is_some_and(ends_operand);
        let kind = match scan {
            Scan::Token(Tok::Eof) => return out,
            Scan::Token(Tok::Slash) if !operand => {
                let after = lexer.pos;
                if lexer.pattern().is_err() {
                    lexer.pos = after;
                }
                Kind::Token(Tok::Slash)
            }
            Scan::Token(tok) => Kind::Token(tok),
            Scan::Directive(..) | Scan::Endif => Kind::Directive,
            Scan::Bad(_) => Kind::Unknown,
        };
        out.push(Piece { kind, start, end: lexer.pos.max(start + 1) });
    }
}

fn comments(text: &[u8], from: usize, to: usize, out: &mut Vec<Piece>) {
    let mut at = from;
    while let Some(i) = text.get(at..to).and_then(|t| memchr::memchr(b'#', t)) {
        let start = at + i;
        let rest = text.get(start..to).unwrap_or_default();
        let line = memchr::memchr(b'\n', rest).map_or(rest, |n| rest.get(..n).unwrap_or_default());
        let end = start + line.trim_ascii_end().len();
        out.push(Piece { kind: Kind::Comment, start, end });
        at = start + line.len();
    }
}

/// Whether an operator after this piece has the piece as its left operand. A bar counts: `|x| / 2` divides.
pub fn ends_operand(piece: &Piece) -> bool {
    use Tok::*;
    let Some(tok) = piece.tok() else { return false };
    matches!(
        tok,
        Ident
            | GlobalIdent
            | Count
            | HexCount
            | Double
            | Interval
            | Port
            | Addr4
            | Addr6
            | Subnet4
            | Subnet6
            | Host
            | Str
            | True
            | False
            | Dir
            | Filename
            | RParen
            | RBracket
            | Pipe
    ) || tok == Slash && piece.end - piece.start > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found = pieces(text.as_bytes());
        let found: Vec<&str> = found.iter().map(|p| &text[p.start..p.end]).collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn comments_and_directives_are_pieces() {
        check("a; # one \n# two\n@endif\nb", &["a", ";", "# one", "# two", "@endif", "b"]);
        check("#", &["#"]);
        check("@load ./x # why\n", &["@load ./x", "# why"]);
    }

    #[test]
    fn slashes_divide_or_begin_patterns() {
        check("a / b / c", &["a", "/", "b", "/", "c"]);
        check("x == /a b/i", &["x", "==", "/a b/i"]);
        check("|x| / 2; /y/", &["|", "x", "|", "/", "2", ";", "/y/"]);
        check("/unfinished", &["/", "unfinished"]);
    }
}
