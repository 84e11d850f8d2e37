//! `--table-order`: the order in which scripts walk tables and sets.
use crate::hiargs::HiArgs;
use anyhow::bail;
use clap::ValueEnum;

/// The values of `--table-order`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableOrder {
    /// zeek for a run that takes its seeds from a file or from ZEEK_SEED_VALUES, else insertion
    #[default]
    Auto,
    /// As their entries were added
    Insertion,
    /// As Zeek does with the same seeds; tables take as much time and memory as Zeek's
    Zeek,
}

/// Returns the table order of this run. `seeded` says whether the user supplied the seeds.
///
/// # Errors
/// Insertion order was requested, but this build has only Zeek's order.
pub(crate) fn of(args: &HiArgs, seeded: bool) -> anyhow::Result<runtime::TableOrder> {
    match args.low.table_order {
        TableOrder::Insertion if runtime::ONLY_ZEEKS_ORDER => {
            bail!("--table-order insertion: this build has Zeek's tables only (feature \"clustered\")")
        }
        TableOrder::Auto if !seeded => Ok(runtime::TableOrder::Insertion),
        TableOrder::Insertion => Ok(runtime::TableOrder::Insertion),
        TableOrder::Auto | TableOrder::Zeek => Ok(runtime::TableOrder::Zeek),
    }
}
