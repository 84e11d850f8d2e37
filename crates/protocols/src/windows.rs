//! Times and texts of Microsoft's protocols.
use crate::utf16;
use event::Moment;
use session::analyzer::Context;

/// A file time, units of 100 ns since 1601 ([MS-DTYP] 2.3.3), as a time.
pub(crate) fn time(filetime: u64) -> Moment {
    Moment::from_filetime(filetime)
}

wire::anomalies! {
    /// A malformed text.
    pub(crate) enum TextAnomaly from "" {
        /// UTF-16 that ends within a pair of surrogates.
        Utf16 => "utf16_conversion_failed", "utf16 conversion failed in utf16_to_utf8_val",
    }
}

/// A text in UTF-16 as UTF-8, up to its first NUL. One that cannot be converted is reported and stays as it is.
pub(crate) fn text(cx: &mut Context<'_, '_>, utf16: &[u8]) -> Vec<u8> {
    let (text, whole) = utf16::to_utf8(utf16);
    if !whole {
        cx.anomaly(TextAnomaly::Utf16);
    }
    text
}
