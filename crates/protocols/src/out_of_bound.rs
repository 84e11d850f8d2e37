//! The reason of a violation when bytes end too early.
use wire::ReadError;

/// The reason as analyzer.log shows it; users match on its words.
pub(crate) fn reason(e: &ReadError) -> String {
    match e {
        ReadError::Short { what, wanted, there, .. } => {
            format!("Binpac exception: binpac exception: out_of_bound: {what}: {wanted} > {there}")
        }
        other => format!("Binpac exception: {other}"),
    }
}
