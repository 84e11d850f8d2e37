//! Counts the dictionaries of a run by their maximum number of entries, with both published tables.
use super::{builds, monitor};
use crate::figures::{Better, Cell, Demand, Findings, Measure, Plot, Table};
use crate::setup::Setup;
use crate::{published, setup};
use anyhow::Context;
use capture::{PcapWriter, Precision};
use std::path::Path;

/// Classes by maximum number of entries: 0, 1, … 7, 8 and more.
const CLASSES: [&str; 9] = ["0", "1", "2", "3", "4", "5", "6", "7", "8+"];

/// The census of one run: the output of `--dict-stats`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Census {
    tables: [u64; CLASSES.len()],
    /// Bytes that they requested from the allocator.
    bytes: [u64; CLASSES.len()],
    /// The bytes that they would request if each value were a pointer.
    pointers: [u64; CLASSES.len()],
    /// Tables in record fields that were never accessed, and so never created.
    untouched: u64,
    /// The size in bytes of an empty table that is created at once.
    empty: u64,
}

impl Census {
    /// Parses the lines `# dictionaries CLASS TABLES SHARE BYTES SHARE POINTERS` and
    /// `# dictionaries untouched TABLES empty BYTES`.
    fn read(said: &str) -> Option<Self> {
        let mut census = Census::default();
        let mut found = 0;
        for line in said.lines().filter_map(|l| l.strip_prefix("# dictionaries ")) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let number = |at: usize| words.get(at)?.parse::<u64>().ok();
            if words.first() == Some(&"untouched") {
                (census.untouched, census.empty) = (number(1)?, number(3)?);
                found += 1;
            }
            let Some(class) = CLASSES.iter().position(|c| words.first() == Some(c)) else { continue };
            census.tables[class] = number(1)?;
            census.bytes[class] = number(3)?;
            census.pointers[class] = number(5)?;
            found += 1;
        }
        (found == CLASSES.len() + 1).then_some(census)
    }

    /// The tables by class, including those that were never created: the number of tables that a monitor without lazy
    /// creation makes.
    fn all_tables(&self) -> [u64; CLASSES.len()] {
        let mut tables = self.tables;
        tables[0] += self.untouched;
        tables
    }

    fn total(&self) -> u64 {
        self.all_tables().iter().sum()
    }

    fn allocated(&self) -> u64 {
        self.bytes.iter().sum()
    }

    /// The bytes as the publication counts them: every table is created at once, and a value is a pointer.
    fn as_published(&self) -> u64 {
        self.all_tables()[0] * self.empty + self.pointers[1..].iter().sum::<u64>()
    }
}

/// Returns the counts of both builds for a capture, in the order of [`builds::PUBLISHED`].
fn count(builds: &[builds::Build], path: &Path) -> anyhow::Result<Vec<Census>> {
    let counted = builds.iter().map(|b| {
        let said = monitor::run(&b.path, path, &["--dict-stats"])?.said;
        Census::read(&said).with_context(|| format!("what --dict-stats prints was expected, found: {said}"))
    });
    counted.collect()
}

/// Returns the counts of both builds without packets: the tables that scripts fill at startup.
fn count_before(builds: &[builds::Build]) -> anyhow::Result<Vec<Census>> {
    let folder = tempfile::tempdir()?;
    let empty = folder.path().join("empty.pcap");
    PcapWriter::create(&empty, Precision::Micros)?.finish()?;
    count(builds, &empty)
}

/// Runs `egret-lab dict --population CAPTURE`.
pub(crate) fn of_capture(path: &Path, setup: &Setup) -> anyhow::Result<Findings> {
    let builds = builds::published(setup)?;
    let counts = [count(&builds, path)?];
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    Ok(findings(&[&name], &counts, &count_before(&builds)?, false))
}

/// Counts the dictionaries of runs over the three captures.
pub(crate) fn population(setup: &Setup) -> anyhow::Result<Findings> {
    let builds = builds::published(setup)?;
    let mut counts = Vec::new();
    for (name, packets) in published::CAPTURES {
        counts.push(count(&builds, &setup::capture(setup, name, packets)?)?);
    }
    let before = count_before(&builds)?;
    Ok(findings(&published::CAPTURES.map(|(name, _)| name), &counts, &before, true))
}

/// Explains how the figures were counted, and why they differ from the published ones.
const WHY: [&str; 4] = [
    "“As published” counts as the publication did: every table is made with its record or variable, whether or not \
     something comes into it; a value is a pointer, and what lies behind it is not the table's; a block counts with what \
     the allocator puts around it. “As allocated” is what these builds ask of the allocator: a table is made when its \
     first entry comes, and values lie in the entries.",
    "The published monitor made dictionaries in its core too, several a connection, most of which held one entry; Egret \
     has plain fields there, and its dictionaries are those of scripts. So a larger part of them is empty here, and an \
     empty table saves no more than its handle does.",
    "Most that traffic fills with eight entries and more are the sets of files that a connection of SMB has touched. \
     Their keys are long, and both tables keep those alike. Published, such tables were a tenth as many.",
    "The scripts of today fill more and larger tables before the first packet than those of 2019, names of codes mostly. \
     At large sizes the two tables lie closer together, as published; the shorter the capture, the more that weighs. The \
     rows of what traffic made leave those tables out.",
];

