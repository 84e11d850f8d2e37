//! From what was parsed to the events that scripts see.
use super::anomaly::Anomaly;
use super::message::{Cursor, Question, RecordHead};
use super::rdata::{Nsec3Params, Rdata, rtype};
use event::dns as ev;
use event::{ConnId, ListOf};
use net_types::{Addr, Interval, Timestamp};
use session::analyzer::Context;

/// Which part of a message a record stands in, as scripts number it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Section {
    Answer = 1,
    Authority = 2,
    Additional = 3,
}

/// What is known of the message that a record belongs to.
#[derive(Clone, Copy)]
pub(super) struct Message {
    pub(super) header: ev::DnsMsg,
    /// 1 for a query, 0 for a reply, 2 where it is not known.
    pub(super) is_query: u64,
    /// True over UDP.
    pub(super) is_udp: bool,
}

pub(super) fn question(cx: &mut Context<'_, '_>, m: &Message, q: &Question) {
    let msg = m.header;
    let lowered = q.name.clone().lowered();
    let (query, original_query) = (lowered.as_bytes(), q.name.as_bytes());
    let (qtype, qclass) = (q.qtype.into(), q.qclass.into());
    if !msg.qr {
        cx.event(|c| ev::DnsRequest { c, msg, query, qtype, qclass, original_query });
    } else if msg.num_answers == 0 && msg.num_auth == 0 && msg.num_addl == 0 {
        cx.event(|c| ev::DnsRejected { c, msg, query, qtype, qclass, original_query });
    } else {
        cx.event(|c| ev::DnsQueryReply { c, msg, query, qtype, qclass, original_query });
    }
}

/// Seconds of a 32-bit field as a point in time.
fn seconds(s: u32) -> Timestamp {
    Timestamp::from_parts(s.into(), 0)
}

fn span(s: u32) -> Interval {
    Interval::from_secs(s.into())
}

