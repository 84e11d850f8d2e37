//! Suggestions for misspelled names.

/// Returns the candidate closest to `word` within one edit (two for long words): a letter added, removed or replaced,
/// or two letters swapped.
///
/// ```
/// let names = ["connection", "count", "zeek_init"];
/// assert_eq!(script_syntax::suggest("conection", names), Some("connection"));
/// assert_eq!(script_syntax::suggest("xyz", names), None);
/// ```
pub fn suggest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = if word.len() < 8 { 1 } else { 2 };
    if word.len() < 3 || word.len() > 64 {
        return None;
    }
    let mut best: Option<(usize, &str)> = None;
    for c in candidates {
        if c.len().abs_diff(word.len()) > limit || c == word {
            continue;
        }
        let d = distance(word.as_bytes(), c.as_bytes());
        if d <= limit && best.is_none_or(|(b, t)| (d, c) < (b, t)) {
            best = Some((d, c));
        }
    }
    best.map(|(_, c)| c)
}

/// Computes the Damerau-Levenshtein distance (adjacent swaps only).
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut two: Vec<usize> = vec![0; b.len() + 1];
    let mut one: Vec<usize> = (0..=b.len()).collect();
    let mut row = vec![0; b.len() + 1];
    for (i, &x) in a.iter().enumerate() {
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let mut d = (one[j + 1] + 1).min(row[j] + 1).min(one[j] + usize::from(x != y));
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                d = d.min(two[j - 1] + 1);
            }
            row[j + 1] = d;
        }
        std::mem::swap(&mut two, &mut one);
        std::mem::swap(&mut one, &mut row);
    }
    one[b.len()]
}

#[cfg(test)]
mod tests {
    use super::suggest;

    #[test]
    fn one_slip_away() {
        let check = |word, expected| {
            assert_eq!(suggest(word, ["print", "zeek_init", "connection_established", "c"]), expected);
        };
        check("pritn", Some("print"));
        check("prnt", Some("print"));
        check("prints", Some("print"));
        check("zeek_initt", Some("zeek_init"));
        check("conection_establised", Some("connection_established"));
        check("pants", None);
        check("d", None);
    }
}
