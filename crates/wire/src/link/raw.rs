//! Raw IP without a link header. The first nibble tells the version; [`crate::ip`] parses it.
use net_types::LinkType;

/// True for the link types whose frames begin with an IP header.
///
/// The two BSD numbers occur in files written with the system's own constant instead of the assigned number
/// (<https://www.tcpdump.org/linktypes.html>).
pub const fn is_raw(link: LinkType) -> bool {
    matches!(
        link,
        LinkType::RAW | LinkType::RAW_BSD | LinkType::RAW_OPENBSD | LinkType::IPV4 | LinkType::IPV6
    )
}
