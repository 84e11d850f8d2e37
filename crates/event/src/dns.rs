// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_DNS.events.bif.zeek, base/init/dns.zeek}.
//! DNS and its relatives (RFC 1035, 4034, 5155, 6891, 7828, 7871, 7873, 8659, 9460).
use crate::arg::{ConnId, ListOf};
use crate::declare::{events, records};
use net_types::{Addr, Interval, Timestamp};

records! {
    /// The header of a message.
    DnsMsg = "dns_msg" {
        id: u64, opcode: u64, rcode: u64, qr: bool = "QR", aa: bool = "AA", tc: bool = "TC", rd: bool = "RD",
        ra: bool = "RA", z: u64 = "Z", ad: bool = "AD", cd: bool = "CD", num_queries: u64, num_answers: u64,
        num_auth: u64, num_addl: u64
    }
    /// Start of authority.
    DnsSoa<'a> = "dns_soa" {
        mname: &'a [u8], rname: &'a [u8], serial: u64, refresh: Interval, retry: Interval, expire: Interval,
        minimum: Interval
    }
    /// The OPT pseudo record.
    DnsEdnsAdditional<'a> = "dns_edns_additional" {
        query: &'a [u8], qtype: u64, t: u64, payload_size: u64, extended_rcode: u64, version: u64, z_field: u64,
        ttl: Interval = "TTL", is_query: u64
    }
    /// EDNS client subnet.
    DnsEdnsEcs<'a> = "dns_edns_ecs" { family: &'a str, source_prefix_len: u64, scope_prefix_len: u64, address: Addr }
    /// EDNS TCP keepalive; the timeout is in units of 100 ms.
    DnsEdnsTcpKeepalive = "dns_edns_tcp_keepalive" { keepalive_timeout_omitted: bool, keepalive_timeout: u64 }
    /// EDNS cookie.
    DnsEdnsCookie<'a> = "dns_edns_cookie" { client_cookie: &'a [u8], server_cookie: Option<&'a [u8]> }
    /// Transaction key.
    DnsTkey<'a> = "dns_tkey" {
        query: &'a [u8], qtype: u64, alg_name: &'a [u8], inception: Timestamp, expiration: Timestamp, mode: u64,
        rr_error: u64, key_data: &'a [u8], is_query: u64
    }
    /// Transaction signature.
    DnsTsigAdditional<'a> = "dns_tsig_additional" {
        query: &'a [u8], qtype: u64, alg_name: &'a [u8], sig: &'a [u8], time_signed: Timestamp, fudge: Timestamp,
        orig_id: u64, rr_error: u64, is_query: u64
    }
    /// Signature of a set of records.
    DnsRrsigRr<'a> = "dns_rrsig_rr" {
        query: &'a [u8], answer_type: u64, type_covered: u64, algorithm: u64, labels: u64, orig_ttl: Interval,
        sig_exp: Timestamp, sig_incep: Timestamp, key_tag: u64, signer_name: &'a [u8], signature: &'a [u8],
        is_query: u64
    }
    /// Public key.
    DnsDnskeyRr<'a> = "dns_dnskey_rr" {
        query: &'a [u8], answer_type: u64, flags: u64, protocol: u64, algorithm: u64, public_key: &'a [u8],
        is_query: u64
    }
    /// Denial of existence by hashed names.
    DnsNsec3Rr<'a> = "dns_nsec3_rr" {
        query: &'a [u8], answer_type: u64, nsec_flags: u64, nsec_hash_algo: u64, nsec_iter: u64, nsec_salt_len: u64,
        nsec_salt: &'a [u8], nsec_hlen: u64, nsec_hash: &'a [u8], bitmaps: ListOf<'a, &'a [u8]>, is_query: u64
    }
    /// Parameters of hashed denial of existence.
    DnsNsec3paramRr<'a> = "dns_nsec3param_rr" {
        query: &'a [u8], answer_type: u64, nsec_flags: u64, nsec_hash_algo: u64, nsec_iter: u64, nsec_salt_len: u64,
        nsec_salt: &'a [u8], is_query: u64
    }
    /// Delegation signer.
    DnsDsRr<'a> = "dns_ds_rr" {
        query: &'a [u8], answer_type: u64, key_tag: u64, algorithm: u64, digest_type: u64, digest_val: &'a [u8],
        is_query: u64
    }
    /// BIND's record about its signing.
    DnsBindsRr<'a> = "dns_binds_rr" {
        query: &'a [u8], answer_type: u64, algorithm: u64, key_id: u64, removal_flag: u64, complte_flag: &'a [u8],
        is_query: u64, complete_flag: u64
    }
    /// Location.
    DnsLocRr<'a> = "dns_loc_rr" {
        query: &'a [u8], answer_type: u64, version: u64, size: u64, horiz_pre: u64, vert_pre: u64, latitude: u64,
        longitude: u64, altitude: u64, is_query: u64
    }
    /// Service binding.
    DnsSvcbRr<'a> = "dns_svcb_rr" { svc_priority: u64, target_name: &'a [u8] }
    /// Naming authority pointer.
    DnsNaptrRr<'a> = "dns_naptr_rr" {
        order: u64, preference: u64, flags: &'a [u8], service: &'a [u8], regexp: &'a [u8], replacement: &'a [u8]
    }
    /// The beginning of every resource record. `answer_type` is the section: 1 answer, 2 authority, 3 additional.
    DnsAnswer<'a> = "dns_answer" { answer_type: u64, query: &'a [u8], qtype: u64, qclass: u64, ttl: Interval = "TTL" }
}

