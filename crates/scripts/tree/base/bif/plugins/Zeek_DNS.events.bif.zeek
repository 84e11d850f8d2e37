# What the DNS part declares: events.

module GLOBAL;

export {
	global dns_message: event(c: connection, is_orig: bool, msg: dns_msg, len: count);
	global dns_request: event(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count, original_query: string);
	global dns_request: event(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count);
	global dns_rejected: event(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count, original_query: string);
	global dns_rejected: event(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count);
	global dns_query_reply: event(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count, original_query: string);
	global dns_query_reply: event(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count);
	global dns_A_reply: event(c: connection, msg: dns_msg, ans: dns_answer, a: addr);
	global dns_AAAA_reply: event(c: connection, msg: dns_msg, ans: dns_answer, a: addr);
	global dns_A6_reply: event(c: connection, msg: dns_msg, ans: dns_answer, a: addr);
	global dns_NS_reply: event(c: connection, msg: dns_msg, ans: dns_answer, name: string);
	global dns_CNAME_reply: event(c: connection, msg: dns_msg, ans: dns_answer, name: string);
	global dns_PTR_reply: event(c: connection, msg: dns_msg, ans: dns_answer, name: string);
	global dns_SOA_reply: event(c: connection, msg: dns_msg, ans: dns_answer, soa: dns_soa);
	global dns_WKS_reply: event(c: connection, msg: dns_msg, ans: dns_answer);
	global dns_HINFO_reply: event(c: connection, msg: dns_msg, ans: dns_answer, cpu: string, os: string);
	global dns_MX_reply: event(c: connection, msg: dns_msg, ans: dns_answer, name: string, preference: count);
	global dns_TXT_reply: event(c: connection, msg: dns_msg, ans: dns_answer, strs: string_vec);
	global dns_SPF_reply: event(c: connection, msg: dns_msg, ans: dns_answer, strs: string_vec);
	global dns_CAA_reply: event(c: connection, msg: dns_msg, ans: dns_answer, flags: count, tag: string, value: string);
	global dns_SRV_reply: event(c: connection, msg: dns_msg, ans: dns_answer, target: string, priority: count, weight: count, p: count);
	global dns_NAPTR_reply: event(c: connection, msg: dns_msg, ans: dns_answer, naptr: dns_naptr_rr);
	global dns_unknown_reply: event(c: connection, msg: dns_msg, ans: dns_answer);
	global dns_EDNS_addl: event(c: connection, msg: dns_msg, ans: dns_edns_additional);
	global dns_EDNS_ecs: event(c: connection, msg: dns_msg, opt: dns_edns_ecs);
	global dns_EDNS_tcp_keepalive: event(c: connection, msg: dns_msg, opt: dns_edns_tcp_keepalive);
	global dns_EDNS_cookie: event(c: connection, msg: dns_msg, opt: dns_edns_cookie);
	global dns_TKEY: event(c: connection, msg: dns_msg, ans: dns_tkey);
	global dns_TSIG_addl: event(c: connection, msg: dns_msg, ans: dns_tsig_additional);
	global dns_RRSIG: event(c: connection, msg: dns_msg, ans: dns_answer, rrsig: dns_rrsig_rr);
	global dns_DNSKEY: event(c: connection, msg: dns_msg, ans: dns_answer, dnskey: dns_dnskey_rr);
	global dns_NSEC: event(c: connection, msg: dns_msg, ans: dns_answer, next_name: string, bitmaps: string_vec);
	global dns_NSEC3: event(c: connection, msg: dns_msg, ans: dns_answer, nsec3: dns_nsec3_rr);
	global dns_NSEC3PARAM: event(c: connection, msg: dns_msg, ans: dns_answer, nsec3param: dns_nsec3param_rr);
	global dns_DS: event(c: connection, msg: dns_msg, ans: dns_answer, ds: dns_ds_rr);
	global dns_BINDS: event(c: connection, msg: dns_msg, ans: dns_answer, binds: dns_binds_rr);
	global dns_SSHFP: event(c: connection, msg: dns_msg, ans: dns_answer, algo: count, fptype: count, fingerprint: string);
	global dns_LOC: event(c: connection, msg: dns_msg, ans: dns_answer, loc: dns_loc_rr);
	global dns_SVCB: event(c: connection, msg: dns_msg, ans: dns_answer, svcb: dns_svcb_rr);
	global dns_HTTPS: event(c: connection, msg: dns_msg, ans: dns_answer, https: dns_svcb_rr);
	global dns_end: event(c: connection, msg: dns_msg);
}
