//! Tests header conditions on the first packet of a direction.
use super::rule::{Comparison, Header, HeaderTest, MaskedRange};
use net_types::{Addr, Subnet};

/// The headers of a packet.
#[derive(Clone, Copy, Debug)]
pub struct PacketHeaders<'a> {
    /// The IP header.
    pub ip: &'a [u8],
    /// The transport header and the payload.
    pub transport: &'a [u8],
    /// The number of the transport protocol.
    pub protocol: u8,
    /// Source address.
    pub src: Addr,
    /// Destination address.
    pub dst: Addr,
}

/// The bytes of a TCP or UDP header that hold the ports.
const PORTS: u32 = 4;

impl HeaderTest {
    /// True if all TCP and UDP packets of a direction are alike to this condition: it is about addresses, ports or the
    /// transport.
    pub fn is_of_connection(&self) -> bool {
        match self {
            HeaderTest::Protocol(..) | HeaderTest::Source(..) | HeaderTest::Destination(..) => true,
            HeaderTest::Bytes(Header::Transport, offset, size, ..) => offset.saturating_add(*size) <= PORTS,
            HeaderTest::Bytes(..) => false,
        }
    }

    /// True if the condition holds for a packet. A condition on bytes beyond the packet's end does not hold.
    pub fn holds(&self, p: &PacketHeaders<'_>) -> bool {
        match self {
            HeaderTest::Protocol(op, values) => any_value(*op, values, p.protocol.into()),
            HeaderTest::Source(op, nets) => any_net(*op, nets, p.src),
            HeaderTest::Destination(op, nets) => any_net(*op, nets, p.dst),
            HeaderTest::Bytes(header, offset, size, op, values) => {
                let bytes = match header {
                    Header::Ip if p.src.is_v4() => p.ip,
                    Header::Ip6 if !p.src.is_v4() => p.ip,
                    Header::Transport => p.transport,
                    _ => return false,
                };
                let from = *offset as usize;
                match bytes.get(from..from.saturating_add(*size as usize)) {
                    Some(field) => {
                        any_value(*op, values, field.iter().fold(0, |v: u32, &b| v << 8 | u32::from(b)))
                    }
                    None => false,
                }
            }
        }
    }
}

/// True if the comparison holds for one of the values; for `!=`, if it holds for all.
fn any_value(op: Comparison, values: &[MaskedRange], found: u32) -> bool {
    let holds = |v: &MaskedRange| {
        let found = found & v.mask;
        match op {
            Comparison::Eq => (v.low..=v.high).contains(&found),
            Comparison::Ne => !(v.low..=v.high).contains(&found),
            Comparison::Lt | Comparison::Le => op.holds(found, v.high),
            Comparison::Gt | Comparison::Ge => op.holds(found, v.low),
        }
    };
    if op == Comparison::Ne { values.iter().all(holds) } else { values.iter().any(holds) }
}

/// Like [`any_value`], for networks: compares the address under the network's mask.
fn any_net(op: Comparison, nets: &[Subnet], addr: Addr) -> bool {
    let holds = |n: &Subnet| op.holds(addr.masked(n.len128()), n.prefix());
    if op == Comparison::Ne { nets.iter().all(holds) } else { nets.iter().any(holds) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packet(transport: &[u8]) -> PacketHeaders<'_> {
        PacketHeaders {
            ip: &[0x45, 0, 0, 40],
            transport,
            protocol: 6,
            src: "10.1.2.3".parse().unwrap(),
            dst: "192.0.2.1".parse().unwrap(),
        }
    }

    fn exactly(n: u32, mask: u32) -> Vec<MaskedRange> {
        vec![MaskedRange { low: n, high: n, mask }]
    }

    #[test]
    fn bytes_are_compared_under_a_mask() {
        let p = packet(&[0x1f, 0x90, 0, 80]);
        let port = |op, n| HeaderTest::Bytes(Header::Transport, 2, 2, op, exactly(n, u32::MAX)).holds(&p);
        assert!(port(Comparison::Eq, 80) && !port(Comparison::Ne, 80) && port(Comparison::Lt, 81));
        assert!(HeaderTest::Bytes(Header::Ip, 0, 1, Comparison::Eq, exactly(0x40, 0xf0)).holds(&p));
        assert!(!HeaderTest::Bytes(Header::Ip6, 0, 1, Comparison::Eq, exactly(0x40, 0xf0)).holds(&p));
        assert!(!HeaderTest::Bytes(Header::Transport, 3, 2, Comparison::Ne, exactly(0, u32::MAX)).holds(&p));
    }

    #[test]
    fn addresses_lie_in_networks() {
        let p = packet(&[]);
        let nets = vec!["10.0.0.0/8".parse().unwrap(), "172.16.0.0/12".parse().unwrap()];
        assert!(HeaderTest::Source(Comparison::Eq, nets.clone()).holds(&p));
        assert!(!HeaderTest::Destination(Comparison::Eq, nets.clone()).holds(&p));
        assert!(HeaderTest::Destination(Comparison::Ne, nets.clone()).holds(&p));
        assert!(!HeaderTest::Source(Comparison::Ne, nets).holds(&p));
    }
}
