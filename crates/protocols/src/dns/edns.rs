//! Reports the OPT record and its options as events (RFC 6891).
use super::anomaly::Anomaly;
use super::message::{Cursor, RecordHead};
use super::section::{Message, Section, span};
use event::ConnId;
use event::dns as ev;
use net_types::Addr;
use session::analyzer::Context;

/// EDNS options (IANA, "DNS EDNS0 Option Codes").
mod option {
    pub(super) const CLIENT_SUBNET: u16 = 8;
    pub(super) const COOKIE: u16 = 10;
    pub(super) const TCP_KEEPALIVE: u16 = 11;
}

/// Reports an OPT record (RFC 6891, 6.1), which redefines CLASS and TTL; its data is a list of options.
pub(super) fn report(
    cx: &mut Context<'_, '_>,
    m: &Message,
    section: Section,
    head: &RecordHead,
    mut options: Cursor<'_>,
) {
    let msg = m.header;
    let ttl = head.ttl;
    let ans = ev::DnsEdnsAdditional {
        query: head.name.as_bytes(),
        qtype: section as u64,
        t: head.rtype.into(),
        payload_size: head.class.into(),
        extended_rcode: u64::from(ttl >> 24) << 4 | msg.rcode,
        version: u64::from(ttl >> 16 & 0xff),
        z_field: u64::from(ttl & 0xffff),
        ttl: span(ttl),
        is_query: m.is_query,
    };
    cx.event(|c| ev::DnsEdnsAddl { c, msg, ans });
    while options.left() >= 4 {
        let (code, len) = (options.be16(), usize::from(options.be16()));
        if len > options.left() {
            break;
        }
        let data = options.take(len);
        match code {
            option::CLIENT_SUBNET => client_subnet(cx, m, data),
            option::TCP_KEEPALIVE if data.is_empty() || data.len() == 2 => {
                if m.is_udp {
                    cx.anomaly(Anomaly::KeepaliveInUdp);
                }
                let timeout = data.iter().fold(0, |v, &b| v << 8 | u64::from(b));
                let opt = ev::DnsEdnsTcpKeepalive {
                    keepalive_timeout_omitted: data.is_empty(),
                    keepalive_timeout: timeout,
                };
                cx.event(|c| ev::DnsEdnsTcpKeepaliveSeen { c, msg, opt });
            }
            // A client cookie of 8 bytes, alone or with a server cookie of 8 to 32 bytes (RFC 7873, 4).
            option::COOKIE if data.len() == 8 || (16..=40).contains(&data.len()) => {
                let Some((client_cookie, server)) = data.split_at_checked(8) else { continue };
                let server_cookie = (!server.is_empty()).then_some(server);
                let opt = ev::DnsEdnsCookie { client_cookie, server_cookie };
                cx.event(|c| ev::DnsEdnsCookieSeen { c, msg, opt });
            }
            _ => {}
        }
    }
    if options.left() > 0 {
        cx.anomaly(Anomaly::EdnsTruncated);
    }
}

/// Reports a client-subnet option: address family, length of the source prefix, length of the scope prefix, and the
/// address bytes that the source prefix covers (RFC 7871, 6).
fn client_subnet(cx: &mut Context<'_, '_>, m: &Message, data: &[u8]) {
    let (Some(&[_, family, source, scope]), true) = (data.first_chunk::<4>(), data.len() > 4) else {
        return cx.anomaly(Anomaly::EcsLength);
    };
    let bits = data.get(4..).unwrap_or_default();
    let first = data.first().copied().unwrap_or(0);
    let have = bits.len() * 8;
    let need = usize::from(source);
    let bytes = bits.get(..need.div_ceil(8)).unwrap_or_default();
    let (family, address) = match (first, family) {
        (0, 1) => {
            if source > 32 {
                return cx.anomaly(Anomaly::EcsPrefixV4(source));
            }
            if need > have {
                return cx.anomaly(Anomaly::EcsShortV4(source, have));
            }
            ("v4", Addr::v4(padded(bytes)))
        }
        (0, 2) => {
            if source > 128 {
                return cx.anomaly(Anomaly::EcsPrefixV6(source));
            }
            if need > have {
                return cx.anomaly(Anomaly::EcsShortV6(source, have));
            }
            ("v6", Addr::v6(padded(bytes)))
        }
        _ => return,
    };
    let opt =
        ev::DnsEdnsEcs { family, source_prefix_len: source.into(), scope_prefix_len: scope.into(), address };
    cx.event(|c: ConnId| ev::DnsEdnsEcsSeen { c, msg: m.header, opt });
}

/// The first `N` bytes, padded with zeros.
fn padded<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut out = [0; N];
    for (to, from) in out.iter_mut().zip(bytes) {
        *to = *from;
    }
    out
}
