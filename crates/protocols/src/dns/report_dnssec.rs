//! Reports DNSSEC records as events.
use super::rdata::Rdata;
use super::section::{Message, seconds, span};
use event::ListOf;
use event::dns as ev;
use session::analyzer::Context;

/// Builds an event record from the parameters that NSEC3 and NSEC3PARAM share (RFC 5155, 3.1 and 4.1) and other given
/// fields.
macro_rules! with_nsec3_params {
    ($record:ident, $params:expr, { $($field:ident: $value:expr),* $(,)? }) => {
        ev::$record {
            nsec_flags: $params.flags.into(),
            nsec_hash_algo: $params.hash_algorithm.into(),
            nsec_iter: $params.iterations.into(),
            nsec_salt_len: $params.salt_len.into(),
            nsec_salt: $params.salt,
            $($field: $value),*
        }
    };
}

/// Reports a DNSSEC record (RFC 4034, 5155).
pub(super) fn report(cx: &mut Context<'_, '_>, m: &Message, ans: ev::DnsAnswer<'_>, data: &Rdata<'_>) {
    let (msg, is_query) = (m.header, m.is_query);
    let ev::DnsAnswer { answer_type, query, .. } = ans;
    match data {
        Rdata::Rrsig(r) => {
            let rrsig = ev::DnsRrsigRr {
                query,
                answer_type,
                type_covered: r.covered.into(),
                algorithm: r.algorithm.into(),
                labels: r.labels.into(),
                orig_ttl: span(r.orig_ttl),
                sig_exp: seconds(r.expiration),
                sig_incep: seconds(r.inception),
                key_tag: r.key_tag.into(),
                signer_name: r.signer.as_bytes(),
                signature: r.signature,
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
            let (nsec_hlen, bitmaps) = (hash.len() as u64, ListOf(bitmaps.as_slice()));
            let nsec3 = with_nsec3_params!(DnsNsec3Rr, params, {
                query: query,
                answer_type: answer_type,
                nsec_hlen: nsec_hlen,
                nsec_hash: hash,
                bitmaps: bitmaps,
                is_query: is_query,
            });
            cx.event(|c| ev::DnsNsec3 { c, msg, ans, nsec3 });
        }
        Rdata::Nsec3param(params) => {
            let nsec3param = with_nsec3_params!(DnsNsec3paramRr, params, {
                query: query,
                answer_type: answer_type,
                is_query: is_query,
            });
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
