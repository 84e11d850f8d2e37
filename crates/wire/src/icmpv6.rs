//! ICMPv6 (RFC 4443) and neighbor discovery (RFC 4861).
use crate::anomaly::anomalies;
use crate::icmp::{Context, Counterpart, Malformed, Message};
use crate::{Fixed, Reader};
use net_types::{Addr, Interval};

/// Types of ICMPv6 messages (<https://www.iana.org/assignments/icmpv6-parameters>).
pub mod kind {
    /// Destination unreachable.
    pub const UNREACHABLE: u8 = 1;
    /// Packet too big.
    pub const TOO_BIG: u8 = 2;
    /// Time exceeded.
    pub const TIME_EXCEEDED: u8 = 3;
    /// Parameter problem.
    pub const PARAMETER_PROBLEM: u8 = 4;
    /// Echo request.
    pub const ECHO: u8 = 128;
    /// Echo reply.
    pub const ECHO_REPLY: u8 = 129;
    /// Multicast listener query.
    pub const LISTENER_QUERY: u8 = 130;
    /// Multicast listener report.
    pub const LISTENER_REPORT: u8 = 131;
    /// Router solicitation.
    pub const ROUTER_SOLICITATION: u8 = 133;
    /// Router advertisement.
    pub const ROUTER_ADVERTISEMENT: u8 = 134;
    /// Neighbor solicitation.
    pub const NEIGHBOR_SOLICITATION: u8 = 135;
    /// Neighbor advertisement.
    pub const NEIGHBOR_ADVERTISEMENT: u8 = 136;
    /// Redirect.
    pub const REDIRECT: u8 = 137;
    /// Node information query.
    pub const NODE_QUERY: u8 = 139;
    /// Node information response.
    pub const NODE_RESPONSE: u8 = 140;
    /// Home agent address discovery request.
    pub const HOME_AGENT: u8 = 144;
    /// Home agent address discovery reply.
    pub const HOME_AGENT_REPLY: u8 = 145;
}

/// True for error messages, which quote a packet: all types below 128.
pub const fn is_error(kind: u8) -> bool {
    kind < 128
}

/// The counterpart of an ICMPv6 message.
pub const fn counterpart(kind: u8, code: u8) -> Counterpart {
    match kind {
        kind::ECHO => Counterpart::answered_by(kind::ECHO_REPLY),
        kind::ECHO_REPLY => Counterpart::answered_by(kind::ECHO),
        kind::ROUTER_SOLICITATION => Counterpart::answered_by(kind::ROUTER_ADVERTISEMENT),
        kind::ROUTER_ADVERTISEMENT => Counterpart::answered_by(kind::ROUTER_SOLICITATION),
        kind::NEIGHBOR_SOLICITATION => Counterpart::answered_by(kind::NEIGHBOR_ADVERTISEMENT),
        kind::NEIGHBOR_ADVERTISEMENT => Counterpart::answered_by(kind::NEIGHBOR_SOLICITATION),
        kind::LISTENER_QUERY => Counterpart::answered_by(kind::LISTENER_REPORT),
        kind::LISTENER_REPORT => Counterpart::answered_by(kind::LISTENER_QUERY),
        kind::NODE_QUERY => Counterpart::answered_by(kind::NODE_RESPONSE),
        kind::NODE_RESPONSE => Counterpart::answered_by(kind::NODE_QUERY),
        kind::HOME_AGENT => Counterpart::answered_by(kind::HOME_AGENT_REPLY),
        kind::HOME_AGENT_REPLY => Counterpart::answered_by(kind::HOME_AGENT),
        _ => Counterpart { port: code, one_way: true },
    }
}

/// A message of neighbor discovery (RFC 4861, 4).
#[derive(Clone, Copy, Debug)]
pub enum Discovery<'a> {
    /// Asks for routers on the link.
    RouterSolicitation {
        /// The options.
        options: Options<'a>,
    },
    /// A router announces itself (RFC 4861, 4.2; flags also by RFC 6275, RFC 4191 and RFC 4389).
    RouterAdvertisement {
        /// The hop limit that hosts should use; 0 if unspecified.
        hop_limit: u8,
        /// The flags byte: managed, other, home agent, preference (two bits), proxy, reserved (two bits).
        flags: u8,
        /// How long the router serves as a default router.
        lifetime: Interval,
        /// How long a neighbor counts as reachable; zero if unspecified.
        reachable: Interval,
        /// Delay before soliciting again; zero if unspecified.
        retransmit: Interval,
        /// The options.
        options: Options<'a>,
    },
    /// Asks for the owner of an address.
    NeighborSolicitation {
        /// The address in question.
        target: Addr,
        /// The options.
        options: Options<'a>,
    },
    /// Announces the owner of an address.
    NeighborAdvertisement {
        /// Whether the sender is a router.
        router: bool,
        /// Whether the message answers a solicitation.
        solicited: bool,
        /// Whether the message overrides cached entries.
        override_: bool,
        /// The address.
        target: Addr,
        /// The options.
        options: Options<'a>,
    },
    /// Announces a better first hop to a destination.
    Redirect {
        /// The better first hop.
        target: Addr,
        /// The destination.
        destination: Addr,
        /// The options.
        options: Options<'a>,
    },
}

