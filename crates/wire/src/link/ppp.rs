//! The point-to-point protocol, with and without HDLC-like framing (RFC 1661, RFC 1662).
use crate::Fixed;
use crate::anomaly::anomalies;

/// A PPP protocol number (<https://www.iana.org/assignments/ppp-numbers>).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Protocol(pub u16);

impl Protocol {
    /// IPv4.
    pub const IPV4: Protocol = Protocol(0x0021);
    /// IPv6.
    pub const IPV6: Protocol = Protocol(0x0057);
    /// MPLS unicast.
    pub const MPLS: Protocol = Protocol(0x0281);
}

anomalies! {
    /// Anomalies of a frame.
    pub enum Malformed from "PPP" {
        /// The protocol number is incomplete, or nothing follows it.
        Truncated => "truncated_ppp_header",
        /// Like `Truncated`, in a frame that begins with HDLC's address and control.
        TruncatedHdlc => "truncated_ppp_hdlc_header",
    }
}

anomalies! {
    /// Anomalies of a serial line's frame.
    pub enum SerialMalformed from "PPPSERIAL" {
        /// Address, control and protocol number are incomplete, or nothing follows them.
        Truncated => "truncated_ppp_serial_header",
    }
}

/// A protocol number and the packet after it.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// The protocol of the payload.
    pub protocol: Protocol,
    /// The bytes after the header.
    pub payload: &'a [u8],
}

impl<'a> Frame<'a> {
    /// Parses a frame of link type 9: HDLC's `ff 03` before the protocol is optional.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Malformed> {
        match Fixed::<2>::split(bytes) {
            Some((head, rest)) if !rest.is_empty() => {
                if head.be16::<0>() == 0xff03 {
                    return Self::behind_hdlc(rest).ok_or(Malformed::TruncatedHdlc);
                }
                Ok(Frame { protocol: Protocol(head.be16::<0>()), payload: rest })
            }
            _ => Err(Malformed::Truncated),
        }
    }

    /// Parses a frame of link type 50: address and control always precede the protocol, with any values.
    pub fn parse_serial(bytes: &'a [u8]) -> Result<Self, SerialMalformed> {
        bytes.get(2..).and_then(Self::behind_hdlc).ok_or(SerialMalformed::Truncated)
    }

    fn behind_hdlc(bytes: &'a [u8]) -> Option<Self> {
        let (head, payload) = Fixed::<2>::split(bytes)?;
        (!payload.is_empty()).then_some(Frame { protocol: Protocol(head.be16::<0>()), payload })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn framing_is_told_from_the_first_bytes() {
        let check = |bytes: &[u8], expected: Result<(u16, &[u8]), Malformed>| {
            assert_eq!(Frame::parse(bytes).map(|f| (f.protocol.0, f.payload)), expected);
        };
        check(&[0x00, 0x21, 0x45], Ok((0x21, &[0x45])));
        check(&[0xff, 0x03, 0x00, 0x57, 0x60], Ok((0x57, &[0x60])));
        check(&[0x00, 0x21], Err(Malformed::Truncated));
        check(&[0xff, 0x03, 0x00, 0x57], Err(Malformed::TruncatedHdlc));
    }

    #[test]
    fn serial_frames_always_have_address_and_control() {
        let f = Frame::parse_serial(&[0x0f, 0x00, 0x02, 0x81, 1]).unwrap();
        assert_eq!((f.protocol, f.payload), (Protocol::MPLS, &[1][..]));
        assert_eq!(Frame::parse_serial(&[0xff, 3, 0, 0x21]).unwrap_err(), SerialMalformed::Truncated);
    }
}
