//! Common parts of two byte strings: local alignment after Smith and Waterman (1981), for `str_smith_waterman`.
//!
//! A matching pair of bytes scores 1 more than its upper left neighbour, and 99 more if it continues a run, so that
//! long runs win over many short ones. Gaps cost nothing. All cells are kept in memory, so their number is limited.

/// A common substring, and its offset in each string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Common {
    pub(super) text: Vec<u8>,
    pub(super) at: [usize; 2],
    /// Whether this is the first part of an alignment.
    pub(super) starts_alignment: bool,
}

/// The alignments to collect.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Collect {
    /// The alignment with the best score.
    Best,
    /// All alignments that no other one covers.
    All,
}

/// The maximum number of cells in a matrix (about 4 KiB by 4 KiB).
pub(super) const MAX_CELLS: usize = 1 << 24;

#[derive(Clone, Copy, Default)]
struct Cell {
    score: u32,
    /// Whether the two bytes of this cell are equal.
    matches: bool,
    visited: bool,
    from: From,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum From {
    #[default]
    Nowhere,
    Corner,
    Top,
    Left,
}

struct Matrix<'a> {
    rows: &'a [u8],
    cols: &'a [u8],
    cells: Vec<Cell>,
}

/// Finds the common parts of at least `min_len` bytes, in the order of the shorter string.
///
/// `None` if the matrix would need more than [`MAX_CELLS`].
pub(super) fn common_parts(a: &[u8], b: &[u8], min_len: usize, collect: Collect) -> Option<Vec<Common>> {
    if a.len() < min_len || b.len() < min_len {
        return Some(Vec::new());
    }
    if (a.len() + 1).checked_mul(b.len() + 1)? > MAX_CELLS {
        return None;
    }
    let (mut matrix, best) = Matrix::filled(a, b);
    let mut parts = match (collect, best) {
        (Collect::Best, None) => Vec::new(),
        (Collect::Best, Some((i, j))) => matrix.path(i, j, min_len),
        (Collect::All, _) => matrix.all_paths(min_len),
    };
    let by_second = a.len() <= b.len();
    parts.sort_by_key(|p| if by_second { p.at[1] } else { p.at[0] });
    Some(parts)
}

#[expect(
    clippy::indexing_slicing,
    reason = "walks stay in the matrix: cells of the first row and column lead nowhere, all others one step back"
)]
impl<'a> Matrix<'a> {
    fn filled(rows: &'a [u8], cols: &'a [u8]) -> (Self, Option<(usize, usize)>) {
        let width = cols.len() + 1;
        let mut m = Matrix { rows, cols, cells: vec![Cell::default(); (rows.len() + 1) * width] };
        let (mut best, mut best_score) = (None, 1);
        for (i, a) in rows.iter().enumerate() {
            for (j, b) in cols.iter().enumerate() {
                let here = (i + 1) * width + j + 1;
                let (corner, top, left) =
                    (m.cells[here - width - 1], m.cells[here - width], m.cells[here - 1]);
                let cell = &mut m.cells[here];
                if a == b {
                    cell.matches = true;
                    cell.score = corner.score + 1 + if corner.matches { 99 } else { 0 };
                    cell.from = From::Corner;
                } else {
                    cell.score = top.score.max(left.score).max(corner.score);
                    cell.from = if cell.score == top.score { From::Top } else { From::Left };
                }
                if cell.score > best_score {
                    best_score = cell.score;
                    best = Some((i + 1, j + 1));
                }
            }
        }
        (m, best)
    }

    fn cell(&mut self, i: usize, j: usize) -> &mut Cell {
        let width = self.cols.len() + 1;
        &mut self.cells[i * width + j]
    }

    /// Returns the runs of matches on the path back from a cell, last one first. The run at the edge may have any
    /// length.
    fn path(&mut self, mut i: usize, mut j: usize, min_len: usize) -> Vec<Common> {
        let mut parts = Vec::new();
        let mut run: Vec<u8> = Vec::new();
        // The start of the current run.
        let mut start = (0, 0);
        loop {
            let cell = self.cell(i, j);
            cell.visited = true;
            let (matches, from) = (cell.matches, cell.from);
            if matches {
                start = (i - 1, j - 1);
                run.push(self.rows[i - 1]);
            } else {
                if run.len() >= min_len {
                    parts.push(part(&run, start));
                }
                run.clear();
            }
            match from {
                From::Nowhere => break,
                From::Corner => (i, j) = (i - 1, j - 1),
                From::Top => i -= 1,
                From::Left => j -= 1,
            }
        }
        if !run.is_empty() {
            parts.push(part(&run, start));
        }
        if let Some(first) = parts.last_mut() {
            first.starts_alignment = true;
        }
        parts
    }

    fn all_paths(&mut self, min_len: usize) -> Vec<Common> {
        let mut found: Vec<Option<Vec<Common>>> = Vec::new();
        for i in (1..=self.rows.len()).rev() {
            for j in (1..=self.cols.len()).rev() {
                let cell = self.cell(i, j);
                if !cell.matches || cell.visited {
                    continue;
                }
                let new = self.path(i, j, min_len);
                if !is_covered(&new, &mut found) {
                    found.push(Some(new));
                }
            }
        }
        found.into_iter().flatten().flatten().collect()
    }
}

/// Whether an earlier alignment covers a part of the new one. Drops an earlier alignment that the new one covers. The
/// first such pair decides.
fn is_covered(new: &[Common], found: &mut [Option<Vec<Common>>]) -> bool {
    for slot in found {
        let Some(old) = slot else { continue };
        let mut verdict = None;
        'pairs: for o in old.iter() {
            for n in new {
                if covers(o, n) {
                    verdict = Some(true);
                    break 'pairs;
                }
                if covers(n, o) {
                    verdict = Some(false);
                    break 'pairs;
                }
            }
        }
        match verdict {
            Some(true) => return true,
            Some(false) => {
                *slot = None;
                return false;
            }
            None => {}
        }
    }
    false
}

fn covers(big: &Common, small: &Common) -> bool {
    let mut starts = big.at.into_iter().zip(small.at);
    starts.all(|(big_at, at)| big_at <= at && big_at + big.text.len() >= at + small.text.len())
}

fn part(reversed: &[u8], (i, j): (usize, usize)) -> Common {
    Common { text: reversed.iter().rev().copied().collect(), at: [i, j], starts_alignment: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(a: &str, b: &str, min_len: usize, collect: Collect, expected: &[(&str, usize, usize)]) {
        let parts = common_parts(a.as_bytes(), b.as_bytes(), min_len, collect).unwrap();
        let seen: Vec<_> =
            parts.iter().map(|p| (std::str::from_utf8(&p.text).unwrap(), p.at[0], p.at[1])).collect();
        assert_eq!(seen, expected);
    }

    #[test]
    fn the_best_path_prefers_long_runs() {
        check("hello world", "yellow woods", 2, Collect::Best, &[("ello", 1, 1), (" wo", 5, 6)]);
        check("abc", "xyz", 1, Collect::Best, &[]);
        check("ab", "abcdef", 3, Collect::Best, &[]);
    }

    #[test]
    fn all_alignments_leave_out_covered_ones() {
        check("foo", "xxfooxxfoo", 3, Collect::All, &[("foo", 0, 2), ("foo", 0, 7)]);
    }

    #[test]
    fn a_matrix_past_the_cap_is_refused() {
        let long = vec![b'a'; 5000];
        assert!(common_parts(&long, &long, 1, Collect::Best).is_none());
    }
}
