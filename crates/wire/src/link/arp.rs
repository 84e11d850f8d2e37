//! Address resolution (RFC 826) and its reverse (RFC 903).
use crate::Fixed;
use crate::anomaly::anomalies;
use net_types::{Addr, Mac};
use std::fmt;

mod field {
    pub(super) const HARDWARE: usize = 0;
    pub(super) const PROTOCOL: usize = 2;
    pub(super) const HLEN: usize = 4;
    pub(super) const PLEN: usize = 5;
    pub(super) const OPERATION: usize = 6;
    pub(super) const END: usize = 8;
}

anomalies! {
    /// Anomalies of a packet.
    pub enum Malformed from "ARP" {
        /// Fewer bytes than the address lengths require.
        Truncated => "truncated_ARP",
    }
}

/// A packet (RFC 826): two pairs of hardware and protocol address, with lengths given in the header.
///
/// ```text
///  0          2          4     5     6           8
/// +----------+----------+-----+-----+-----------+-----+-----+-----+-----+
/// | hardware | protocol | hln | pln | operation | sha | spa | tha | tpa |
/// +----------+----------+-----+-----+-----------+-----+-----+-----+-----+
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Packet<'a> {
    header: Fixed<'a, { field::END }>,
    sha: &'a [u8],
    spa: &'a [u8],
    tha: &'a [u8],
    tpa: &'a [u8],
}

/// The operations that are reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    /// Asks for the owner of the target protocol address.
    Request,
    /// Announces that the sender owns its protocol address.
    Reply,
}

/// Why a complete packet cannot be reported. Scripts see the text in `bad_arp`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Bad {
    /// An Ethernet address that is not six bytes long.
    HardwareLength(u16, u8),
    /// Hardware that is neither Ethernet nor IEEE 802.
    Hardware(u16),
    /// An IPv4 address that is not four bytes long.
    ProtocolLength(u16, u8),
    /// A protocol that is not IPv4.
    Protocol(u16),
    /// The sender's hardware address differs from the frame's source address.
    Sender,
    /// A known operation that is not reported: reverse or inverse ARP.
    Unimplemented(u16),
    /// An unknown operation.
    Operation(u16),
}

impl fmt::Display for Bad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Bad::HardwareLength(hrd, hln) => write!(f, "corrupt-arp-header (hrd={hrd}, hln={hln})"),
            Bad::Hardware(hrd) => write!(f, "unknown-arp-hw-address (hrd={hrd})"),
            Bad::ProtocolLength(pro, pln) => write!(f, "corrupt-arp-header (pro={pro}, pln={pln})"),
            Bad::Protocol(pro) => write!(f, "unknown-arp-proto-address (pro={pro})"),
            Bad::Sender => f.write_str("weird-arp-sha"),
            Bad::Unimplemented(op) => write!(f, "unimplemented-arp-opcode ({op})"),
            Bad::Operation(op) => write!(f, "invalid-arp-opcode (opcode={op})"),
        }
    }
}