pub(super) fn record(
    cx: &mut Context<'_, '_>,
    m: &Message,
    section: Section,
    head: &RecordHead,
    data: &Rdata<'_>,
) {
    let msg = m.header;
    let query = head.name.as_bytes();
    let answer_type = section as u64;
    let is_query = m.is_query;
    let ans = ev::DnsAnswer {
        answer_type,
        query,
        qtype: head.rtype.into(),
        qclass: head.class.into(),
        ttl: span(head.ttl),
    };
    match data {
        Rdata::Address(a) => {
            let a: Addr = *a;
            match head.rtype {
                rtype::A => cx.event(|c| ev::DnsAReply { c, msg, ans, a }),
                rtype::AAAA => cx.event(|c| ev::DnsAaaaReply { c, msg, ans, a }),
                _ => cx.event(|c| ev::DnsA6Reply { c, msg, ans, a }),
            }
        }
        Rdata::Name(name) => {
            let name = name.as_bytes();
            match head.rtype {
                rtype::NS => cx.event(|c| ev::DnsNsReply { c, msg, ans, name }),
                rtype::PTR => cx.event(|c| ev::DnsPtrReply { c, msg, ans, name }),
                _ => cx.event(|c| ev::DnsCnameReply { c, msg, ans, name }),
            }
        }
        Rdata::Mx { preference, name } => {
            let preference = u64::from(*preference);
            cx.event(|c| ev::DnsMxReply { c, msg, ans, name: name.as_bytes(), preference });
        }
        Rdata::Soa(soa) => {
            let [refresh, retry, expire, minimum] = soa.times.map(span);
            let (mname, rname) = (soa.mname.as_bytes(), soa.rname.as_bytes());
            let serial = soa.serial.into();
            let soa = ev::DnsSoa { mname, rname, serial, refresh, retry, expire, minimum };
            cx.event(|c| ev::DnsSoaReply { c, msg, ans, soa });
        }
        Rdata::Srv { priority, weight, port, target } => cx.event(|c| ev::DnsSrvReply {
            c,
            msg,
            ans,
            target: target.as_bytes(),
            priority: (*priority).into(),
            weight: (*weight).into(),
            p: (*port).into(),
        }),
        Rdata::Naptr { order, preference, strings: [flags, service, regexp], replacement } => {
            let naptr = ev::DnsNaptrRr {
                order: (*order).into(),
                preference: (*preference).into(),
                flags,
                service,
                regexp,
                replacement: replacement.as_bytes(),
            };
            cx.event(|c| ev::DnsNaptrReply { c, msg, ans, naptr });
        }
        Rdata::Hinfo(cpu, os) => cx.event(|c| ev::DnsHinfoReply { c, msg, ans, cpu, os }),
        Rdata::Strings(strings) => {
            let strs = ListOf(strings.as_slice());
            if head.rtype == rtype::SPF {
                cx.event(|c| ev::DnsSpfReply { c, msg, ans, strs });
            } else {
                cx.event(|c| ev::DnsTxtReply { c, msg, ans, strs });
            }
        }
        Rdata::Caa { flags, tag, value } => {
            let flags = u64::from(*flags);
            cx.event(|c| ev::DnsCaaReply { c, msg, ans, flags, tag, value });
        }
        Rdata::Opt(options) => opt(cx, m, section, head, *options),
        Rdata::Tkey { algorithm, inception, expiration, mode, error, key } => {
            let ans = ev::DnsTkey {
                query,
                qtype: answer_type,
                alg_name: algorithm.as_bytes(),
                inception: seconds(*inception),
                expiration: seconds(*expiration),
                mode: (*mode).into(),
                rr_error: (*error).into(),
                key_data: key,
                is_query,
            };
            cx.event(|c| ev::DnsTkeySeen { c, msg, ans });
        }
        Rdata::Tsig { algorithm, mac, seconds: upper, millis, fudge, orig_id, error } => {
            let ans = ev::DnsTsigAdditional {
                query,
                qtype: answer_type,
                alg_name: algorithm.as_bytes(),
                sig: mac,
                time_signed: seconds(*upper) + Interval::from_millis((*millis).into()),
                fudge: seconds((*fudge).into()),
                orig_id: (*orig_id).into(),
                rr_error: (*error).into(),
                is_query,
            };
            cx.event(|c| ev::DnsTsigAddl { c, msg, ans });
        }
        Rdata::Svcb(priority, target) => {
            // A root target stands for the owner's name.
            let name = if target.as_bytes().is_empty() { b"." } else { target.as_bytes() };
            let svcb = ev::DnsSvcbRr { svc_priority: (*priority).into(), target_name: name };
            if head.rtype == rtype::HTTPS {
                cx.event(|c| ev::DnsHttps { c, msg, ans, https: svcb });
            } else {
                cx.event(|c| ev::DnsSvcb { c, msg, ans, svcb });
            }
        }
        Rdata::Sshfp { algorithm, kind, fingerprint } => {
            let (algo, fptype) = (u64::from(*algorithm), u64::from(*kind));
            cx.event(|c| ev::DnsSshfp { c, msg, ans, algo, fptype, fingerprint });
        }
        Rdata::Loc { head: [version, size, horiz_pre, vert_pre], place: [latitude, longitude, altitude] } => {
            let loc = ev::DnsLocRr {
                query,
                answer_type,
                version: (*version).into(),
                size: (*size).into(),
                horiz_pre: (*horiz_pre).into(),
                vert_pre: (*vert_pre).into(),
                latitude: (*latitude).into(),
                longitude: (*longitude).into(),
                altitude: (*altitude).into(),
                is_query,
            };
            cx.event(|c| ev::DnsLoc { c, msg, ans, loc });
        }
        Rdata::Binds { algorithm, key_id, removal, complete } => {
            let binds = ev::DnsBindsRr {
                query,
                answer_type,
                algorithm: (*algorithm).into(),
                key_id: (*key_id).into(),
                removal_flag: (*removal).into(),
                complte_flag: complete,
                is_query,
                complete_flag: complete.first().copied().unwrap_or(0).into(),
            };
            cx.event(|c| ev::DnsBinds { c, msg, ans, binds });
        }
        Rdata::Wks => cx.event(|c| ev::DnsWksReply { c, msg, ans }),
        Rdata::Unknown => {
            cx.event(|c| ev::DnsUnknownReply { c, msg, ans });
            cx.anomaly(Anomaly::UnknownType(head.rtype));
        }
        Rdata::Silent => {}
        signed => dnssec(cx, m, ans, signed),
    }
}

