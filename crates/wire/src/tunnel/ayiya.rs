//! AYIYA, "anything in anything": the tunnels of SixXS (draft-massar-v6ops-ayiya).
use crate::anomaly::anomalies;
use crate::{Fixed, IpProto};

mod field {
    pub(super) const IDENTITY: usize = 0;
    pub(super) const SIGNATURE: usize = 1;
    pub(super) const OPERATION: usize = 2;
    pub(super) const NEXT: usize = 3;
    pub(super) const END: usize = 8;
}

anomalies! {
    /// Anomalies of a well-formed header.
    pub enum Malformed from "AYIYA" {
        /// Nothing follows the header.
        Empty => "ayiya_empty_packet",
    }
}

/// The reason for the violation that a truncated header causes.
pub const TRUNCATED: &str = "Truncated AYIYA";

/// A header and its payload (draft-massar-v6ops-ayiya, 3).
///
/// ```text
///  0       4       8      12      16      20      24            31
/// +-------+-------+-------+-------+-------+-------+-------------+
/// |id len |id type|sig len|hash   | auth  |  op   | next header |
/// +-------+-------+-------+-------+-------+-------+-------------+
/// |                         epoch time                          |
/// |            identity, signature: as long as said …           |
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packet<'a> {
    /// The operation; see [`is_forward`](Self::is_forward).
    pub operation: u8,
    /// The protocol of the payload.
    pub next: IpProto,
    /// The bytes after the header; may be empty ([`Malformed::Empty`]).
    pub payload: &'a [u8],
}

impl<'a> Packet<'a> {
    /// Parses a header; `None` if it is truncated.
    pub fn parse(bytes: &'a [u8]) -> Option<Self> {
        let (header, rest) = Fixed::<{ field::END }>::split(bytes)?;
        let identity = 1usize << (header.u8::<{ field::IDENTITY }>() >> 4);
        let signature = usize::from(header.u8::<{ field::SIGNATURE }>() >> 4) * 4;
        Some(Packet {
            operation: header.u8::<{ field::OPERATION }>() & 0x0f,
            next: IpProto(header.u8::<{ field::NEXT }>()),
            payload: rest.get(identity + signature..)?,
        })
    }

    /// True if the payload is a packet to forward. Other operations keep the tunnel alive.
    pub fn is_forward(&self) -> bool {
        self.operation == 1
    }
}

/// True if a UDP payload of a connection on no known port looks like AYIYA: a signature of 20 bytes made with
/// SHA-1, and a shared secret that forwards.
pub fn looks_like(bytes: &[u8]) -> bool {
    matches!(bytes, [_, 0x52, 0x11, ..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identity_and_signature_are_passed_over() {
        let mut b = vec![0x41, 0x52, 0x11, 41, 0, 0, 0, 0];
        b.extend([0; 16 + 20]);
        b.push(0x60);
        let p = Packet::parse(&b).unwrap();
        assert_eq!((p.next, p.payload, p.is_forward()), (IpProto::IPV6, &[0x60][..], true));
        assert!(looks_like(&b));
        assert_eq!(Packet::parse(&b[..43]), None);
        assert_eq!(Packet::parse(&b[..44]).unwrap().payload, [0u8; 0]);
    }
}
