//! Converts times and strings of Microsoft's protocols.
use crate::utf16;
use event::Moment;
use session::analyzer::Context;

/// The time of a FILETIME, which counts 100 ns since 1601 ([MS-DTYP] 2.3.3).
pub(crate) fn time(filetime: u64) -> Moment {
    Moment::from_filetime(filetime)
}

wire::anomalies! {
    /// A malformed string.
    pub(crate) enum TextAnomaly from "" {
        /// UTF-16 that ends within a surrogate pair.
        Utf16 => "utf16_conversion_failed", "utf16 conversion failed in utf16_to_utf8_val",
    }
}

/// Converts UTF-16 up to its first NUL to UTF-8. A string that cannot be converted is reported and returned unchanged.
pub(crate) fn text(cx: &mut Context<'_, '_>, utf16: &[u8]) -> Vec<u8> {
    let (text, whole) = utf16::to_utf8(utf16);
    if !whole {
        cx.anomaly(TextAnomaly::Utf16);
    }
    text
}
