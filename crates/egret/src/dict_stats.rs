//! `--dict-stats`: the tables of a run, by the most entries that each ever held.
use dict::{Census, PEAK_CLASSES};

/// A line a class and one of sums, each `# dictionaries CLASS TABLES SHARE BYTES SHARE`.
pub(crate) fn table(census: &Census) -> String {
    let (tables, bytes) = (census.by_peak.iter().sum(), census.bytes_by_peak.iter().sum());
    let share = |part: u64, of: u64| if of == 0 { 0.0 } else { part as f64 * 100.0 / of as f64 };
    let line = |class: &str, n: u64, b: u64| {
        format!(
            "# dictionaries {class:>7} {n:>12} {:>8.2}% {b:>14} {:>8.2}%\n",
            share(n, tables),
            share(b, bytes)
        )
    };
    let mut out = format!("# dictionaries: {}\n", dict::CHOSEN);
    out += &format!("# dictionaries {:>7} {:>12} {:>9} {:>14} {:>9}\n", "entries", "tables", "", "bytes", "");
    for (i, (n, b)) in census.by_peak.into_iter().zip(census.bytes_by_peak).enumerate() {
        let class = if i + 1 == PEAK_CLASSES { format!("{i}+") } else { i.to_string() };
        out += &line(&class, n, b);
    }
    out + &line("total", tables, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_and_their_sums() {
        let mut census = Census::default();
        census.by_peak[0] = 3;
        census.by_peak[8] = 1;
        census.bytes_by_peak[8] = 4000;
        let text = table(&census);
        let rows: Vec<Vec<&str>> = text.lines().skip(2).map(|l| l.split_whitespace().collect()).collect();
        assert_eq!(rows.len(), PEAK_CLASSES + 1);
        assert_eq!(rows[0], ["#", "dictionaries", "0", "3", "75.00%", "0", "0.00%"]);
        assert_eq!(rows[8], ["#", "dictionaries", "8+", "1", "25.00%", "4000", "100.00%"]);
        assert_eq!(rows[9], ["#", "dictionaries", "total", "4", "100.00%", "4000", "100.00%"]);
    }
}
