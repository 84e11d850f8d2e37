# Names: the DNS protocol, and look-ups by scripts.

type dns_mapping: record {
	creation_time: time;
	req_host: string;
	req_addr: addr;
	valid: bool;
	hostname: string;
	addrs: addr_set;
};

const dns_session_timeout = 10 sec &redef;

## The header of a message.
type dns_msg: record {
	id: count;
	opcode: count;
	rcode: count;
	QR: bool;
	AA: bool;
	TC: bool;
	RD: bool;
	RA: bool;
	Z: count;
	AD: bool;
	CD: bool;
	num_queries: count;
	num_answers: count;
	num_auth: count;
	num_addl: count;
};

## Start of authority.
type dns_soa: record {
	mname: string;
	rname: string;
	serial: count;
	refresh: interval;
	retry: interval;
	expire: interval;
	minimum: interval;
};

## The OPT pseudo record.
type dns_edns_additional: record {
	query: string;
	qtype: count;
	t: count;
	payload_size: count;
	extended_rcode: count;
	version: count;
	z_field: count;
	TTL: interval;
	is_query: count;
};

## EDNS client subnet.
type dns_edns_ecs: record {
	family: string;
	source_prefix_len: count;
	scope_prefix_len: count;
	address: addr;
};

## EDNS TCP keepalive; the timeout is in units of 100 ms.
type dns_edns_tcp_keepalive: record {
	keepalive_timeout_omitted: bool;
	keepalive_timeout: count;
};

## EDNS cookie.
type dns_edns_cookie: record {
	client_cookie: string;
	server_cookie: string &default="";
};

## Transaction key.
type dns_tkey: record {
	query: string;
	qtype: count;
	alg_name: string;
	inception: time;
	expiration: time;
	mode: count;
	rr_error: count;
	key_data: string;
	is_query: count;
};

## Transaction signature.
type dns_tsig_additional: record {
	query: string;
	qtype: count;
	alg_name: string;
	sig: string;
	time_signed: time;
	fudge: time;
	orig_id: count;
	rr_error: count;
	is_query: count;
};

## Signature of a set of records.
type dns_rrsig_rr: record {
	query: string;
	answer_type: count;
	type_covered: count;
	algorithm: count;
	labels: count;
	orig_ttl: interval;
	sig_exp: time;
	sig_incep: time;
	key_tag: count;
	signer_name: string;
	signature: string;
	is_query: count;
};

## Public key.
type dns_dnskey_rr: record {
	query: string;
	answer_type: count;
	flags: count;
	protocol: count;
	algorithm: count;
	public_key: string;
	is_query: count;
};

## Denial of existence by hashed names.
type dns_nsec3_rr: record {
	query: string;
	answer_type: count;
	nsec_flags: count;
	nsec_hash_algo: count;
	nsec_iter: count;
	nsec_salt_len: count;
	nsec_salt: string;
	nsec_hlen: count;
	nsec_hash: string;
	bitmaps: string_vec;
	is_query: count;
};

## Parameters of hashed denial of existence.
type dns_nsec3param_rr: record {
	query: string;
	answer_type: count;
	nsec_flags: count;
	nsec_hash_algo: count;
	nsec_iter: count;
	nsec_salt_len: count;
	nsec_salt: string;
	is_query: count;
};

## Delegation signer.
type dns_ds_rr: record {
	query: string;
	answer_type: count;
	key_tag: count;
	algorithm: count;
	digest_type: count;
	digest_val: string;
	is_query: count;
};

## BIND's record about its signing.
type dns_binds_rr: record {
	query: string;
	answer_type: count;
	algorithm: count;
	key_id: count;
	removal_flag: count;
	complte_flag: string &deprecated="Remove in v8.1";
	is_query: count;
	complete_flag: count;
};

## Location.
type dns_loc_rr: record {
	query: string;
	answer_type: count;
	version: count;
	size: count;
	horiz_pre: count;
	vert_pre: count;
	latitude: count;
	longitude: count;
	altitude: count;
	is_query: count;
};

## Service binding.
type dns_svcb_rr: record {
	svc_priority: count;
	target_name: string;
};

## Naming authority pointer.
type dns_naptr_rr: record {
	order: count;
	preference: count;
	flags: string;
	service: string;
	regexp: string;
	replacement: string;
};

const DNS_QUERY = 0;
const DNS_ANS = 1;
const DNS_AUTH = 2;
const DNS_ADDL = 3;

## The beginning of every resource record. `answer_type` is the section: 1 answer, 2 authority, 3 additional.
type dns_answer: record {
	answer_type: count;
	query: string;
	qtype: count;
	qclass: count;
	TTL: interval;
};

global dns_skip_auth: set[addr] &redef;
global dns_skip_addl: set[addr] &redef;
global dns_skip_all_auth = T &redef;
global dns_skip_all_addl = T &redef;
global dns_max_queries = 25 &redef;
global dns_max_compression_chain_depth = 20 &redef;
