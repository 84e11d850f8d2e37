//! The blank between two pieces of a line.
use script_syntax::Tok;
use script_syntax::pieces::{Kind, Piece, ends_operand};

/// The blank between two pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gap {
    /// No blank.
    None,
    /// One blank.
    One,
    /// A blank if the text has one there: both forms are in use, or tokens alone do not tell what is meant.
    AsIs,
}

/// The most pieces that are searched for the other end of a bracket, so that no text takes long.
pub(crate) const FAR: usize = 4000;

/// Returns the gap between piece `i` and the one before it.
pub(crate) fn between(all: &[Piece], i: usize) -> Gap {
    let (Some(at), Some(piece)) = (i.checked_sub(1), all.get(i)) else { return Gap::None };
    let Some(before) = all.get(at) else { return Gap::None };
    let (Kind::Token(a), Kind::Token(b)) = (before.kind, piece.kind) else { return Gap::One };
    use Tok::*;
    match (a, b) {
        (_, Comma | Semi) => Gap::None,
        (Comma | Semi, _) => Gap::One,
        (LParen, RParen) | (LBracket, RBracket) | (LBrace, RBrace) => Gap::None,
        (LParen, _) => inside(all, at),
        (_, RParen) => matching(all, i).map_or(Gap::AsIs, |open| inside(all, open)),
        (LBracket, _) | (_, RBracket) => Gap::None,
        (LBrace, _) | (_, RBrace | LBrace) => Gap::One,
        (_, LParen) => before_parenthesis(all, at),
        (_, LBracket) => before_bracket(a, before),
        (Dollar | HasField, _) | (_, HasField) => Gap::None,
        (_, Dollar) => {
            if ends_operand(before) {
                Gap::None
            } else {
                Gap::AsIs
            }
        }
        (_, Assign) | (Assign, _) => around_assignment(all, if b == Assign { i } else { at }),
        (Incr | Decr | Tilde, _) => Gap::None,
        (Bang, _) => Gap::AsIs,
        (_, Colon) => Gap::AsIs,
        (Colon, _) => {
            if in_brackets(all, at) {
                Gap::AsIs
            } else {
                Gap::One
            }
        }
        (Pipe, _) | (_, Pipe) => Gap::AsIs,
        (Minus | Plus, _) if is_sign(all, at) => Gap::None,
        (Star | Percent | Amp | Caret, _) | (_, Star | Percent | Amp | Caret) => Gap::One,
        (Slash, _) if before.end - before.start == 1 => Gap::One,
        _ => Gap::One,
    }
}

/// Returns the gap inside the parentheses that open at `open`. Those of statements have blanks.
fn inside(all: &[Piece], open: usize) -> Gap {
    use Tok::*;
    match token(all, open.checked_sub(1)) {
        Some(KwIf | KwFor | KwWhile | KwSwitch | KwWhen | If | Ifdef | Ifndef) => Gap::One,
        Some(RBracket) if ends_captures(all, open - 1) => Gap::One,
        Some(Comma | LParen | Assign | AndAnd | OrOr | Bang) => Gap::AsIs,
        _ => Gap::None,
    }
}

fn before_parenthesis(all: &[Piece], at: usize) -> Gap {
    use Tok::*;
    match token(all, Some(at)) {
        Some(RBracket) if ends_captures(all, at) => Gap::One,
        Some(Ident | GlobalIdent | RParen | RBracket) => Gap::None,
        // Function literals and types, constructors, declarations of handlers.
        Some(KwFunction | KwEvent | KwHook | KwTable | KwSet | KwVector | KwRecord | KwCopy) => Gap::None,
        Some(Incr | Decr | Dollar | Tilde) => Gap::None,
        Some(Bang) => Gap::AsIs,
        Some(Minus | Plus) if is_sign(all, at) => Gap::None,
        _ => Gap::One,
    }
}

fn before_bracket(a: Tok, before: &Piece) -> Gap {
    use Tok::*;
    match a {
        KwTable | KwSet | KwFunction => Gap::None,
        Pipe => Gap::AsIs,
        _ if ends_operand(before) => Gap::None,
        LParen | Incr | Decr => Gap::None,
        _ => Gap::One,
    }
}

/// Returns the gap around `=`: none in `&default=x` and `$field=x`, blanks in assignments.
fn around_assignment(all: &[Piece], assign: usize) -> Gap {
    let Some(name) = assign.checked_sub(1) else { return Gap::One };
    let is_attribute =
        token(all, Some(name)).is_some_and(|t| t.text().starts_with('&') && t.text().len() > 2);
    if is_attribute {
        return Gap::None;
    }
    let dollar = name.checked_sub(1);
    let field = token(all, dollar) == Some(Tok::Dollar) && token(all, Some(name)) == Some(Tok::Ident);
    let owner = dollar.and_then(|d| d.checked_sub(1)).and_then(|o| all.get(o));
    // In `[$a=1]`, no operand precedes the dollar sign. `r$a = 1` is an assignment.
    if field && !owner.is_some_and(ends_operand) { Gap::None } else { Gap::One }
}

/// Whether `+` or `-` is a sign, not an operator.
fn is_sign(all: &[Piece], at: usize) -> bool {
    !at.checked_sub(1).and_then(|b| all.get(b)).is_some_and(ends_operand)
}

/// Whether the innermost bracket that is open at `at` is a `[`, so that a colon there belongs to a slice.
fn in_brackets(all: &[Piece], at: usize) -> bool {
    let mut closed = 0u32;
    for i in (at.saturating_sub(FAR)..at).rev() {
        match token(all, Some(i)) {
            Some(Tok::RParen | Tok::RBracket | Tok::RBrace) => closed += 1,
            Some(Tok::LParen | Tok::LBracket | Tok::LBrace) if closed > 0 => closed -= 1,
            Some(open @ (Tok::LParen | Tok::LBracket | Tok::LBrace)) => return open == Tok::LBracket,
            Some(Tok::Semi) => return false,
            _ => {}
        }
    }
    false
}

fn token(all: &[Piece], at: Option<usize>) -> Option<Tok> {
    all.get(at?)?.tok()
}

/// Whether the bracket at `close` ends the captures of a `when`.
fn ends_captures(all: &[Piece], close: usize) -> bool {
    let open = (close.saturating_sub(FAR)..close).rev().find(|i| token(all, Some(*i)) == Some(Tok::LBracket));
    token(all, open.and_then(|o| o.checked_sub(1))) == Some(Tok::KwWhen)
}

/// Returns the parenthesis that the one at `close` closes.
fn matching(all: &[Piece], close: usize) -> Option<usize> {
    let mut depth = 0u32;
    for at in (close.saturating_sub(FAR)..=close).rev() {
        match token(all, Some(at)) {
            Some(Tok::RParen) => depth += 1,
            Some(Tok::LParen) => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}
