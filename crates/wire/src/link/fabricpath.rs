//! Cisco FabricPath: an outer Ethernet-like header of 16 bytes before the frame proper.

/// Length of the header.
///
/// ```text
///  0             6             12     14      16
/// +-------------+-------------+------+-------+-----------------
/// | outer dest  | outer src   | 8903 |FTAG,TTL| Ethernet frame …
/// +-------------+-------------+------+-------+-----------------
/// ```
pub const HEADER_LEN: usize = 16;

/// The Ethernet frame behind a FabricPath header; `None` where there is no room for an Ethernet header and one byte.
pub(super) fn skip(bytes: &[u8]) -> Option<&[u8]> {
    bytes.get(HEADER_LEN..).filter(|inner| inner.len() > 14)
}