impl<'a> Discovery<'a> {
    /// Parses a neighbor discovery message; `None` for other types.
    pub fn parse(m: &Message<'a>) -> Option<Result<Self, Malformed>> {
        let [b0, b1, b2, b3] = m.by_type();
        let body = m.body();
        let mut r = Reader::new("neighbor discovery", body);
        let short = |at, make: fn(usize, usize) -> Malformed| make(at, body.len());
        Some(match m.kind() {
            kind::ROUTER_SOLICITATION => {
                Ok(Discovery::RouterSolicitation { options: Options { rest: body } })
            }
            kind::ROUTER_ADVERTISEMENT => match (r.be32(), r.be32()) {
                (Ok(reachable), Ok(retransmit)) => Ok(Discovery::RouterAdvertisement {
                    hop_limit: b0,
                    flags: b1,
                    lifetime: Interval::from_secs(u16::from_be_bytes([b2, b3]).into()),
                    reachable: Interval::from_millis(reachable.into()),
                    retransmit: Interval::from_millis(retransmit.into()),
                    options: Options { rest: r.rest() },
                }),
                _ => Err(short(8, Malformed::RouterAdvertisement)),
            },
            kind::NEIGHBOR_SOLICITATION => match r.array() {
                Ok(target) => Ok(Discovery::NeighborSolicitation {
                    target: Addr::v6(target),
                    options: Options { rest: r.rest() },
                }),
                Err(_) => Err(short(16, Malformed::NeighborSolicitation)),
            },
            kind::NEIGHBOR_ADVERTISEMENT => match r.array() {
                Ok(target) => Ok(Discovery::NeighborAdvertisement {
                    router: b0 & 0x80 != 0,
                    solicited: b0 & 0x40 != 0,
                    override_: b0 & 0x20 != 0,
                    target: Addr::v6(target),
                    options: Options { rest: r.rest() },
                }),
                Err(_) => Err(short(16, Malformed::NeighborAdvertisement)),
            },
            kind::REDIRECT => match (r.array(), r.array()) {
                (Ok(target), Ok(destination)) => Ok(Discovery::Redirect {
                    target: Addr::v6(target),
                    destination: Addr::v6(destination),
                    options: Options { rest: r.rest() },
                }),
                _ => Err(short(32, Malformed::Redirect)),
            },
            _ => return None,
        })
    }
}

anomalies! {
    /// Errors that end a list of options early.
    pub enum BadOption from "ICMP" {
        /// One byte is left: a type without a length.
        Truncated => "truncated_ICMPv6_ND_options",
        /// A zero length, which would loop forever.
        ZeroLength => "zero_length_ICMPv6_ND_option",
    }
}

/// One option of neighbor discovery (RFC 4861, 4.6).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NdOption<'a> {
    /// The type.
    pub kind: u8,
    /// The length field: units of eight bytes, type and length included.
    pub len: u8,
    /// The content.
    pub value: Value<'a>,
}