/// A way to count memory: its name, and the function that takes the figure from a census.
type Counted = (&'static str, fn(&Census) -> u64);
const WAYS: [Counted; 2] = [("as published", Census::as_published), ("as allocated", Census::allocated)];

/// Returns the tables and demands. `counts` has the counts per capture and build; `before` has those of each build
/// without packets.
fn findings(captures: &[&str], counts: &[Vec<Census>], before: &[Census], compare: bool) -> Findings {
    let mut out = Findings { remarks: WHY.map(str::to_owned).to_vec(), ..Findings::default() };
    // Both builds run the same scripts over the same packets. If their counts differ, both are shown.
    let clustered = |c: usize| counts[c][1];
    let known = |c: usize, class: usize| compare.then(|| f64::from(published::POPULATION[c][class]));
    let known_total = |c: usize| compare.then(|| f64::from(published::POPULATION[c].iter().sum::<u32>()));
    let table = |title: &str, unit: &str, better| Table::new(title, unit, better, "most entries", captures);
    let row = |of: &dyn Fn(usize) -> Cell| (0..captures.len()).map(of).collect::<Vec<_>>();
    let exact = |v: f64| Measure::exact(v);

    let mut tables =
        table("Dictionaries by the most entries that each ever held", "dictionaries", Better::Neither);
    let mut shares = table("Their share", "%", Better::Neither).plotted(Plot::Bars);
    let share = |part: f64, of: f64| part * 100.0 / of.max(1.0);
    for (class, name) in CLASSES.into_iter().enumerate() {
        let ours = |c: usize| clustered(c).all_tables()[class] as f64;
        tables.row(name, false, row(&|c| Cell::new(exact(ours(c)), known(c, class))));
        let cells = row(&|c| {
            let theirs = known(c, class).zip(known_total(c)).map(|(part, of)| share(part, of));
            Cell::new(exact(share(ours(c), clustered(c).total() as f64)), theirs)
        });
        shares.row(name, false, cells);
    }
    tables.row("all", false, row(&|c| Cell::new(exact(clustered(c).total() as f64), known_total(c))));

    let mut memory = Table::new("Memory of all dictionaries", "MB", Better::Lower, "dictionary", captures)
        .plotted(Plot::LogBars)
        .noted("The sum over all that were ever made, each at the time when it held most.");
    let mut of_chained =
        Table::new("Clustered of chained", "%", Better::Lower, "dictionary", captures).plotted(Plot::Bars);
    for (way, bytes) in WAYS {
        let as_published = way == "as published";
        let all = |c: usize, b: usize| bytes(&counts[c][b]) as f64;
        let traffic = |c: usize, b: usize| all(c, b) - bytes(&before[b]) as f64;
        for (b, name) in builds::PUBLISHED.into_iter().enumerate() {
            let theirs = |c: usize| (compare && as_published).then(|| published::DICTIONARY_MB[b][c]);
            memory.row(
                &format!("{name}, {way}"),
                false,
                row(&|c| Cell::new(exact(all(c, b) / 1e6), theirs(c))),
            );
            let cells = row(&|c| Cell::new(exact(traffic(c, b) / 1e6), None));
            memory.row(&format!("{name}, {way}, made by traffic"), false, cells);
        }
        let theirs = |c: usize| {
            (compare && as_published)
                .then(|| published::DICTIONARY_MB[1][c] * 100.0 / published::DICTIONARY_MB[0][c])
        };
        let cells = row(&|c| Cell::new(exact(share(all(c, 1), all(c, 0))), theirs(c)));
        of_chained.row(&format!("all, {way}"), false, cells);
        let cells = row(&|c| Cell::new(exact(share(traffic(c, 1), traffic(c, 0))), None));
        of_chained.row(&format!("made by traffic, {way}"), false, cells);
    }
    let mut bytes = table("Bytes of the clustered ones, by class, as allocated", "bytes", Better::Lower);
    for (class, name) in CLASSES.into_iter().enumerate() {
        if class > 0 {
            let of = |c: usize, b: usize| counts[c][b].pointers[class] as f64;
            let cells = row(&|c| {
                Cell::new((of(c, 0) > 0.0).then(|| share(of(c, 1), of(c, 0))).and_then(exact), None)
            });
            of_chained.row(&format!("most entries {name}, as published"), false, cells);
        }
        bytes.row(name, false, row(&|c| Cell::new(exact(clustered(c).bytes[class] as f64), None)));
    }

    for (c, name) in captures.iter().enumerate() {
        for (way, bytes) in WAYS {
            out.demands.extend(Demand::at_most(
                &format!("{name}: memory of all clustered dictionaries of the chained ones', {way}"),
                exact(bytes(&counts[c][1]) as f64 / (bytes(&counts[c][0]).max(1)) as f64),
                0.3,
            ));
        }
        let few = clustered(c).all_tables()[..2].iter().sum::<u64>() as f64;
        out.demands.extend(Demand::at_least(
            &format!("{name}: share of dictionaries that never hold more than one entry"),
            exact(few / clustered(c).total().max(1) as f64),
            0.9,
        ));
        let (a, b) = (counts[c][0].all_tables(), clustered(c).all_tables());
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
            let bytes = i * 100;
            said += &format!(
                "# dictionaries {class:>7} {:>12} {:>8.2}% {bytes:>14} {:>8.2}% {:>14}\n",
                i * 10,
                1.0,
                2.0,
                bytes / 2
            );
        }
        said += "# dictionaries   total          360   100.00%           3600   100.00%           1800\n";
        assert_eq!(Census::read(&said), None);
        said += "# dictionaries untouched 5 empty 80\n";
        let census = Census::read(&said).unwrap();
        assert_eq!((census.tables[8], census.bytes[8], census.pointers[8]), (80, 800, 400));
        assert_eq!((census.total(), census.allocated(), census.as_published()), (365, 3600, 5 * 80 + 1800));
        assert_eq!(Census::read("# dictionaries 0 1 2% 3 4% 5"), None);
    }
}
