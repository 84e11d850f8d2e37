//! Information elements of control messages (3GPP TS 29.060, 7.7).
use crate::{ReadError, ReadResult, Reader};

/// Types of elements.
pub mod kind {
    /// Whether a request was accepted.
    pub const CAUSE: u8 = 1;
    /// The subscriber's number.
    pub const IMSI: u8 = 2;
    /// The routing area.
    pub const RAI: u8 = 3;
    /// Whether packets must keep their order.
    pub const REORDERING: u8 = 8;
    /// How often the sender has restarted.
    pub const RECOVERY: u8 = 14;
    /// How the access point was selected.
    pub const SELECTION_MODE: u8 = 15;
    /// The tunnel endpoint for data.
    pub const TEID_DATA: u8 = 16;
    /// The tunnel endpoint for control messages.
    pub const TEID_CONTROL: u8 = 17;
    /// Whether all contexts of an address go.
    pub const TEARDOWN: u8 = 19;
    /// The number of a context.
    pub const NSAPI: u8 = 20;
    /// How the subscriber is charged.
    pub const CHARGING_CHARACTERISTICS: u8 = 26;
    /// The number of a trace.
    pub const TRACE_REFERENCE: u8 = 27;
    /// What a trace records.
    pub const TRACE_TYPE: u8 = 28;
    /// The number for charging.
    pub const CHARGING_ID: u8 = 127;
    /// The subscriber's address.
    pub const END_USER_ADDRESS: u8 = 128;
    /// The name of the access point.
    pub const ACCESS_POINT: u8 = 131;
    /// Options of the subscriber's protocol.
    pub const PROTOCOL_OPTIONS: u8 = 132;
    /// The address of a node.
    pub const GSN_ADDRESS: u8 = 133;
    /// The subscriber's telephone number.
    pub const MSISDN: u8 = 134;
    /// The quality of service.
    pub const QOS: u8 = 135;
    /// Filters of packets.
    pub const TRAFFIC_FLOW_TEMPLATE: u8 = 137;
    /// What triggered a trace.
    pub const TRIGGER_ID: u8 = 141;
    /// The centre of operation.
    pub const OMC_ID: u8 = 142;
    /// Where charges are collected.
    pub const CHARGING_GATEWAY: u8 = 251;
    /// Anything of a vendor's.
    pub const PRIVATE_EXTENSION: u8 = 255;
}

/// An element: its type and its bytes.
///
/// ```text
/// type below 128:  type (1), value (a length that the type fixes)
/// type from 128:   type (1), length of the value (2), value
/// ```
pub type Element<'a> = (u8, &'a [u8]);

/// Reads an element; `None` at the end.
///
/// # Errors
/// If it is cut off, or its type has no known length.
pub fn next<'a>(r: &mut Reader<'a>) -> ReadResult<Option<Element<'a>>> {
    if r.is_empty() {
        return Ok(None);
    }
    let at = r.offset();
    let kind = r.u8()?;
    let len = match fixed_len(kind) {
        Some(len) => len,
        None if kind >= 128 => usize::from(r.be16()?),
        None => return Err(ReadError::Invalid { what: "GTPv1 element", at }),
    };
    Ok(Some((kind, r.bytes(len)?)))
}

/// The length of a value whose type fixes it (TS 29.060, table 37).
const fn fixed_len(kind: u8) -> Option<usize> {
    Some(match kind {
        1 | 8 | 11 | 13..=15 | 19..=21 | 23 | 24 | 29 => 1,
        25..=28 => 2,
        12 => 3,
        4 | 5 | 16 | 17 | 127 => 4,
        18 => 5,
        3 => 6,
        2 => 8,
        22 => 9,
        9 => 28,
        _ => return None,
    })
}

/// The digits of a number with two in a byte, the lower half first; a half of 15 fills up. `None` if another half is no
/// digit.
#[must_use]
pub fn digits(bytes: &[u8]) -> Option<u64> {
    let halves = bytes.iter().flat_map(|b| [b & 15, b >> 4]);
    halves
        .take_while(|d| *d != 15)
        .try_fold(0u64, |n, d| (d < 10).then(|| n.checked_mul(10)?.checked_add(d.into()))?)
}

/// A routing area: country, network, location area, routing area (TS 29.060, 7.7.3).
///
/// ```text
/// MCC 2 | MCC 1,  MNC 3 | MCC 3,  MNC 2 | MNC 1   digits; a third of 15 means that there are two
/// location area (2), routing area (1)
/// ```
#[must_use]
pub fn routing_area(value: &[u8]) -> Option<(u64, u64, u64, u64)> {
    let &[a, b, c, l1, l2, area] = value else { return None };
    let country = digits(&[a, 0xf0 | (b & 15)])?;
    let network = digits(&[c, 0xf0 | (b >> 4)])?;
    Some((country, network, u16::from_be_bytes([l1, l2]).into(), area.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_in_both_forms() {
        let mut r = Reader::new("message", &[14, 7, 133, 0, 2, 8, 9, 16, 0, 0, 0, 1]);
        assert_eq!(next(&mut r), Ok(Some((kind::RECOVERY, &[7][..]))));
        assert_eq!(next(&mut r), Ok(Some((kind::GSN_ADDRESS, &[8, 9][..]))));
        assert_eq!(next(&mut r), Ok(Some((kind::TEID_DATA, &[0, 0, 0, 1][..]))));
        assert_eq!(next(&mut r), Ok(None));
        for cut in [&[14][..], &[133, 0], &[133, 0, 2, 8], &[77, 1]] {
            assert!(next(&mut Reader::new("message", cut)).is_err(), "{cut:?}");
        }
    }

    #[test]
    fn numbers_in_halves_of_bytes() {
        assert_eq!(digits(&[0x42, 0, 1, 0x21, 0x43, 0x65, 0x87, 0xf9]), Some(240_010_123_456_789));
        assert_eq!((digits(&[0xf1]), digits(&[0x1a]), digits(&[0x11; 20])), (Some(1), None, None));
        assert_eq!(routing_area(&[0x64, 0xf0, 0x60, 0xff, 0xfe, 0xff]), Some((460, 6, 65534, 255)));
        assert_eq!(routing_area(&[0x13, 0x10, 0x12, 0, 1, 2]), Some((310, 211, 1, 2)));
        assert_eq!(routing_area(&[0x64]), None);
    }
}