/// The content of an option.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value<'a> {
    /// Types 1 and 2: the sender's or the target's link-layer address.
    LinkAddress(&'a [u8]),
    /// Type 3: a prefix of the link (RFC 4861, 4.6.2).
    Prefix {
        /// Significant bits of the prefix.
        len: u8,
        /// Addresses of the prefix are on this link.
        on_link: bool,
        /// Hosts may form addresses from the prefix by themselves.
        autonomous: bool,
        /// How long the prefix counts as on-link.
        valid: Interval,
        /// How long addresses formed from the prefix are preferred.
        preferred: Interval,
        /// The prefix.
        prefix: Addr,
    },
    /// Type 4: the packet that caused a redirect.
    Redirected(Context),
    /// Type 5: the link's MTU.
    Mtu(u32),
    /// Another type, or one of the above that is truncated: the available bytes.
    Other(&'a [u8]),
}

/// The options of a message. Iteration ends after the first malformed option.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Options<'a> {
    type Item = Result<NdOption<'a>, BadOption>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let all = std::mem::take(&mut self.rest);
        let Some((head, after)) = Fixed::<2>::split(all) else { return Some(Err(BadOption::Truncated)) };
        let (kind, len) = (head.u8::<0>(), head.u8::<1>());
        if len == 0 {
            return Some(Err(BadOption::ZeroLength));
        }
        let bytes = usize::from(len) * 8 - 2;
        let data = after.get(..bytes).unwrap_or(after);
        self.rest = after.get(bytes..).unwrap_or(&[]);
        let whole = data.len() == bytes;
        let value = match kind {
            1 | 2 if whole => Value::LinkAddress(data),
            3 => Fixed::<30>::of(data).map_or(Value::Other(data), |p| Value::Prefix {
                len: p.u8::<0>(),
                on_link: p.u8::<1>() & 0x80 != 0,
                autonomous: p.u8::<1>() & 0x40 != 0,
                valid: Interval::from_secs(p.be32::<2>().into()),
                preferred: Interval::from_secs(p.be32::<6>().into()),
                prefix: Addr::v6(p.array::<14, 16>()),
            }),
            4 if whole => Value::Redirected(Context::v6(data.get(6..).unwrap_or(&[]))),
            5 => Fixed::<6>::of(data).map_or(Value::Other(data), |m| Value::Mtu(m.be32::<2>())),
            _ => Value::Other(data),
        };
        Some(Ok(NdOption { kind, len, value }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(kind: u8, by_type: [u8; 4], body: &[u8]) -> Vec<u8> {
        [&[kind, 0, 0, 0][..], &by_type, body].concat()
    }

    fn discovery(bytes: &[u8]) -> Option<Result<Discovery<'_>, Malformed>> {
        Discovery::parse(&Message::parse(bytes, bytes.len()).unwrap())
    }

    #[test]
    fn a_router_advertisement_with_its_options() {
        let mut body = vec![0, 0, 0x75, 0x30, 0, 0, 3, 0xe8];
        body.extend([1, 1, 2, 0, 0, 0, 0, 1]);
        body.extend([5, 1, 0, 0, 0, 0, 5, 0xdc]);
        body.extend([3, 4, 64, 0xc0, 0, 0, 0, 60, 0, 0, 0, 30, 0, 0, 0, 0]);
        body.extend([0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        let bytes = message(134, [64, 0xc0, 7, 8], &body);
        let Some(Ok(Discovery::RouterAdvertisement {
            hop_limit, flags, lifetime, reachable, options, ..
        })) = discovery(&bytes)
        else {
            panic!()
        };
        assert_eq!((hop_limit, flags, lifetime), (64, 0xc0, Interval::from_secs(0x0708)));
        assert_eq!(reachable, Interval::from_secs(30));
        let values: Vec<_> = options.map(|o| o.unwrap().value).collect();
        assert_eq!(
            values,
            [
                Value::LinkAddress(&[2, 0, 0, 0, 0, 1]),
                Value::Mtu(1500),
                Value::Prefix {
                    len: 64,
                    on_link: true,
                    autonomous: true,
                    valid: Interval::from_secs(60),
                    preferred: Interval::from_secs(30),
                    prefix: "2001:db8::".parse().unwrap(),
                },
            ]
        );
    }

    #[test]
    fn messages_that_end_before_their_options() {
        let check = |kind, len: usize, expected| {
            let bytes = message(kind, [0; 4], &vec![0; len]);
            assert_eq!(discovery(&bytes).unwrap().unwrap_err(), expected);
        };
        check(134, 7, Malformed::RouterAdvertisement(8, 7));
        check(135, 15, Malformed::NeighborSolicitation(16, 15));
        check(136, 3, Malformed::NeighborAdvertisement(16, 3));
        check(137, 31, Malformed::Redirect(32, 31));
        assert!(discovery(&message(128, [0; 4], &[])).is_none());
    }

    #[test]
    fn options_end_where_they_cannot_be_read() {
        let read = |b: &'static [u8]| Options { rest: b }.collect::<Vec<_>>();
        assert_eq!(read(&[1]), [Err(BadOption::Truncated)]);
        assert_eq!(read(&[1, 0, 3]), [Err(BadOption::ZeroLength)]);
        let cut = NdOption { kind: 1, len: 1, value: Value::Other(&[9]) };
        assert_eq!(read(&[1, 1, 9]), [Ok(cut)]);
    }
}
