//! The words in which analyzer.log says that bytes end before what they hold.
use wire::ReadError;

/// The reason of a violation, as the generated parsers of Zeek word it: users match on it.
pub(crate) fn out_of_bound(e: &ReadError) -> String {
    match e {
        ReadError::Short { what, wanted, there, .. } => {
            format!("Binpac exception: binpac exception: out_of_bound: {what}: {wanted} > {there}")
        }
        other => format!("Binpac exception: {other}"),
    }
}
