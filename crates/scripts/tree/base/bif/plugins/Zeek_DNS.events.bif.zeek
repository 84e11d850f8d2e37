# Declarations of the DNS plugin: events.

module GLOBAL;

export {
	## A DNS message, before the events for its parts.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## msg: The header of the message.
	##
	## len: Its bytes.
	global dns_message: event(c: connection, is_orig: bool, msg: dns_msg, len: count);

	## A question in a query. Raised for each question.
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## query: The name in lower case.
	##
	## qtype: The type by number.
	##
	## qclass: The class by number; 1 is the internet.
	##
	## original_query: The name as sent.
	global dns_request: event(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count, original_query: string);

	## A question in a query. Raised for each question.
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## query: The name in lower case.
	##
	## qtype: The type by number.
	##
	## qclass: The class by number; 1 is the internet.
	global dns_request: event(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count);

	## A question in a response without any records.
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## query: The name in lower case.
	##
	## qtype: The type by number.
	##
	## qclass: The class by number; 1 is the internet.
	##
	## original_query: The name as sent.
	global dns_rejected: event(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count, original_query: string);

	## A question in a response without any records.
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## query: The name in lower case.
	##
	## qtype: The type by number.
	##
	## qclass: The class by number; 1 is the internet.
	global dns_rejected: event(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count);

	## A question in a response with records.
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## query: The name in lower case.
	##
	## qtype: The type by number.
	##
	## qclass: The class by number; 1 is the internet.
	##
	## original_query: The name as sent.
	global dns_query_reply: event(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count, original_query: string);

	## A question in a response with records.
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## query: The name in lower case.
	##
	## qtype: The type by number.
	##
	## qclass: The class by number; 1 is the internet.
	global dns_query_reply: event(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count);

	## An IPv4 address (A record, RFC 1035).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	##
	## a: The address.
	global dns_A_reply: event(c: connection, msg: dns_msg, ans: dns_answer, a: addr);

	## An IPv6 address (AAAA record, RFC 3596).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	##
	## a: The address.
	global dns_AAAA_reply: event(c: connection, msg: dns_msg, ans: dns_answer, a: addr);

	## An IPv6 address in an obsolete form (A6 record, RFC 2874).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	##
	## a: The address.
	global dns_A6_reply: event(c: connection, msg: dns_msg, ans: dns_answer, a: addr);

	## A name server of a zone (NS record).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	##
	## name: The server's name.
	global dns_NS_reply: event(c: connection, msg: dns_msg, ans: dns_answer, name: string);

	## The canonical name of an alias (CNAME record).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	##
	## name: The name.
	global dns_CNAME_reply: event(c: connection, msg: dns_msg, ans: dns_answer, name: string);

	## The name of an address, or any other pointer (PTR record).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	##
	## name: The name.
	global dns_PTR_reply: event(c: connection, msg: dns_msg, ans: dns_answer, name: string);

	## The start of a zone's authority (SOA record).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	##
	## soa: The zone's servers and timers.
	global dns_SOA_reply: event(c: connection, msg: dns_msg, ans: dns_answer, soa: dns_soa);

	## The services of a host (WKS record). Its list of services is not parsed.
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	global dns_WKS_reply: event(c: connection, msg: dns_msg, ans: dns_answer);

	## Processor and system of a host (HINFO record).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	##
	## cpu: The processor.
	##
	## os: The system.
	global dns_HINFO_reply: event(c: connection, msg: dns_msg, ans: dns_answer, cpu: string, os: string);

	## A mail server of a domain (MX record).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	##
	## name: The server's name.
	##
	## preference: The preference; lower numbers are tried first.
	global dns_MX_reply: event(c: connection, msg: dns_msg, ans: dns_answer, name: string, preference: count);

	## Texts (TXT record).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	##
	## strs: The texts.
	global dns_TXT_reply: event(c: connection, msg: dns_msg, ans: dns_answer, strs: string_vec);

	## The servers that may send a domain's mail, in an obsolete form (SPF record, RFC 4408).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	##
	## strs: The texts.
	global dns_SPF_reply: event(c: connection, msg: dns_msg, ans: dns_answer, strs: string_vec);

	## The authorities that may issue certificates for a domain (CAA record, RFC 8659).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	##
	## flags: Its flags; 128 if it must be understood.
	##
	## tag: The property, such as ``issue``.
	##
	## value: The value.
	global dns_CAA_reply: event(c: connection, msg: dns_msg, ans: dns_answer, flags: count, tag: string, value: string);

	## A server of a service (SRV record, RFC 2782).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	##
	## target: The server's name.
	##
	## priority: The priority; lower numbers are tried first.
	##
	## weight: The server's share among servers of the same priority.
	##
	## p: Its port.
	global dns_SRV_reply: event(c: connection, msg: dns_msg, ans: dns_answer, target: string, priority: count, weight: count, p: count);

	## A rule that turns a name into another or into a URI (NAPTR record, RFC 3403).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	##
	## naptr: The rule.
	global dns_NAPTR_reply: event(c: connection, msg: dns_msg, ans: dns_answer, naptr: dns_naptr_rr);

	## A record whose type has no specific event.
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	global dns_unknown_reply: event(c: connection, msg: dns_msg, ans: dns_answer);

	## The pseudo-record that states the sender's capabilities (OPT, RFC 6891).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: Its fields.
	global dns_EDNS_addl: event(c: connection, msg: dns_msg, ans: dns_edns_additional);

	## The client subnet option (RFC 7871).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## opt: The option.
	global dns_EDNS_ecs: event(c: connection, msg: dns_msg, opt: dns_edns_ecs);

	## The TCP keepalive option, which requests or grants an idle timeout (RFC 7828).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## opt: The option.
	global dns_EDNS_tcp_keepalive: event(c: connection, msg: dns_msg, opt: dns_edns_tcp_keepalive);

	## The cookie option, which protects against forged addresses (RFC 7873).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## opt: The cookies of client and server.
	global dns_EDNS_cookie: event(c: connection, msg: dns_msg, opt: dns_edns_cookie);

	## A key for transactions (TKEY record, RFC 2930).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: Its fields.
	global dns_TKEY: event(c: connection, msg: dns_msg, ans: dns_tkey);

	## The signature of a transaction (TSIG record, RFC 8945).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: Its fields.
	global dns_TSIG_addl: event(c: connection, msg: dns_msg, ans: dns_tsig_additional);

	## The signature of records (RRSIG record, RFC 4034).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	##
	## rrsig: Its fields.
	global dns_RRSIG: event(c: connection, msg: dns_msg, ans: dns_answer, rrsig: dns_rrsig_rr);

	## The public key of a zone (DNSKEY record, RFC 4034).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	##
	## dnskey: Its fields.
	global dns_DNSKEY: event(c: connection, msg: dns_msg, ans: dns_answer, dnskey: dns_dnskey_rr);

	## The proof that names or types do not exist (NSEC record, RFC 4034).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	##
	## next_name: The next name that exists.
	##
	## bitmaps: The types that exist, as encoded blocks.
	global dns_NSEC: event(c: connection, msg: dns_msg, ans: dns_answer, next_name: string, bitmaps: string_vec);

	## The proof that names or types do not exist, by hashed names (NSEC3 record, RFC 5155).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	##
	## nsec3: Its fields.
	global dns_NSEC3: event(c: connection, msg: dns_msg, ans: dns_answer, nsec3: dns_nsec3_rr);

	## How a zone hashes names (NSEC3PARAM record, RFC 5155).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	##
	## nsec3param: Its fields.
	global dns_NSEC3PARAM: event(c: connection, msg: dns_msg, ans: dns_answer, nsec3param: dns_nsec3param_rr);

	## The digest of a child zone's key (DS record, RFC 4034).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	##
	## ds: Its fields.
	global dns_DS: event(c: connection, msg: dns_msg, ans: dns_answer, ds: dns_ds_rr);

	## The state of signing a zone in BIND (private record).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	##
	## binds: Its fields.
	global dns_BINDS: event(c: connection, msg: dns_msg, ans: dns_answer, binds: dns_binds_rr);

	## The fingerprint of a host's SSH key (SSHFP record, RFC 4255).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	##
	## algo: The key's algorithm.
	##
	## fptype: The digest's algorithm.
	##
	## fingerprint: The digest.
	global dns_SSHFP: event(c: connection, msg: dns_msg, ans: dns_answer, algo: count, fptype: count, fingerprint: string);

	## A location on the earth (LOC record, RFC 1876).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	##
	## loc: Its fields.
	global dns_LOC: event(c: connection, msg: dns_msg, ans: dns_answer, loc: dns_loc_rr);

	## A service binding (SVCB record, RFC 9460).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	##
	## svcb: Priority and target.
	global dns_SVCB: event(c: connection, msg: dns_msg, ans: dns_answer, svcb: dns_svcb_rr);

	## A service binding for HTTP (HTTPS record, RFC 9460).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: The fields common to all records: name, type, class and time to live.
	##
	## https: Priority and target.
	global dns_HTTPS: event(c: connection, msg: dns_msg, ans: dns_answer, https: dns_svcb_rr);

	## The end of a DNS message, after the events for its parts.
	##
	## c: The connection.
	##
	## msg: The header of the message.
	global dns_end: event(c: connection, msg: dns_msg);
}
