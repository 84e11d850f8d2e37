//! Ports with their transport.
use std::fmt;
use std::str::FromStr;

/// The transport of a port, as scripts name it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(u8)]
pub enum TransportProto {
    /// Another transport, or an unknown one.
    #[default]
    Unknown = 0,
    /// TCP (RFC 9293).
    Tcp = 1,
    /// UDP (RFC 768).
    Udp = 2,
    /// ICMP and ICMPv6; the "ports" are type and code.
    Icmp = 3,
}

impl TransportProto {
    /// `tcp`, `udp`, `icmp` or `unknown`.
    pub const fn name(self) -> &'static str {
        match self {
            TransportProto::Unknown => "unknown",
            TransportProto::Tcp => "tcp",
            TransportProto::Udp => "udp",
            TransportProto::Icmp => "icmp",
        }
    }
}

/// A port number with its transport: `80/tcp`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Port {
    /// The transport.
    pub proto: TransportProto,
    /// The number, in host order.
    pub num: u16,
}

impl Port {
    /// A TCP port.
    pub const fn tcp(num: u16) -> Self {
        Port { proto: TransportProto::Tcp, num }
    }
    /// A UDP port.
    pub const fn udp(num: u16) -> Self {
        Port { proto: TransportProto::Udp, num }
    }
    /// An ICMP type or code.
    pub const fn icmp(num: u16) -> Self {
        Port { proto: TransportProto::Icmp, num }
    }
}

impl fmt::Display for Port {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.num, self.proto.name())
    }
}

/// Error for text that is not a port.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected NUMBER/tcp, /udp, /icmp or /unknown, found {0:?}")]
pub struct PortParseError(String);

impl FromStr for Port {
    type Err = PortParseError;
    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let bad = || PortParseError(s.to_owned());
        let (num, proto) = s.split_once('/').ok_or_else(bad)?;
        let proto = match proto {
            "tcp" => TransportProto::Tcp,
            "udp" => TransportProto::Udp,
            "icmp" => TransportProto::Icmp,
            "unknown" => TransportProto::Unknown,
            _ => return Err(bad()),
        };
        Ok(Port { proto, num: num.parse().map_err(|_| bad())? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        for s in ["0/tcp", "53/udp", "8/icmp", "65535/unknown"] {
            assert_eq!(s.parse::<Port>().unwrap().to_string(), s);
        }
        assert!("65536/tcp".parse::<Port>().is_err());
        assert!("80".parse::<Port>().is_err());
    }
}
