//! The dictionaries of a run, by the most entries that each ever held, with both published tables.
use super::{builds, monitor};
use crate::figures::{Better, Cell, Demand, Findings, Measure, Plot, Table};
use crate::report::parts::Around;
use crate::report::{self, published};
use anyhow::Context;
use capture::{PcapWriter, Precision};
use std::path::Path;

/// Classes by the most entries: none, 1, … 7, 8 and more.
const CLASSES: [&str; 9] = ["0", "1", "2", "3", "4", "5", "6", "7", "8+"];

/// What `--dict-stats` prints.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Census {
    tables: [u64; CLASSES.len()],
    bytes: [u64; CLASSES.len()],
}

impl Census {
    /// Reads the lines `# dictionaries CLASS TABLES SHARE BYTES SHARE`.
    fn read(said: &str) -> Option<Self> {
        let mut census = Census::default();
        let mut found = 0;
        for line in said.lines().filter_map(|l| l.strip_prefix("# dictionaries ")) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let Some(class) = CLASSES.iter().position(|c| words.first() == Some(c)) else { continue };
            census.tables[class] = words.get(1)?.parse().ok()?;
            census.bytes[class] = words.get(3)?.parse().ok()?;
            found += 1;
        }
        (found == CLASSES.len()).then_some(census)
    }

    fn total(&self) -> u64 {
        self.tables.iter().sum()
    }

    fn total_bytes(&self) -> u64 {
        self.bytes.iter().sum()
    }
}

/// What the two builds count over a capture, in the order of [`builds::PUBLISHED`].
fn count(builds: &[builds::Build], path: &Path) -> anyhow::Result<Vec<Census>> {
    let counted = builds.iter().map(|b| {
        let said = monitor::run(&b.path, path, &["--dict-stats"])?.said;
        Census::read(&said).with_context(|| format!("what --dict-stats prints was expected, found: {said}"))
    });
    counted.collect()
}

/// What they count without a packet: the tables that scripts fill before the first one.
fn count_before(builds: &[builds::Build]) -> anyhow::Result<Vec<Census>> {
    let folder = tempfile::tempdir()?;
    let empty = folder.path().join("empty.pcap");
    PcapWriter::create(&empty, Precision::Micros)?.finish()?;
    count(builds, &empty)
}

/// `egret-lab dict --population CAPTURE`.
pub(crate) fn of_capture(path: &Path, around: &Around) -> anyhow::Result<Findings> {
    let builds = builds::published(around)?;
    let counts = [count(&builds, path)?];
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    Ok(findings(&[&name], &counts, &count_before(&builds)?, false))
}

/// The dictionaries of runs over the three captures.
pub(crate) fn population(around: &Around) -> anyhow::Result<Findings> {
    let builds = builds::published(around)?;
    let mut counts = Vec::new();
    for (name, packets) in published::CAPTURES {
        counts.push(count(&builds, &report::capture(around, name, packets)?)?);
    }
    let before = count_before(&builds)?;
    Ok(findings(&published::CAPTURES.map(|(name, _)| name), &counts, &before, true))
}

/// Why the figures are not the published ones.
const WHY: [&str; 3] = [
    "The published monitor made dictionaries in its core too, several a connection, most of which held nothing or one \
     entry; Egret has plain fields there, and its dictionaries are those of scripts and the tables of connections.",
    "A dictionary that never held an entry costs nothing here: it is made when its first entry comes. The published ones \
     had a handle each.",
    "So the tables that scripts fill before the first packet, names of codes mostly, weigh more in Egret's sum, the more \
     the shorter the capture. They are large, and at large sizes the two tables lie closer together, as published. \
     The rows of what traffic made leave them out.",
];

