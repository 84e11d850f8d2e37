//! `--dict-stats`: counts the tables of a run by the peak number of their entries.
use dict::{Census, Chosen, PEAK_CLASSES, Table as _};

/// Returns lines of the form `# dictionaries CLASS TABLES SHARE BYTES SHARE`, for each class and for the total.
///
/// With the feature `census`, which is for measurements, each line also contains the bytes with one pointer for each
/// value. A last line contains the number of tables in record fields that were never used and the size of an empty
/// table: `# dictionaries untouched N empty BYTES`.
pub(crate) fn table(census: &Census) -> String {
    let compared = cfg!(feature = "census");
    let (tables, bytes) = (census.by_peak.iter().sum(), census.bytes_by_peak.iter().sum());
    let share = |part: u64, of: u64| if of == 0 { 0.0 } else { part as f64 * 100.0 / of as f64 };
    let line = |class: &str, n: u64, b: u64, published: u64| {
        let published = if compared { format!(" {published:>14}") } else { String::new() };
        format!(
            "# dictionaries {class:>7} {n:>12} {:>8.2}% {b:>14} {:>8.2}%{published}\n",
            share(n, tables),
            share(b, bytes)
        )
    };
    let mut out = format!("# dictionaries: {}\n", dict::CHOSEN);
    out += &format!("# dictionaries {:>7} {:>12} {:>9} {:>14}\n", "entries", "tables", "", "bytes");
    for i in 0..PEAK_CLASSES {
        let class = if i + 1 == PEAK_CLASSES { format!("{i}+") } else { i.to_string() };
        out += &line(&class, census.by_peak[i], census.bytes_by_peak[i], census.published_by_peak[i]);
    }
    out += &line("total", tables, bytes, census.published_by_peak.iter().sum());
    if compared {
        let empty = Chosen::<()>::default().report().published_bytes;
        out += &format!("# dictionaries untouched {} empty {empty}\n", census.untouched);
    }
    out
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
        assert!(rows.len() > PEAK_CLASSES);
        let known = |at: usize| rows[at][..7].to_vec();
        assert_eq!(known(0), ["#", "dictionaries", "0", "3", "75.00%", "0", "0.00%"]);
        assert_eq!(known(8), ["#", "dictionaries", "8+", "1", "25.00%", "4000", "100.00%"]);
        assert_eq!(known(9), ["#", "dictionaries", "total", "4", "100.00%", "4000", "100.00%"]);
    }
}
