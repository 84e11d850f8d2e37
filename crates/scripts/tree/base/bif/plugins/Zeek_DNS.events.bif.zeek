# What the DNS part declares: events.

module GLOBAL;

export {
	## Every message.
	global dns_message: event(c: connection, is_orig: bool, msg: dns_msg, len: count);
	## A question of a query.
	global dns_request: event(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count, original_query: string);
	## A question of a query.
	global dns_request: event(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count);
	## A question of a reply that has no records at all.
	global dns_rejected: event(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count, original_query: string);
	## A question of a reply that has no records at all.
	global dns_rejected: event(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count);
	## A question of any other reply.
	global dns_query_reply: event(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count, original_query: string);
	## A question of any other reply.
	global dns_query_reply: event(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count);
	## IPv4 address.
	global dns_A_reply: event(c: connection, msg: dns_msg, ans: dns_answer, a: addr);
	## IPv6 address.
	global dns_AAAA_reply: event(c: connection, msg: dns_msg, ans: dns_answer, a: addr);
	## IPv6 address, the obsolete form.
	global dns_A6_reply: event(c: connection, msg: dns_msg, ans: dns_answer, a: addr);
	## Name server.
	global dns_NS_reply: event(c: connection, msg: dns_msg, ans: dns_answer, name: string);
	## Canonical name.
	global dns_CNAME_reply: event(c: connection, msg: dns_msg, ans: dns_answer, name: string);
	## Pointer.
	global dns_PTR_reply: event(c: connection, msg: dns_msg, ans: dns_answer, name: string);
	## Start of authority.
	global dns_SOA_reply: event(c: connection, msg: dns_msg, ans: dns_answer, soa: dns_soa);
	## Well-known services.
	global dns_WKS_reply: event(c: connection, msg: dns_msg, ans: dns_answer);
	## Host information.
	global dns_HINFO_reply: event(c: connection, msg: dns_msg, ans: dns_answer, cpu: string, os: string);
	## Mail exchange.
	global dns_MX_reply: event(c: connection, msg: dns_msg, ans: dns_answer, name: string, preference: count);
	## Text.
	global dns_TXT_reply: event(c: connection, msg: dns_msg, ans: dns_answer, strs: string_vec);
	## Sender policy.
	global dns_SPF_reply: event(c: connection, msg: dns_msg, ans: dns_answer, strs: string_vec);
	## Certification authority authorization.
	global dns_CAA_reply: event(c: connection, msg: dns_msg, ans: dns_answer, flags: count, tag: string, value: string);
	## Service location.
	global dns_SRV_reply: event(c: connection, msg: dns_msg, ans: dns_answer, target: string, priority: count, weight: count, p: count);
	## Naming authority pointer.
	global dns_NAPTR_reply: event(c: connection, msg: dns_msg, ans: dns_answer, naptr: dns_naptr_rr);
	## A record of a type that no other event shows.
	global dns_unknown_reply: event(c: connection, msg: dns_msg, ans: dns_answer);
	## The OPT pseudo record.
	global dns_EDNS_addl: event(c: connection, msg: dns_msg, ans: dns_edns_additional);
	## Client subnet.
	global dns_EDNS_ecs: event(c: connection, msg: dns_msg, opt: dns_edns_ecs);
	## TCP keepalive.
	global dns_EDNS_tcp_keepalive: event(c: connection, msg: dns_msg, opt: dns_edns_tcp_keepalive);
	## Cookie.
	global dns_EDNS_cookie: event(c: connection, msg: dns_msg, opt: dns_edns_cookie);
	## Transaction key.
	global dns_TKEY: event(c: connection, msg: dns_msg, ans: dns_tkey);
	## Transaction signature.
	global dns_TSIG_addl: event(c: connection, msg: dns_msg, ans: dns_tsig_additional);
	## Signature.
	global dns_RRSIG: event(c: connection, msg: dns_msg, ans: dns_answer, rrsig: dns_rrsig_rr);
	## Public key.
	global dns_DNSKEY: event(c: connection, msg: dns_msg, ans: dns_answer, dnskey: dns_dnskey_rr);
	## Denial of existence.
	global dns_NSEC: event(c: connection, msg: dns_msg, ans: dns_answer, next_name: string, bitmaps: string_vec);
	## Denial of existence by hashed names.
	global dns_NSEC3: event(c: connection, msg: dns_msg, ans: dns_answer, nsec3: dns_nsec3_rr);
	## Its parameters.
	global dns_NSEC3PARAM: event(c: connection, msg: dns_msg, ans: dns_answer, nsec3param: dns_nsec3param_rr);
	## Delegation signer.
	global dns_DS: event(c: connection, msg: dns_msg, ans: dns_answer, ds: dns_ds_rr);
	## BIND's record about its signing.
	global dns_BINDS: event(c: connection, msg: dns_msg, ans: dns_answer, binds: dns_binds_rr);
	## Fingerprint of an SSH key.
	global dns_SSHFP: event(c: connection, msg: dns_msg, ans: dns_answer, algo: count, fptype: count, fingerprint: string);
	## Location.
	global dns_LOC: event(c: connection, msg: dns_msg, ans: dns_answer, loc: dns_loc_rr);
	## Service binding.
	global dns_SVCB: event(c: connection, msg: dns_msg, ans: dns_answer, svcb: dns_svcb_rr);
	## Service binding of HTTPS.
	global dns_HTTPS: event(c: connection, msg: dns_msg, ans: dns_answer, https: dns_svcb_rr);
	## The end of a message.
	global dns_end: event(c: connection, msg: dns_msg);
}