/// Tables and demands; `counts` are a capture each, and in it a build each; `before` is what a build counts without packets.
fn findings(captures: &[&str], counts: &[Vec<Census>], before: &[Census], compare: bool) -> Findings {
    let mut out = Findings { remarks: WHY.map(str::to_owned).to_vec(), ..Findings::default() };
    // Both builds run the same scripts over the same packets; where they count differently, both are shown.
    let clustered = |c: usize| counts[c][1];
    let known = |c: usize, class: usize| compare.then(|| f64::from(published::POPULATION[c][class]));
    let known_total = |c: usize| compare.then(|| f64::from(published::POPULATION[c].iter().sum::<u32>()));
    let table = |title: &str, unit: &str, better| Table::new(title, unit, better, "most entries", captures);

    let mut tables =
        table("Dictionaries by the most entries that each ever held", "dictionaries", Better::Neither);
    let mut shares = table("Their share", "%", Better::Neither).plotted(Plot::Bars);
    let mut bytes = table("Bytes of the clustered ones, by class", "bytes", Better::Lower);
    for (class, name) in CLASSES.into_iter().enumerate() {
        let row = |of: &dyn Fn(usize) -> Cell| (0..captures.len()).map(of).collect::<Vec<_>>();
        tables.row(
            name,
            false,
            row(&|c| Cell::new(Measure::exact(clustered(c).tables[class] as f64), known(c, class))),
        );
        let share = |part: f64, of: f64| part * 100.0 / of.max(1.0);
        shares.row(
            name,
            false,
            row(&|c| {
                let ours = share(clustered(c).tables[class] as f64, clustered(c).total() as f64);
                let theirs = known(c, class).zip(known_total(c)).map(|(part, of)| share(part, of));
                Cell::new(Measure::exact(ours), theirs)
            }),
        );
        bytes.row(name, false, row(&|c| Cell::new(Measure::exact(clustered(c).bytes[class] as f64), None)));
    }
    let sum = (0..captures.len())
        .map(|c| Cell::new(Measure::exact(clustered(c).total() as f64), known_total(c)))
        .collect();
    tables.row("all", false, sum);

    let mut memory = Table::new("Memory of all dictionaries", "MB", Better::Lower, "dictionary", captures)
        .plotted(Plot::LogBars)
        .noted(
            "The sum over all that were ever made, each at the time when it held most; none that never held an entry \
             counts, as Egret makes a table when its first entry comes.",
        );
    for (b, name) in builds::PUBLISHED.into_iter().enumerate() {
        let cells = counts.iter().enumerate().map(|(c, of)| {
            let theirs = compare.then(|| published::DICTIONARY_MB[b][c]);
            Cell::new(Measure::exact(of[b].total_bytes() as f64 / 1e6), theirs)
        });
        memory.row(name, false, cells.collect());
    }
    let traffic =
        |c: usize, b: usize| counts[c][b].total_bytes().saturating_sub(before[b].total_bytes()) as f64;
    for (b, name) in builds::PUBLISHED.into_iter().enumerate() {
        let cells = (0..captures.len()).map(|c| Cell::new(Measure::exact(traffic(c, b) / 1e6), None));
        memory.row(&format!("{name}, made by traffic"), false, cells.collect());
    }
    let ratio = |c: usize| counts[c][1].total_bytes() as f64 / counts[c][0].total_bytes().max(1) as f64;
    let cells = (0..captures.len()).map(|c| {
        let theirs = compare.then(|| published::DICTIONARY_MB[1][c] * 100.0 / published::DICTIONARY_MB[0][c]);
        Cell::new(Measure::exact(ratio(c) * 100.0), theirs)
    });
    let mut of_chained = Table::new("Clustered of chained", "%", Better::Lower, "dictionary", captures);
    of_chained.row("all", false, cells.collect());
    let cells = (0..captures.len())
        .map(|c| Cell::new(Measure::exact(traffic(c, 1) * 100.0 / traffic(c, 0).max(1.0)), None));
    of_chained.row("made by traffic", false, cells.collect());
    for (class, name) in CLASSES.into_iter().enumerate().skip(1) {
        let cells = (0..captures.len()).map(|c| {
            let of = |b: usize| counts[c][b].bytes[class] as f64;
            Cell::new((of(0) > 0.0).then(|| of(1) * 100.0 / of(0)).and_then(Measure::exact), None)
        });
        of_chained.row(&format!("peak of {name}"), false, cells.collect());
    }

    for (c, name) in captures.iter().enumerate() {
        let limit = 0.3;
        out.demands.extend(Demand::at_most(
            &format!("{name}: memory of all clustered dictionaries of the chained ones'"),
            Measure::exact(ratio(c)),
            limit,
        ));
        let few =
            (clustered(c).tables[0] + clustered(c).tables[1]) as f64 / clustered(c).total().max(1) as f64;
        out.demands.extend(Demand::at_least(
            &format!("{name}: share of dictionaries that never hold more than one entry"),
            Measure::exact(few),
            0.9,
        ));
        let (a, b) = (counts[c][0].tables, clustered(c).tables);
        if a != b {
            out.remarks.push(format!("{name}: the chained build counts {a:?}, the clustered one {b:?}"));
        }
    }
    out.tables = vec![tables, shares, memory, of_chained, bytes];
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_census_is_read_from_what_egret_prints() {
        let mut said = "# dictionaries: clustered\n# dictionaries entries tables bytes\n".to_owned();
        for (i, class) in CLASSES.iter().enumerate() {
            said += &format!(
                "# dictionaries {class:>7} {:>12} {:>8.2}% {:>14} {:>8.2}%\n",
                i * 10,
                1.0,
                i * 100,
                2.0
            );
        }
        said += "# dictionaries   total          360   100.00%           3600   100.00%\n";
        let census = Census::read(&said).unwrap();
        assert_eq!((census.tables[8], census.bytes[8]), (80, 800));
        assert_eq!((census.total(), census.total_bytes()), (360, 3600));
        assert_eq!(Census::read("# dictionaries 0 1 2% 3 4%"), None);
    }
}
