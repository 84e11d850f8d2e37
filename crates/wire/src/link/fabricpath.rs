//! Cisco FabricPath: an outer Ethernet-like header of 16 bytes before the actual frame.

/// Length of the header.
///
/// ```text
///  0             6             12     14      16
/// +-------------+-------------+------+-------+-----------------
/// | outer dest  | outer src   | 8903 |FTAG,TTL| Ethernet frame …
/// +-------------+-------------+------+-------+-----------------
/// ```
pub const HEADER_LEN: usize = 16;

/// The Ethernet frame after a FabricPath header; `None` if that is shorter than an Ethernet header and one byte.
pub(super) fn skip(bytes: &[u8]) -> Option<&[u8]> {
    bytes.get(HEADER_LEN..).filter(|inner| inner.len() > 14)
}
