# What the DNS part declares: events.

module GLOBAL;

export {
	## A DNS message, before the events of what it holds.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## msg: The header of the message.
	##
	## len: Its bytes.
	global dns_message: event(c: connection, is_orig: bool, msg: dns_msg, len: count);

	## A question of a query. Raised for each question.
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## query: The name, in small letters.
	##
	## qtype: The type by number.
	##
	## qclass: The class by number; 1 is the internet.
	##
	## original_query: The name as sent.
	global dns_request: event(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count, original_query: string);

	## A question of a query. Raised for each question.
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## query: The name, in small letters.
	##
	## qtype: The type by number.
	##
	## qclass: The class by number; 1 is the internet.
	global dns_request: event(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count);

	## A question of a response that has no records at all.
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## query: The name, in small letters.
	##
	## qtype: The type by number.
	##
	## qclass: The class by number; 1 is the internet.
	##
	## original_query: The name as sent.
	global dns_rejected: event(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count, original_query: string);

	## A question of a response that has no records at all.
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## query: The name, in small letters.
	##
	## qtype: The type by number.
	##
	## qclass: The class by number; 1 is the internet.
	global dns_rejected: event(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count);

	## A question of a response that has records.
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## query: The name, in small letters.
	##
	## qtype: The type by number.
	##
	## qclass: The class by number; 1 is the internet.
	##
	## original_query: The name as sent.
	global dns_query_reply: event(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count, original_query: string);

	## A question of a response that has records.
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## query: The name, in small letters.
	##
	## qtype: The type by number.
	##
	## qclass: The class by number; 1 is the internet.
	global dns_query_reply: event(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count);

	## An address of IPv4 (A record, RFC 1035).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What every record begins with: name, type, class and how long it may be kept.
	##
	## a: The address.
	global dns_A_reply: event(c: connection, msg: dns_msg, ans: dns_answer, a: addr);

	## An address of IPv6 (AAAA record, RFC 3596).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What every record begins with: name, type, class and how long it may be kept.
	##
	## a: The address.
	global dns_AAAA_reply: event(c: connection, msg: dns_msg, ans: dns_answer, a: addr);

	## An address of IPv6 in an obsolete form (A6 record, RFC 2874).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What every record begins with: name, type, class and how long it may be kept.
	##
	## a: The address.
	global dns_A6_reply: event(c: connection, msg: dns_msg, ans: dns_answer, a: addr);

	## A name server of a zone (NS record).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What every record begins with: name, type, class and how long it may be kept.
	##
	## name: The server's name.
	global dns_NS_reply: event(c: connection, msg: dns_msg, ans: dns_answer, name: string);

	## The name that an alias stands for (CNAME record).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What every record begins with: name, type, class and how long it may be kept.
	##
	## name: The name.
	global dns_CNAME_reply: event(c: connection, msg: dns_msg, ans: dns_answer, name: string);

	## The name of an address, or any other pointer (PTR record).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What every record begins with: name, type, class and how long it may be kept.
	##
	## name: The name.
	global dns_PTR_reply: event(c: connection, msg: dns_msg, ans: dns_answer, name: string);

	## The start of a zone's authority (SOA record).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What every record begins with: name, type, class and how long it may be kept.
	##
	## soa: Its servers and times.
	global dns_SOA_reply: event(c: connection, msg: dns_msg, ans: dns_answer, soa: dns_soa);

	## The services of a host (WKS record). What it lists is not read.
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What every record begins with: name, type, class and how long it may be kept.
	global dns_WKS_reply: event(c: connection, msg: dns_msg, ans: dns_answer);

	## Processor and system of a host (HINFO record).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What every record begins with: name, type, class and how long it may be kept.
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
	## ans: What every record begins with: name, type, class and how long it may be kept.
	##
	## name: The server's name.
	##
	## preference: Servers with a lower number are tried first.
	global dns_MX_reply: event(c: connection, msg: dns_msg, ans: dns_answer, name: string, preference: count);

	## Texts (TXT record).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What every record begins with: name, type, class and how long it may be kept.
	##
	## strs: The texts.
	global dns_TXT_reply: event(c: connection, msg: dns_msg, ans: dns_answer, strs: string_vec);

	## Which servers may send a domain's mail, in an obsolete form (SPF record, RFC 4408).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What every record begins with: name, type, class and how long it may be kept.
	##
	## strs: The texts.
	global dns_SPF_reply: event(c: connection, msg: dns_msg, ans: dns_answer, strs: string_vec);

	## Who may issue certificates for a domain (CAA record, RFC 8659).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What every record begins with: name, type, class and how long it may be kept.
	##
	## flags: Its flags; 128 if it must be understood.
	##
	## tag: What is said, such as ``issue``.
	##
	## value: The value.
	global dns_CAA_reply: event(c: connection, msg: dns_msg, ans: dns_answer, flags: count, tag: string, value: string);

	## A server of a service (SRV record, RFC 2782).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What every record begins with: name, type, class and how long it may be kept.
	##
	## target: The server's name.
	##
	## priority: Servers with a lower number are tried first.
	##
	## weight: How often the server is chosen among those of its priority.
	##
	## p: Its port.
	global dns_SRV_reply: event(c: connection, msg: dns_msg, ans: dns_answer, target: string, priority: count, weight: count, p: count);

	## A rule that turns a name into another or into a URI (NAPTR record, RFC 3403).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What every record begins with: name, type, class and how long it may be kept.
	##
	## naptr: The rule.
	global dns_NAPTR_reply: event(c: connection, msg: dns_msg, ans: dns_answer, naptr: dns_naptr_rr);

	## A record of a type that has no event of its own.
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What every record begins with: name, type, class and how long it may be kept.
	global dns_unknown_reply: event(c: connection, msg: dns_msg, ans: dns_answer);

	## The pseudo-record by which a message says what its sender supports (OPT, RFC 6891).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What it says.
	global dns_EDNS_addl: event(c: connection, msg: dns_msg, ans: dns_edns_additional);

	## The option that tells a server about the client's subnet (RFC 7871).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## opt: The option.
	global dns_EDNS_ecs: event(c: connection, msg: dns_msg, opt: dns_edns_ecs);

	## The option that asks for, or grants, an idle time of TCP (RFC 7828).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## opt: The option.
	global dns_EDNS_tcp_keepalive: event(c: connection, msg: dns_msg, opt: dns_edns_tcp_keepalive);

	## The option that protects against forged addresses (RFC 7873).
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
	## ans: What it says.
	global dns_TKEY: event(c: connection, msg: dns_msg, ans: dns_tkey);

	## The signature of a transaction (TSIG record, RFC 8945).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What it says.
	global dns_TSIG_addl: event(c: connection, msg: dns_msg, ans: dns_tsig_additional);

	## The signature of records (RRSIG record, RFC 4034).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What every record begins with: name, type, class and how long it may be kept.
	##
	## rrsig: What it says.
	global dns_RRSIG: event(c: connection, msg: dns_msg, ans: dns_answer, rrsig: dns_rrsig_rr);

	## The public key of a zone (DNSKEY record, RFC 4034).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What every record begins with: name, type, class and how long it may be kept.
	##
	## dnskey: What it says.
	global dns_DNSKEY: event(c: connection, msg: dns_msg, ans: dns_answer, dnskey: dns_dnskey_rr);

	## The proof that names or types do not exist (NSEC record, RFC 4034).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What every record begins with: name, type, class and how long it may be kept.
	##
	## next_name: The next name that exists.
	##
	## bitmaps: The types that exist, in blocks as they were sent.
	global dns_NSEC: event(c: connection, msg: dns_msg, ans: dns_answer, next_name: string, bitmaps: string_vec);

	## The same by hashed names (NSEC3 record, RFC 5155).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What every record begins with: name, type, class and how long it may be kept.
	##
	## nsec3: What it says.
	global dns_NSEC3: event(c: connection, msg: dns_msg, ans: dns_answer, nsec3: dns_nsec3_rr);

	## How a zone hashes names (NSEC3PARAM record, RFC 5155).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What every record begins with: name, type, class and how long it may be kept.
	##
	## nsec3param: What it says.
	global dns_NSEC3PARAM: event(c: connection, msg: dns_msg, ans: dns_answer, nsec3param: dns_nsec3param_rr);

	## The digest of the key of a zone below (DS record, RFC 4034).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What every record begins with: name, type, class and how long it may be kept.
	##
	## ds: What it says.
	global dns_DS: event(c: connection, msg: dns_msg, ans: dns_answer, ds: dns_ds_rr);

	## The state of signing a zone in BIND (private record).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What every record begins with: name, type, class and how long it may be kept.
	##
	## binds: What it says.
	global dns_BINDS: event(c: connection, msg: dns_msg, ans: dns_answer, binds: dns_binds_rr);

	## The fingerprint of a host's SSH key (SSHFP record, RFC 4255).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What every record begins with: name, type, class and how long it may be kept.
	##
	## algo: The key's algorithm.
	##
	## fptype: The digest's algorithm.
	##
	## fingerprint: The digest.
	global dns_SSHFP: event(c: connection, msg: dns_msg, ans: dns_answer, algo: count, fptype: count, fingerprint: string);

	## Where something is on the earth (LOC record, RFC 1876).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What every record begins with: name, type, class and how long it may be kept.
	##
	## loc: What it says.
	global dns_LOC: event(c: connection, msg: dns_msg, ans: dns_answer, loc: dns_loc_rr);

	## How to reach a service (SVCB record, RFC 9460).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What every record begins with: name, type, class and how long it may be kept.
	##
	## svcb: Priority and target.
	global dns_SVCB: event(c: connection, msg: dns_msg, ans: dns_answer, svcb: dns_svcb_rr);

	## How to reach an HTTP server (HTTPS record, RFC 9460).
	##
	## c: The connection.
	##
	## msg: The header of the message.
	##
	## ans: What every record begins with: name, type, class and how long it may be kept.
	##
	## https: Priority and target.
	global dns_HTTPS: event(c: connection, msg: dns_msg, ans: dns_answer, https: dns_svcb_rr);

	## The end of a DNS message, after the events of what it holds.
	##
	## c: The connection.
	##
	## msg: The header of the message.
	global dns_end: event(c: connection, msg: dns_msg);
}