events! { in dns;
    /// A DNS message, before the events for its parts.
    DnsMessage = "dns_message" { c: ConnId, is_orig: bool, msg: DnsMsg, len: u64 }
    /// A question in a query. Raised for each question.
    DnsRequest<'a> = "dns_request" {
        c: ConnId, msg: DnsMsg, query: &'a [u8], qtype: u64, qclass: u64, original_query: &'a [u8]
    }
    /// A question in a response without any records.
    DnsRejected<'a> = "dns_rejected" {
        c: ConnId, msg: DnsMsg, query: &'a [u8], qtype: u64, qclass: u64, original_query: &'a [u8]
    }
    /// A question in a response with records.
    DnsQueryReply<'a> = "dns_query_reply" {
        c: ConnId, msg: DnsMsg, query: &'a [u8], qtype: u64, qclass: u64, original_query: &'a [u8]
    }
    /// An IPv4 address (A record, RFC 1035).
    DnsAReply<'a> = "dns_A_reply" { c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a>, a: Addr }
    /// An IPv6 address (AAAA record, RFC 3596).
    DnsAaaaReply<'a> = "dns_AAAA_reply" { c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a>, a: Addr }
    /// An IPv6 address in an obsolete form (A6 record, RFC 2874).
    DnsA6Reply<'a> = "dns_A6_reply" { c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a>, a: Addr }
    /// A name server of a zone (NS record).
    DnsNsReply<'a> = "dns_NS_reply" { c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a>, name: &'a [u8] }
    /// The canonical name of an alias (CNAME record).
    DnsCnameReply<'a> = "dns_CNAME_reply" { c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a>, name: &'a [u8] }
    /// The name of an address, or any other pointer (PTR record).
    DnsPtrReply<'a> = "dns_PTR_reply" { c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a>, name: &'a [u8] }
    /// The start of a zone's authority (SOA record).
    DnsSoaReply<'a> = "dns_SOA_reply" { c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a>, soa: DnsSoa<'a> }
    /// The services of a host (WKS record). Its list of services is not parsed.
    DnsWksReply<'a> = "dns_WKS_reply" { c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a> }
    /// Processor and system of a host (HINFO record).
    DnsHinfoReply<'a> = "dns_HINFO_reply" { c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a>, cpu: &'a [u8], os: &'a [u8] }
    /// A mail server of a domain (MX record).
    DnsMxReply<'a> = "dns_MX_reply" { c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a>, name: &'a [u8], preference: u64 }
    /// Texts (TXT record).
    DnsTxtReply<'a> = "dns_TXT_reply" { c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a>, strs: ListOf<'a, &'a [u8]> }
    /// The servers that may send a domain's mail, in an obsolete form (SPF record, RFC 4408).
    DnsSpfReply<'a> = "dns_SPF_reply" { c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a>, strs: ListOf<'a, &'a [u8]> }
    /// The authorities that may issue certificates for a domain (CAA record, RFC 8659).
    DnsCaaReply<'a> = "dns_CAA_reply" {
        c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a>, flags: u64, tag: &'a [u8], value: &'a [u8]
    }
    /// A server of a service (SRV record, RFC 2782).
    DnsSrvReply<'a> = "dns_SRV_reply" {
        c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a>, target: &'a [u8], priority: u64, weight: u64, p: u64
    }
    /// A rule that turns a name into another or into a URI (NAPTR record, RFC 3403).
    DnsNaptrReply<'a> = "dns_NAPTR_reply" { c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a>, naptr: DnsNaptrRr<'a> }
    /// A record whose type has no specific event.
    DnsUnknownReply<'a> = "dns_unknown_reply" { c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a> }
    /// The pseudo-record that states the sender's capabilities (OPT, RFC 6891).
    DnsEdnsAddl<'a> = "dns_EDNS_addl" { c: ConnId, msg: DnsMsg, ans: DnsEdnsAdditional<'a> }
    /// The client subnet option (RFC 7871).
    DnsEdnsEcsSeen<'a> = "dns_EDNS_ecs" { c: ConnId, msg: DnsMsg, opt: DnsEdnsEcs<'a> }
    /// The TCP keepalive option, which requests or grants an idle timeout (RFC 7828).
    DnsEdnsTcpKeepaliveSeen = "dns_EDNS_tcp_keepalive" { c: ConnId, msg: DnsMsg, opt: DnsEdnsTcpKeepalive }
    /// The cookie option, which protects against forged addresses (RFC 7873).
    DnsEdnsCookieSeen<'a> = "dns_EDNS_cookie" { c: ConnId, msg: DnsMsg, opt: DnsEdnsCookie<'a> }
    /// A key for transactions (TKEY record, RFC 2930).
    DnsTkeySeen<'a> = "dns_TKEY" { c: ConnId, msg: DnsMsg, ans: DnsTkey<'a> }
    /// The signature of a transaction (TSIG record, RFC 8945).
    DnsTsigAddl<'a> = "dns_TSIG_addl" { c: ConnId, msg: DnsMsg, ans: DnsTsigAdditional<'a> }
    /// The signature of records (RRSIG record, RFC 4034).
    DnsRrsig<'a> = "dns_RRSIG" { c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a>, rrsig: DnsRrsigRr<'a> }
    /// The public key of a zone (DNSKEY record, RFC 4034).
    DnsDnskey<'a> = "dns_DNSKEY" { c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a>, dnskey: DnsDnskeyRr<'a> }
    /// The proof that names or types do not exist (NSEC record, RFC 4034).
    DnsNsec<'a> = "dns_NSEC" {
        c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a>, next_name: &'a [u8], bitmaps: ListOf<'a, &'a [u8]>
    }
    /// The proof that names or types do not exist, by hashed names (NSEC3 record, RFC 5155).
    DnsNsec3<'a> = "dns_NSEC3" { c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a>, nsec3: DnsNsec3Rr<'a> }
    /// How a zone hashes names (NSEC3PARAM record, RFC 5155).
    DnsNsec3param<'a> = "dns_NSEC3PARAM" {
        c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a>, nsec3param: DnsNsec3paramRr<'a>
    }
    /// The digest of a child zone's key (DS record, RFC 4034).
    DnsDs<'a> = "dns_DS" { c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a>, ds: DnsDsRr<'a> }
    /// The state of signing a zone in BIND (private record).
    DnsBinds<'a> = "dns_BINDS" { c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a>, binds: DnsBindsRr<'a> }
    /// The fingerprint of a host's SSH key (SSHFP record, RFC 4255).
    DnsSshfp<'a> = "dns_SSHFP" {
        c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a>, algo: u64, fptype: u64, fingerprint: &'a [u8]
    }
    /// A location on the earth (LOC record, RFC 1876).
    DnsLoc<'a> = "dns_LOC" { c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a>, loc: DnsLocRr<'a> }
    /// A service binding (SVCB record, RFC 9460).
    DnsSvcb<'a> = "dns_SVCB" { c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a>, svcb: DnsSvcbRr<'a> }
    /// A service binding for HTTP (HTTPS record, RFC 9460).
    DnsHttps<'a> = "dns_HTTPS" { c: ConnId, msg: DnsMsg, ans: DnsAnswer<'a>, https: DnsSvcbRr<'a> }
    /// The end of a DNS message, after the events for its parts.
    DnsEnd = "dns_end" { c: ConnId, msg: DnsMsg }
}
