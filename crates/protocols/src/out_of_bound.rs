//! The violation reason for truncated messages.
use wire::ReadError;

/// The reason in analyzer.log, whose wording users match on.
pub(crate) fn reason(e: &ReadError) -> String {
    match e {
        ReadError::Short { what, wanted, there, .. } => {
            format!("Binpac exception: binpac exception: out_of_bound: {what}: {wanted} > {there}")
        }
        other => format!("Binpac exception: {other}"),
    }
}
