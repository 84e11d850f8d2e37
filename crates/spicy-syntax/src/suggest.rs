//! Suggests names for misspelled ones.

/// Returns the candidate nearest to `word` within one edit, or two edits for words of eight letters or more.
pub fn suggest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if !(3..=64).contains(&word.len()) {
        return None;
    }
    let most = if word.len() >= 8 { 2 } else { 1 };
    let near = candidates.into_iter().filter(|c| *c != word && c.len().abs_diff(word.len()) <= most);
    near.map(|c| (edits(word.as_bytes(), c.as_bytes()), c)).filter(|(d, _)| *d <= most).min().map(|(_, c)| c)
}

/// Returns the number of insertions, deletions, replacements and swaps of neighbors that turn one word into the other.
fn edits(a: &[u8], b: &[u8]) -> usize {
    let width = b.len() + 1;
    let mut table: Vec<usize> =
        (0..width * (a.len() + 1)).map(|i| if i < width { i } else { i / width }).collect();
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let same = a[i - 1] == b[j - 1];
            let mut best = (table[(i - 1) * width + j] + 1)
                .min(table[i * width + j - 1] + 1)
                .min(table[(i - 1) * width + j - 1] + usize::from(!same));
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(table[(i - 2) * width + j - 2] + 1);
            }
            table[i * width + j] = best;
        }
    }
    table[a.len() * width + b.len()]
}

#[cfg(test)]
mod tests {
    use super::suggest;

    #[test]
    fn near_names() {
        let check =
            |word, expected| assert_eq!(suggest(word, ["size", "max-size", "until-including"]), expected);
        check("szie", Some("size"));
        check("maxsize", Some("max-size"));
        check("untl-includng", Some("until-including"));
        check("eod", None);
    }
}