/// The records that sign and deny (RFC 4034, 5155).
fn dnssec(cx: &mut Context<'_, '_>, m: &Message, ans: ev::DnsAnswer<'_>, data: &Rdata<'_>) {
    let (msg, is_query) = (m.header, m.is_query);
    let ev::DnsAnswer { answer_type, query, .. } = ans;
    match data {
        Rdata::Rrsig {
            covered,
            algorithm,
            labels,
            orig_ttl,
            expiration,
            inception,
            key_tag,
            signer,
            signature,
        } => {
            let rrsig = ev::DnsRrsigRr {
                query,
                answer_type,
                type_covered: (*covered).into(),
                algorithm: (*algorithm).into(),
                labels: (*labels).into(),
                orig_ttl: span(*orig_ttl),
                sig_exp: seconds(*expiration),
                sig_incep: seconds(*inception),
                key_tag: (*key_tag).into(),
                signer_name: signer.as_bytes(),
                signature,
                is_query,
            };
            cx.event(|c| ev::DnsRrsig { c, msg, ans, rrsig });
        }
        Rdata::Dnskey { flags, protocol, algorithm, key } => {
            let dnskey = ev::DnsDnskeyRr {
                query,
                answer_type,
                flags: (*flags).into(),
                protocol: (*protocol).into(),
                algorithm: (*algorithm).into(),
                public_key: key,
                is_query,
            };
            cx.event(|c| ev::DnsDnskey { c, msg, ans, dnskey });
        }
        Rdata::Nsec(next, bitmaps) => {
            let bitmaps = ListOf(bitmaps.as_slice());
            cx.event(|c| ev::DnsNsec { c, msg, ans, next_name: next.as_bytes(), bitmaps });
        }
        Rdata::Nsec3 { params, hash, bitmaps } => {
            let Nsec3Params { hash_algorithm, flags, iterations, salt_len, salt } = *params;
            let nsec3 = ev::DnsNsec3Rr {
                query,
                answer_type,
                nsec_flags: flags.into(),
                nsec_hash_algo: hash_algorithm.into(),
                nsec_iter: iterations.into(),
                nsec_salt_len: salt_len.into(),
                nsec_salt: salt,
                nsec_hlen: hash.len() as u64,
                nsec_hash: hash,
                bitmaps: ListOf(bitmaps.as_slice()),
                is_query,
            };
            cx.event(|c| ev::DnsNsec3 { c, msg, ans, nsec3 });
        }
        Rdata::Nsec3param(params) => {
            let Nsec3Params { hash_algorithm, flags, iterations, salt_len, salt } = *params;
            let nsec3param = ev::DnsNsec3paramRr {
                query,
                answer_type,
                nsec_flags: flags.into(),
                nsec_hash_algo: hash_algorithm.into(),
                nsec_iter: iterations.into(),
                nsec_salt_len: salt_len.into(),
                nsec_salt: salt,
                is_query,
            };
            cx.event(|c| ev::DnsNsec3param { c, msg, ans, nsec3param });
        }
        Rdata::Ds { key_tag, algorithm, digest_type, digest } => {
            let ds = ev::DnsDsRr {
                query,
                answer_type,
                key_tag: (*key_tag).into(),
                algorithm: (*algorithm).into(),
                digest_type: (*digest_type).into(),
                digest_val: digest,
                is_query,
            };
            cx.event(|c| ev::DnsDs { c, msg, ans, ds });
        }
        _ => {}
    }
}

/// EDNS options (IANA, "DNS EDNS0 Option Codes").
mod option {
    pub(super) const CLIENT_SUBNET: u16 = 8;
    pub(super) const COOKIE: u16 = 10;
    pub(super) const TCP_KEEPALIVE: u16 = 11;
}

/// An OPT record: its head says what other records' heads do not, its data is a list of options (RFC 6891, 6.1).
fn opt(cx: &mut Context<'_, '_>, m: &Message, section: Section, head: &RecordHead, mut options: Cursor<'_>) {
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
            // A client's cookie alone, or with 8 to 32 bytes of the server's (RFC 7873, 4).
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

/// RFC 7871, 6: family, source prefix length, scope prefix length, as many bytes of address as the prefix needs.
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

fn padded<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut out = [0; N];
    for (to, from) in out.iter_mut().zip(bytes) {
        *to = *from;
    }
    out
}
