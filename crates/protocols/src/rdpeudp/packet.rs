//! Datagrams ([MS-RDPEUDP] 2.2.2, [MS-RDPEUDP2] 2.2.1).
use wire::{ReadResult, Reader};

/// Flags of a datagram.
pub mod flag {
    /// The first of a side.
    pub const SYN: u16 = 0x0001;
    /// Something is acknowledged.
    pub const ACK: u16 = 0x0004;
    /// Something is carried.
    pub const DATA: u16 = 0x0008;
    /// An acknowledgement is acknowledged.
    pub const ACK_OF_ACKS: u16 = 0x0100;
    /// A number that tells connections apart is there.
    pub const CORRELATION_ID: u16 = 0x0800;
    /// A version is there.
    pub const SYNEX: u16 = 0x1000;
}

/// The version of which a connection's later datagrams have another form.
pub(super) const VERSION_3: u16 = 0x0101;

/// The first datagram of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Syn {
    /// What is acknowledged; all ones in a client's.
    pub ack: u32,
    /// Flags.
    pub flags: u16,
    /// The version; 1 if none is stated.
    pub version: u16,
}

impl Syn {
    /// Reads a datagram.
    pub fn read(bytes: &[u8]) -> ReadResult<Self> {
        let mut r = Reader::new("RDP-UDP handshake", bytes);
        let ack = r.be32()?;
        r.skip(2)?;
        let flags = r.be16()?;
        // First sequence number, and how large datagrams may be.
        r.skip(8)?;
        if flags & flag::CORRELATION_ID != 0 {
            r.skip(32)?;
        }
        let mut version = 1;
        if flags & flag::SYNEX != 0 {
            r.skip(2)?;
            version = r.be16()?;
            if version == VERSION_3 {
                // A hash of the cookie.
                r.skip(32)?;
            }
        }
        Ok(Syn { ack, flags, version })
    }
}

/// A later datagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Data<'a> {
    /// A datagram that carries nothing but its own size.
    pub is_dummy: bool,
    /// What it carries.
    pub data: &'a [u8],
}

impl<'a> Data<'a> {
    /// Reads a datagram of versions 1 and 2.
    pub fn read_v1(bytes: &'a [u8]) -> ReadResult<Self> {
        let mut r = Reader::new("RDP-UDP data", bytes);
        r.skip(6)?;
        let flags = r.be16()?;
        let acks = usize::from(r.be16()?);
        // Up to a multiple of four with the number before them.
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
