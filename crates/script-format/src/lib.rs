//! Lays out scripts: indentation, blanks within lines, blank lines. Tokens, comments and line breaks stay unchanged.
//!
//! The layout is that of Zeek's scripts: one tab per level; a brace on a line of its own is indented like the code that
//! it encloses; blanks inside the parentheses of `if`, `for`, `while`, `switch` and `when`. It works on tokens, so a
//! script may have errors, and both branches of an `@if` are laid out. Lines inside of parentheses and brackets keep
//! their distance to the line that they continue, since people align them by hand.
//!
//! ```
//! let laid_out = script_format::format(b"event zeek_init(){\nif(x==1)\nprint  x;   # why\n}\n").unwrap();
//! assert_eq!(laid_out, b"event zeek_init() {\n\tif ( x == 1 )\n\t\tprint x;   # why\n}\n");
//! ```
#![cfg_attr(
    not(test),
    deny(clippy::indexing_slicing, clippy::string_slice, reason = "a panic ends the process: panic = abort")
)]

mod blanks;
mod levels;

use blanks::Gap;
use script_syntax::pieces::{Kind, Piece, pieces};

/// The error if the layout would change more than blanks, which is a defect of this crate. The text stays unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Changed;

impl std::fmt::Display for Changed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the layout would change the script itself; please report this")
    }
}

impl std::error::Error for Changed {}

/// Returns the laid-out script. Laying it out again changes nothing.
///
/// # Errors
/// The result has other tokens than the text, so it must not be written.
pub fn format(text: &[u8]) -> Result<Vec<u8>, Changed> {
    let all = pieces(text);
    let out = lay_out(text, &all);
    let same = |a: &Piece, b: &Piece| a.kind == b.kind && slice(text, a) == slice(&out, b);
    let again = pieces(&out);
    let unchanged = all.len() == again.len() && all.iter().zip(&again).all(|(a, b)| same(a, b));
    if unchanged { Ok(out) } else { Err(Changed) }
}

fn lay_out(text: &[u8], all: &[Piece]) -> Vec<u8> {
    let levels = levels::levels(all, |p| breaks(text, p.0, p.1) > 0);
    let mut out = Vec::with_capacity(text.len() + text.len() / 16);
    let mut before: Option<&Piece> = None;
    // How far the layout moved the current line to the right, in columns.
    let mut moved = 0isize;
    for (i, piece) in all.iter().enumerate() {
        let lines = before.map_or(0, |b| breaks(text, b.end, piece.start));
        let level = levels.get(i).copied().unwrap_or_default();
        if before.is_none() || lines > 0 {
            let wanted = before.map_or(0, |_| 1 + usize::from(lines > 1));
            out.resize(out.len() + wanted, b'\n');
            let had = indent(text, piece.start);
            if level.continued {
                let columns = usize::try_from(isize::try_from(had.1).unwrap_or(0) + moved).unwrap_or(0);
                continuation(&mut out, columns.max(level.tabs * TAB), level.tabs);
            } else {
                moved = isize::try_from(level.tabs * TAB).unwrap_or(0) - isize::try_from(had.1).unwrap_or(0);
                out.resize(out.len() + level.tabs, b'\t');
            }
        } else if let Some(b) = before {
            let between = text.get(b.end..piece.start).unwrap_or_default();
            match blanks::between(all, i) {
                _ if piece.kind == Kind::Comment => match between {
                    [] => out.push(b' '),
                    kept => out.extend_from_slice(kept),
                },
                Gap::One => out.push(b' '),
                Gap::None => {}
                Gap::AsIs if between.is_empty() => {}
                Gap::AsIs => out.push(b' '),
            }
        }
        out.extend_from_slice(slice(text, piece));
        before = Some(piece);
    }
    if !out.is_empty() {
        out.push(b'\n');
    }
    out
}

/// The width of a tab in columns, for aligned lines.
const TAB: usize = 8;

/// Indents a continued line: with tabs to the level of its statement, with blanks to its column.
fn continuation(out: &mut Vec<u8>, columns: usize, tabs: usize) {
    out.resize(out.len() + tabs, b'\t');
    out.resize(out.len() + columns.saturating_sub(tabs * TAB), b' ');
}

/// Returns the offset at which the line of `at` begins, and the width of its indentation in columns.
fn indent(text: &[u8], at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or_default();
    let from = before.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
    let blanks = text.get(from..at).unwrap_or_default();
    (from, blanks.iter().fold(0, |c, b| if *b == b'\t' { c + TAB - c % TAB } else { c + 1 }))
}

fn breaks(text: &[u8], from: usize, to: usize) -> usize {
    text.get(from..to).unwrap_or_default().iter().filter(|b| **b == b'\n').count()
}

fn slice<'t>(text: &'t [u8], piece: &Piece) -> &'t [u8] {
    text.get(piece.start..piece.end).unwrap_or_default()
}

#[cfg(test)]
mod tests;