impl<'a> Packet<'a> {
    /// Parses a packet; [`meaning`](Self::meaning) validates it.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Malformed> {
        let (header, rest) = Fixed::<{ field::END }>::split(bytes).ok_or(Malformed::Truncated)?;
        let hlen = usize::from(header.u8::<{ field::HLEN }>());
        let plen = usize::from(header.u8::<{ field::PLEN }>());
        let cut = |b: &'a [u8], n| b.split_at_checked(n).ok_or(Malformed::Truncated);
        let (sha, rest) = cut(rest, hlen)?;
        let (spa, rest) = cut(rest, plen)?;
        let (tha, rest) = cut(rest, hlen)?;
        let (tpa, _) = cut(rest, plen)?;
        Ok(Packet { header, sha, spa, tha, tpa })
    }

    /// The operation, if the packet is IPv4 over Ethernet and its sender is the frame's source.
    pub fn meaning(&self, frame_src: Mac) -> Result<Operation, Bad> {
        const ETHERNET: u16 = 1;
        const IEEE802: u16 = 6;
        const IPV4: u16 = 0x0800;
        let (hrd, hln) = (self.header.be16::<{ field::HARDWARE }>(), self.header.u8::<{ field::HLEN }>());
        let (pro, pln) = (self.header.be16::<{ field::PROTOCOL }>(), self.header.u8::<{ field::PLEN }>());
        match hrd {
            ETHERNET | IEEE802 if hln == 6 => (),
            ETHERNET | IEEE802 => return Err(Bad::HardwareLength(hrd, hln)),
            _ => return Err(Bad::Hardware(hrd)),
        }
        match pro {
            IPV4 if pln == 4 => (),
            IPV4 => return Err(Bad::ProtocolLength(pro, pln)),
            _ => return Err(Bad::Protocol(pro)),
        }
        if self.sender_hardware() != Some(frame_src) {
            return Err(Bad::Sender);
        }
        match self.header.be16::<{ field::OPERATION }>() {
            1 => Ok(Operation::Request),
            2 => Ok(Operation::Reply),
            op @ (3 | 4 | 8 | 9) => Err(Bad::Unimplemented(op)),
            op => Err(Bad::Operation(op)),
        }
    }

    /// The sender's hardware address, if it has six bytes.
    pub fn sender_hardware(&self) -> Option<Mac> {
        self.sha.first_chunk().copied().map(Mac)
    }

    /// The sender's IPv4 address, if it has four bytes.
    pub fn sender(&self) -> Option<Addr> {
        self.spa.first_chunk().copied().map(Addr::v4)
    }

    /// The target's hardware address, if it has six bytes.
    pub fn target_hardware(&self) -> Option<Mac> {
        self.tha.first_chunk().copied().map(Mac)
    }

    /// The target's IPv4 address, if it has four bytes.
    pub fn target(&self) -> Option<Addr> {
        self.tpa.first_chunk().copied().map(Addr::v4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ME: Mac = Mac([2, 0, 0, 0, 0, 1]);

    fn arp(hrd: u8, pro: u16, hln: u8, pln: u8, op: u8) -> Vec<u8> {
        let [p0, p1] = pro.to_be_bytes();
        let mut b = vec![0, hrd, p0, p1, hln, pln, 0, op];
        b.extend(ME.0);
        b.extend([10, 0, 0, 1]);
        b.extend([0; 6]);
        b.extend([10, 0, 0, 2]);
        b
    }

    #[test]
    fn a_request() {
        let b = arp(1, 0x0800, 6, 4, 1);
        let p = Packet::parse(&b).unwrap();
        assert_eq!(p.meaning(ME), Ok(Operation::Request));
        assert_eq!(p.sender().unwrap().to_string(), "10.0.0.1");
        assert_eq!(p.target().unwrap().to_string(), "10.0.0.2");
        assert_eq!(p.target_hardware(), Some(Mac([0; 6])));
        assert_eq!(Packet::parse(&b[..27]).unwrap_err(), Malformed::Truncated);
    }

    #[test]
    fn what_scripts_are_told() {
        let check = |bytes: Vec<u8>, from, expected: &str| {
            assert_eq!(Packet::parse(&bytes).unwrap().meaning(from).unwrap_err().to_string(), expected);
        };
        check(arp(1, 0x0800, 5, 4, 1), ME, "corrupt-arp-header (hrd=1, hln=5)");
        check(arp(7, 0x0800, 6, 4, 1), ME, "unknown-arp-hw-address (hrd=7)");
        check(arp(1, 0x0800, 6, 3, 1), ME, "corrupt-arp-header (pro=2048, pln=3)");
        check(arp(1, 0x86dd, 6, 4, 1), ME, "unknown-arp-proto-address (pro=34525)");
        check(arp(1, 0x0800, 6, 4, 1), Mac([9; 6]), "weird-arp-sha");
        check(arp(1, 0x0800, 6, 4, 3), ME, "unimplemented-arp-opcode (3)");
        check(arp(1, 0x0800, 6, 4, 77), ME, "invalid-arp-opcode (opcode=77)");
    }
}
