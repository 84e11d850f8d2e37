# Connections, their endpoints, timeouts and limits.

type transport_proto: enum {
	unknown_transport,
	tcp,
	udp,
	icmp,
};

type conn_id_ctx: record { };

## The endpoints of a flow.
type conn_id: record {
	orig_h: addr &log;
	orig_p: port &log;
	resp_h: addr &log;
	resp_p: port &log;
	proto: count &default=65535;
	ctx: conn_id_ctx &log &default=conn_id_ctx();
};

type flow_id: record {
	src_h: addr;
	src_p: port;
	dst_h: addr;
	dst_p: port;
} &log;

## Facts of one ICMP message.
type icmp_info: record {
	v6: bool;
	itype: count;
	icode: count;
	len: count;
	ttl: count;
};

## The packet inside an error message.
type icmp_context: record {
	id: conn_id;
	len: count;
	proto: count;
	frag_offset: count;
	bad_hdr_len: bool;
	bad_checksum: bool;
	MF: bool;
	DF: bool;
};

## A prefix of a router advertisement.
type icmp6_nd_prefix_info: record {
	prefix_len: count;
	L_flag: bool;
	A_flag: bool;
	valid_lifetime: interval;
	preferred_lifetime: interval;
	prefix: addr;
};

## An option of neighbour discovery (RFC 4861, 4.6).
type icmp6_nd_option: record {
	otype: count;
	len: count;
	link_address: string &optional;
	prefix: icmp6_nd_prefix_info &optional;
	redirect: icmp_context &optional;
	mtu: count &optional;
	payload: string &optional;
};

type icmp6_nd_options: vector of icmp6_nd_option;

type endpoint_stats: record {
	num_pkts: count;
	num_rxmit: count;
	num_rxmit_bytes: count;
	num_in_order: count;
	num_OO: count;
	num_repl: count;
	endian_type: count;
};

const likely_server_ports: set[port] &redef;
const ignore_keep_alive_rexmit = F &redef;

module ConnKey;

export {
	const factory = ConnKey::CONNKEY_FIVETUPLE &redef;
}

module Tunnel;

export {
	## One layer of encapsulation.
	type EncapsulatingConn: record {
		cid: conn_id;
		tunnel_type: Tunnel::Type;
		uid: string &optional;
	} &log;
}

module GLOBAL;

type EncapsulatingConnVector: vector of Tunnel::EncapsulatingConn;

type endpoint: record {
	size: count;
	state: count;
	num_pkts: count &optional;
	num_bytes_ip: count &optional;
	flow_label: count;
	l2_addr: string &optional;
};

type connection: record {
	id: conn_id;
	orig: endpoint;
	resp: endpoint;
	start_time: time;
	duration: interval;
	service: set[string] &ordered;
	history: string;
	uid: string;
	tunnel: EncapsulatingConnVector &optional;
	vlan: int &optional;
	inner_vlan: int &optional;
};

const TCP_INACTIVE = 0;
const TCP_SYN_SENT = 1;
const TCP_SYN_ACK_SENT = 2;
const TCP_PARTIAL = 3;
const TCP_ESTABLISHED = 4;
const TCP_CLOSED = 5;
const TCP_RESET = 6;
const UDP_INACTIVE = 0;
const UDP_ACTIVE = 1;
const ignore_checksums = F &redef;
option ignore_checksums_nets: set[subnet] = set();
const partial_connection_ok = T &redef;
const tcp_SYN_ack_ok = T &redef;
const tcp_match_undelivered = T &redef;
const tcp_SYN_timeout = 5 secs &redef;
const tcp_session_timer = 6 secs &redef;
const tcp_connection_linger = 5 secs &redef;
const tcp_attempt_delay = 5 secs &redef;
const tcp_close_delay = 5 secs &redef;
const tcp_reset_delay = 5 secs &redef;
const tcp_partial_close_delay = 3 secs &redef;
const non_analyzed_lifetime = 0 secs &redef;
const tcp_inactivity_timeout = 5 min &redef;
const udp_inactivity_timeout = 1 min &redef;
const icmp_inactivity_timeout = 1 min &redef;
const unknown_ip_inactivity_timeout = 1 min &redef;
const tcp_storm_thresh = 1000 &redef;
const tcp_storm_interarrival_thresh = 1 sec &redef;
const tcp_max_initial_window = 16384 &redef;
const tcp_max_above_hole_without_any_acks = 16384 &redef;
const tcp_excessive_data_without_further_acks = 10 * 1024 * 1024 &redef;
const tcp_max_old_segments = 0 &redef;
const tcp_reassembler_ports_orig: set[port] = {} &redef &deprecated="Remove in v8.1";
const tcp_reassembler_ports_resp: set[port] = {} &redef &deprecated="Remove in v8.1";
const tcp_content_delivery_ports_orig: table[port] of bool = {} &redef;
const tcp_content_delivery_ports_resp: table[port] of bool = {} &redef;
const tcp_content_deliver_all_orig = F &redef;
const tcp_content_deliver_all_resp = F &redef;
const udp_content_delivery_ports_orig: table[port] of bool = {} &redef;
const udp_content_delivery_ports_resp: table[port] of bool = {} &redef;
option udp_content_ports: set[port] = {};
option udp_content_delivery_ports_use_resp = F;
const udp_content_deliver_all_orig = F &redef;
const udp_content_deliver_all_resp = F &redef;
const table_expire_interval = 10 secs &redef;
const table_incremental_step = 5000 &redef;
const table_expire_delay = 0.01 secs &redef;
const frag_timeout = 5 min &redef;
const use_conn_size_analyzer = T &redef;
const ENDIAN_UNKNOWN = 0;
const ENDIAN_LITTLE = 1;
const ENDIAN_BIG = 2;
const ENDIAN_CONFUSED = 3;
const CONTENTS_NONE = 0;
const CONTENTS_ORIG = 1;
const CONTENTS_RESP = 2;
const CONTENTS_BOTH = 3;
const ICMP_UNREACH_NET = 0;
const ICMP_UNREACH_HOST = 1;
const ICMP_UNREACH_PROTOCOL = 2;
const ICMP_UNREACH_PORT = 3;
const ICMP_UNREACH_NEEDFRAG = 4;
const ICMP_UNREACH_ADMIN_PROHIB = 13;

module ConnThreshold;

export {
	const generic_packet_thresholds: set[count] = {} &redef;
}

module GLOBAL;

global done_with_network = F;
