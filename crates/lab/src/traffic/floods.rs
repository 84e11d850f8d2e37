//! Captures of many short flows at once.
use capture::{Frame, PcapWriter, Precision};
use net_types::{LinkType, Timestamp};
use std::fmt;
use std::path::Path;

/// The number of flows of a flood.
pub(super) const FLOWS: u32 = 300_000;

/// The nanoseconds between two packets: all flows begin before the first can time out.
const GAP: i64 = 10_000;

/// A kind of short flow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flood {
    /// A datagram without payload.
    Udp,
    /// A SYN without an answer.
    Syn,
    /// A question for an address and its answer (RFC 1035).
    Dns,
}

impl fmt::Display for Flood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self {
            Flood::Udp => "UDP flows without payload",
            Flood::Syn => "SYNs",
            Flood::Dns => "DNS exchanges",
        };
        write!(f, "{FLOWS} {what}")
    }
}

impl Flood {
    /// All kinds.
    pub(super) const ALL: [Flood; 3] = [Flood::Udp, Flood::Syn, Flood::Dns];

    /// Writes the capture. Its checksums are not valid (`-C` is needed).
    pub(super) fn write(self, to: &Path) -> anyhow::Result<()> {
        let mut out = PcapWriter::create(to, Precision::Micros)?;
        let mut at = 1_600_000_000_000_000_000_i64;
        for flow in 0..FLOWS {
            for data in self.packets(flow) {
                let wire_len = u32::try_from(data.len())?;
                out.write(&Frame {
                    ts: Timestamp::from_nanos(at),
                    link: LinkType::ETHERNET,
                    wire_len,
                    data: &data,
                })?;
                at += GAP;
            }
        }
        out.finish()?;
        Ok(())
    }

    /// Returns the packets of a flow.
    fn packets(self, flow: u32) -> Vec<Vec<u8>> {
        // Clients are 10.0.0.0 and up; each has 49 flows, which differ by port.
        let client = (0x0a00_0000 + flow / 49).to_be_bytes();
        let port = (20_000 + flow % 49) as u16;
        let server = [192, 0, 2, 1];
        match self {
            Flood::Udp => vec![ip(client, server, 17, &udp(port, 9999, &[]))],
            Flood::Syn => vec![ip(client, server, 6, &syn(port, 8080))],
            Flood::Dns => {
                let (question, answer) = lookup(flow);
                vec![
                    ip(client, server, 17, &udp(port, 53, &question)),
                    ip(server, client, 17, &udp(53, port, &answer)),
                ]
            }
        }
    }
}

/// Makes an Ethernet frame with an IPv4 packet (RFC 791).
fn ip(from: [u8; 4], to: [u8; 4], protocol: u8, payload: &[u8]) -> Vec<u8> {
    let mut out = vec![2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0, 0x45, 0];
    out.extend((20 + payload.len() as u16).to_be_bytes());
    out.extend([0, 0, 0, 0, 64, protocol, 0, 0]);
    out.extend(from);
    out.extend(to);
    out.extend(payload);
    out
}

/// Makes a datagram (RFC 768).
fn udp(from: u16, to: u16, payload: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for field in [from, to, 8 + payload.len() as u16, 0] {
        out.extend(field.to_be_bytes());
    }
    out.extend(payload);
    out
}

/// Makes a segment that opens a connection (RFC 9293).
fn syn(from: u16, to: u16) -> Vec<u8> {
    let mut out = Vec::new();
    out.extend(from.to_be_bytes());
    out.extend(to.to_be_bytes());
    out.extend([0, 0, 0, 1, 0, 0, 0, 0, 0x50, 0x02, 0xff, 0xff, 0, 0, 0, 0]);
    out
}

/// Makes a query for the address of a name, and its answer.
fn lookup(number: u32) -> (Vec<u8>, Vec<u8>) {
    let name = format!("host{number}");
    let message = |flags: u16, answers: u16| {
        let mut out = Vec::new();
        for field in [number as u16, flags, 1, answers, 0, 0] {
            out.extend(field.to_be_bytes());
        }
        for label in [name.as_str(), "example", "org"] {
            out.push(label.len() as u8);
            out.extend(label.as_bytes());
        }
        out.extend([0, 0, 1, 0, 1]);
        out
    };
    let mut answer = message(0x8180, 1);
    // The answer repeats the query's name and has an address, valid for an hour.
    answer.extend([0xc0, 12, 0, 1, 0, 1, 0, 0, 0x0e, 0x10, 0, 4, 198, 51, 100, 7]);
    (message(0x0100, 0), answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_has_a_flow_of_its_own_for_each_number() {
        for (flood, packets, length) in [(Flood::Udp, 1, 42), (Flood::Syn, 1, 54), (Flood::Dns, 2, 77)] {
            let first = flood.packets(0);
            assert_eq!((first.len(), first[0].len()), (packets, length), "{flood}");
            let ends: std::collections::HashSet<Vec<u8>> =
                (0..1000).map(|n| flood.packets(n)[0][26..38].to_vec()).collect();
            assert_eq!(ends.len(), 1000, "{flood}");
        }
    }
}
