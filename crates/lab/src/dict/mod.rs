//! `egret-lab dict`: the published measurements of dictionaries, with the product's table next to them.
use crate::setup::Setup;
use anyhow::Context;
use cell::{Cell, Figures};
use clap::Args;
pub(crate) use findings::findings;
use keys::Spec;
use std::path::PathBuf;
use std::process::ExitCode;

mod cell;
mod columns;
mod demands;
mod findings;
mod keys;
mod sys;
mod tables;

/// Measures dictionaries.
///
/// Without KEYS, measures everything: sizes 1 to 147,695, three kinds of keys, seven tables, the series of rounds,
/// growth, copying, hashing. Keys are `conn` (37-byte connection tuples), `u64`, or a file with one key per line. All
/// insertions are timed first, over all dictionaries; then all successful lookups, all failed ones, all removals.
/// Dictionaries are not destroyed between rounds. Times are CPU times of the thread. Bytes are those of the heap in
/// use, including malloc's overhead, and of the table value itself.
#[derive(Args)]
pub(crate) struct Dict {
    /// KEYS@SIZE:ROUNDS, as in `conn@100:10000`; a SIZE of -1 means all keys.
    specs: Vec<Spec>,
    /// Check the bars of the product's table.
    #[arg(long)]
    bars: bool,
    /// Check only this group of bars.
    #[arg(long, value_enum, value_name = "GROUP", requires = "bars")]
    only: Option<demands::Group>,
    /// Do less work, for a quick look.
    #[arg(long)]
    quick: bool,
    /// Tables to measure, by name.
    #[arg(long, value_delimiter = ',')]
    columns: Vec<String>,
    /// Runs of each measurement; medians are shown.
    #[arg(long)]
    runs: Option<usize>,
    /// Instead, count the dictionaries of a run over this capture by their maximum number of entries, with the monitor
    /// built for the chained and the clustered table
    #[arg(long, value_name = "CAPTURE")]
    population: Option<PathBuf>,
    /// A folder with egret-chained and egret-clustered; by default they are built
    #[arg(long, value_name = "DIR", requires = "population")]
    builds: Option<PathBuf>,
    /// Also write all figures to this file, as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[arg(long, hide = true, num_args = 3)]
    cell: Vec<String>,
}

/// The measurements to run.
struct Plan {
    quick: bool,
    runs: usize,
    columns: Vec<String>,
}

/// Runs the subcommand.
pub(crate) fn run(args: Dict) -> anyhow::Result<ExitCode> {
    if !args.cell.is_empty() {
        println!("{}", serde_json::to_string(&Cell::parse(&args.cell)?.run()?)?);
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(capture) = &args.population {
        let setup = Setup { builds: args.builds, ..Setup::default() };
        let found = crate::app::of_capture(capture, &setup)?;
        print!("{found}");
        return Ok(ExitCode::SUCCESS);
    }
    let mut plan = Plan {
        quick: args.quick,
        runs: args.runs.unwrap_or(if args.quick { 1 } else { 5 }),
        columns: args.columns,
    };
    if args.bars {
        return demands::judge(&plan, args.only);
    }
    if plan.columns.is_empty() {
        plan.columns = columns::NAMES.map(str::to_owned).to_vec();
    }
    let report =
        if args.specs.is_empty() { tables::everything(&plan)? } else { tables::asked(&plan, &args.specs)? };
    if let Some(path) = args.json {
        let text = serde_json::to_string_pretty(&report)?;
        std::fs::write(&path, text).with_context(|| format!("{}: writing the figures", path.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Measures all cells `runs` times, interleaved, so that the figures of a run can be compared.
fn interleaved(cells: &[Cell], runs: usize) -> anyhow::Result<Vec<Vec<Figures>>> {
    let mut all: Vec<Vec<Figures>> = vec![Vec::new(); cells.len()];
    for run in 0..runs {
        for i in 0..cells.len() {
            // Rotate the cells, so that no cell is always the first.
            let i = (i + run) % cells.len();
            all[i].push(cells[i].measure()?);
        }
    }
    Ok(all)
}
