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

/// The same reason for a field, named `STRUCTURE:FIELD`, with sizes that count from the structure's start. Errors of other
/// names keep their own words.
pub(crate) fn of_field(e: &ReadError) -> String {
    match *e {
        ReadError::Short { what, at, wanted, there } if what.contains(':') => {
            let (wanted, there) = (at.saturating_add(wanted), at.saturating_add(there));
            format!("Binpac exception: binpac exception: out_of_bound: {what}: {wanted} > {there}")
        }
        ref other => other.to_string(),
    }
}
