//! Raw IP: no link header at all; the first nibble tells the version, and [`crate::ip`] reads it.
use net_types::LinkType;

/// True for the link types whose frames begin with an IP header.
///
/// The two BSD numbers stand in files that name the system's own constant instead of the one assigned
/// (<https://www.tcpdump.org/linktypes.html>).
pub const fn is_raw(link: LinkType) -> bool {
    matches!(
        link,
        LinkType::RAW | LinkType::RAW_BSD | LinkType::RAW_OPENBSD | LinkType::IPV4 | LinkType::IPV6
    )
}
