//! GTP version 1: user packets of mobile networks in UDP (3GPP TS 29.060 and TS 29.281).
pub mod element;

use crate::{ReadResult, Reader};

/// Message types (TS 29.060, 7.1).
pub mod kind {
    /// A request to create a PDP context.
    pub const CREATE_REQUEST: u8 = 16;
    /// The answer to it.
    pub const CREATE_RESPONSE: u8 = 17;
    /// A request to change a PDP context.
    pub const UPDATE_REQUEST: u8 = 18;
    /// The answer to it.
    pub const UPDATE_RESPONSE: u8 = 19;
    /// A request to delete a PDP context.
    pub const DELETE_REQUEST: u8 = 20;
    /// The answer to it.
    pub const DELETE_RESPONSE: u8 = 21;
    /// A user's packet.
    pub const G_PDU: u8 = 255;
}

/// A header and its message (TS 29.281, 5.1).
///
/// ```text
///  0    3  4 5 6 7 8             16                             31
/// +----+--+-+-+-+-+--------------+------------------------------+
/// |ver |PT|*|E|S|N| message type |            length            |
/// +----+--+-+-+-+-+--------------+------------------------------+
/// |              tunnel endpoint identifier (TEID)              |
/// +------------------------------+--------------+---------------+
/// |  sequence, if E, S or N      |    N-PDU     | next extension|
/// +------------------------------+--------------+---------------+
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header<'a> {
    /// The version, 3 bits; should be 1.
    pub version: u8,
    /// True for GTP, false for GTP′ (charging).
    pub protocol_type: bool,
    /// The reserved flag.
    pub reserved: bool,
    /// Extension headers follow.
    pub has_extensions: bool,
    /// The sequence number is valid.
    pub has_sequence: bool,
    /// The N-PDU number is valid.
    pub has_n_pdu: bool,
    /// The message type.
    pub kind: u8,
    /// Length after the first eight bytes, by the header. Not checked against the datagram.
    pub len: u16,
    /// The tunnel endpoint identifier.
    pub teid: u32,
    /// The optional part, present if any of the three flags is set.
    pub optional: Option<Optional>,
    /// Length of all headers: the offset of the message.
    pub header_len: usize,
    /// The bytes after the headers.
    pub message: &'a [u8],
}

/// The optional part of a header, present completely or not at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Optional {
    /// The sequence number.
    pub sequence: u16,
    /// The N-PDU number.
    pub n_pdu: u8,
    /// The type of the first extension header; 0 if none.
    pub next_extension: u8,
}

impl<'a> Header<'a> {
    /// Parses the headers, extension headers included.
    pub fn parse(bytes: &'a [u8]) -> ReadResult<Self> {
        let mut r = Reader::new("GTPv1 header", bytes);
        let flags = r.u8()?;
        let (kind, len, teid) = (r.u8()?, r.be16()?, r.be32()?);
        let optional = if flags & 0x07 == 0 {
            None
        } else {
            Some(Optional { sequence: r.be16()?, n_pdu: r.u8()?, next_extension: r.u8()? })
        };
        let has_extensions = flags & 0x04 != 0;
        if has_extensions {
            // The length counts units of four bytes, including the length byte and the next type. A length of 0 leaves
            // no room for these and fails as a short read, so the loop always advances.
            loop {
                let units = usize::from(r.u8()?);
                r.skip((units * 4).checked_sub(2).unwrap_or(usize::MAX))?;
                if r.u8()? == 0 {
                    break;
                }
            }
        }
        Ok(Header {
            version: flags >> 5,
            protocol_type: flags & 0x10 != 0,
            reserved: flags & 0x08 != 0,
            has_extensions,
            has_sequence: flags & 0x02 != 0,
            has_n_pdu: flags & 0x01 != 0,
            kind,
            len,
            teid,
            optional,
            header_len: r.offset(),
            message: r.rest(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_header() {
        let h = Header::parse(&[0x30, 255, 0, 1, 0, 0, 0, 7, 0x45]).unwrap();
        assert_eq!((h.version, h.kind, h.teid, h.header_len, h.message), (1, kind::G_PDU, 7, 8, &[0x45][..]));
        assert!(h.protocol_type && h.optional.is_none());
    }

    #[test]
    fn extension_headers_are_passed_over() {
        let b = [0x36, 255, 0, 9, 0, 0, 0, 7, 0, 5, 0, 0x85, 1, 9, 9, 0xc0, 2, 8, 8, 8, 8, 8, 8, 0, 0x60];
        let h = Header::parse(&b).unwrap();
        assert_eq!(h.optional, Some(Optional { sequence: 5, n_pdu: 0, next_extension: 0x85 }));
        assert_eq!((h.header_len, h.message), (24, &[0x60][..]));
    }

    #[test]
    fn a_length_of_zero_does_not_run_in_place() {
        let b = [0x34, 255, 0, 9, 0, 0, 0, 7, 0, 5, 0, 0x85, 0, 1, 1, 1, 1];
        assert!(Header::parse(&b).is_err());
        assert_eq!(
            Header::parse(&b[..5]).unwrap_err().to_string(),
            "GTPv1 header: 4 bytes wanted at offset 4, 1 there"
        );
    }
}
