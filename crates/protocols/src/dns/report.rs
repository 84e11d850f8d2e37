//! Reports questions and records as events.
use super::anomaly::Anomaly;
use super::message::{Question, RecordHead};
use super::rdata::{Rdata, rtype};
use super::section::{Message, Section, seconds, span};
use super::{edns, report_dnssec};
use event::ListOf;
use event::dns as ev;
use net_types::{Addr, Interval};
use session::analyzer::Context;

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
        Rdata::Opt(options) => edns::report(cx, m, section, head, *options),
        Rdata::Svcb(priority, target) => {
            // The root as target means the owner name (RFC 9460, 2.5.2).
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
        Rdata::WithoutEvent => {}
        Rdata::Tkey { .. } | Rdata::Tsig { .. } => transaction(cx, m, ans, data),
        signed => report_dnssec::report(cx, m, ans, signed),
    }
}

/// Reports a TKEY or TSIG record (RFC 2930, 8945).
fn transaction(cx: &mut Context<'_, '_>, m: &Message, ans: ev::DnsAnswer<'_>, data: &Rdata<'_>) {
    let (msg, is_query) = (m.header, m.is_query);
    let ev::DnsAnswer { answer_type, query, .. } = ans;
    match data {
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
        _ => {}
    }
}
