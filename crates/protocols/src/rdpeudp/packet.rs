//! Parses datagrams ([MS-RDPEUDP] 2.2.2, [MS-RDPEUDP2] 2.2.1).
use wire::{ReadResult, Reader};

/// Flags of a datagram.
pub mod flag {
    /// The first datagram of a side.
    pub const SYN: u16 = 0x0001;
    /// The datagram has acknowledgements.
    pub const ACK: u16 = 0x0004;
    /// The datagram has data.
    pub const DATA: u16 = 0x0008;
    /// The datagram acknowledges acknowledgements.
    pub const ACK_OF_ACKS: u16 = 0x0100;
    /// The datagram has a correlation identifier.
    pub const CORRELATION_ID: u16 = 0x0800;
    /// The datagram has a version.
    pub const SYNEX: u16 = 0x1000;
}

/// Version 3, after whose handshake datagrams have another format.
pub(super) const VERSION_3: u16 = 0x0101;

/// The first datagram of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Syn {
    /// The acknowledged sequence number; all ones from a client.
    pub ack: u32,
    /// Flags.
    pub flags: u16,
    /// The version; 1 if the datagram has none.
    pub version: u16,
}

impl Syn {
    /// Reads a datagram.
    pub fn read(bytes: &[u8]) -> ReadResult<Self> {
        let mut r = Reader::new("RDP-UDP handshake", bytes);
        let ack = r.be32()?;
        r.skip(2)?;
        let flags = r.be16()?;
        // Initial sequence number, and the largest datagrams up and down.
        r.skip(8)?;
        if flags & flag::CORRELATION_ID != 0 {
            r.skip(32)?;
        }
        let mut version = 1;
        if flags & flag::SYNEX != 0 {
            r.skip(2)?;
            version = r.be16()?;
            if version == VERSION_3 {
                // The hash of the cookie.
                r.skip(32)?;
            }
        }
        Ok(Syn { ack, flags, version })
    }
}

/// A later datagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Data<'a> {
    /// A dummy packet, which only probes the path's MTU.
    pub is_dummy: bool,
    /// The data.
    pub data: &'a [u8],
}

impl<'a> Data<'a> {
    /// Reads a datagram of versions 1 and 2.
    pub fn read_v1(bytes: &'a [u8]) -> ReadResult<Self> {
        let mut r = Reader::new("RDP-UDP data", bytes);
        r.skip(6)?;
        let flags = r.be16()?;
        let acks = usize::from(r.be16()?);
        // The ACK vector, padded to a multiple of four together with its size field.
        r.skip((2 + acks).next_multiple_of(4) - 2)?;
        if flags & flag::ACK_OF_ACKS != 0 {
            r.skip(4)?;
        }
        if flags & flag::DATA != 0 {
            r.skip(8)?;
        }
        Ok(Data { is_dummy: false, data: r.rest() })
    }

    /// Reads a datagram of version 3.
    pub fn read_v3(bytes: &'a [u8]) -> ReadResult<Self> {
        let mut r = Reader::new("RDP-UDP data", bytes);
        let prefix = r.u8()?;
        r.skip(2)?;
        Ok(Data { is_dummy: prefix & 0x78 == 8, data: r.rest() })
    }
}
