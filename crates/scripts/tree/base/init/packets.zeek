# Packets and their headers.

type PacketSource: record {
	live: bool;
	path: string;
	link_type: int;
	netmask: count;
};

const packet_source_inactivity_timeout = 100 msec &redef;
const allow_network_time_forward = T &redef;
const cmd_line_bpf_filter = "" &redef;
const detect_filtered_trace = F &redef;
const report_gaps_for_partial = F &redef;
const exit_only_after_terminate = F &redef;
const packet_filter_default = F &redef;
const trace_output_file = "";
const record_all_packets = F &redef;
const io_poll_interval_default = 100 &redef;
const io_poll_interval_live = 10 &redef;

module TCP;

export {
	## One option of a segment.
	type Option: record {
		kind: count;
		length: count;
		data: string &optional;
		mss: count &optional;
		window_scale: count &optional;
		sack: index_vec &optional;
		send_timestamp: count &optional;
		echo_timestamp: count &optional;
		rate: count &optional;
		ttl_diff: count &optional;
		qs_nonce: count &optional;
	};

	type OptionList: vector of Option;
}

module GLOBAL;

## The first SYN of a side, for fingerprinting.
type SYN_packet: record {
	is_orig: bool;
	DF: bool;
	ttl: count;
	size: count;
	win_size: count;
	win_scale: int;
	MSS: count;
	SACK_OK: bool;
	TSval: count &optional;
	TSecr: count &optional;
};

global capture_filters: table[string] of string &redef;
global restrict_filters: table[string] of string &redef;

type PcapFilterID: enum {
	None,
};

type IPAddrAnonymization: enum {
	KEEP_ORIG_ADDR,
	SEQUENTIALLY_NUMBERED,
	RANDOM_MD5,
	PREFIX_PRESERVING_A50,
	PREFIX_PRESERVING_MD5,
};

type IPAddrAnonymizationClass: enum {
	ORIG_ADDR,
	RESP_ADDR,
	OTHER_ADDR,
};

## How anonymize_addr replaces addresses of each class.
const orig_addr_anonymization = KEEP_ORIG_ADDR &redef;
const resp_addr_anonymization = KEEP_ORIG_ADDR &redef;
const other_addr_anonymization = KEEP_ORIG_ADDR &redef;

## The addresses of each class that anonymize_addr returns as they are.
const preserve_orig_addr: set[addr] &redef;
const preserve_resp_addr: set[addr] &redef;
const preserve_other_addr: set[addr] &redef;

type pcap_packet: record {
	ts_sec: count;
	ts_usec: count;
	caplen: count;
	len: count;
	data: string;
	link_type: link_encap;
};

const IPPROTO_IP = 0;
const IPPROTO_ICMP = 1;
const IPPROTO_IGMP = 2;
const IPPROTO_IPIP = 4;
const IPPROTO_TCP = 6;
const IPPROTO_UDP = 17;
const IPPROTO_IPV6 = 41;
const IPPROTO_ICMPV6 = 58;
const IPPROTO_RAW = 255;
const IPPROTO_HOPOPTS = 0;
const IPPROTO_ROUTING = 43;
const IPPROTO_FRAGMENT = 44;
const IPPROTO_ESP = 50;
const IPPROTO_AH = 51;
const IPPROTO_NONE = 59;
const IPPROTO_DSTOPTS = 60;
const IPPROTO_MOBILITY = 135;

## An option of an extension header (RFC 8200, 4.2).
type ip6_option: record {
	otype: count;
	len: count;
	data: string;
};

type ip6_options: vector of ip6_option;

## A header of hop-by-hop or destination options; `options` lists Ip6Option.
type ip6_hopopts: record {
	nxt: count;
	len: count;
	options: ip6_options;
};

type ip6_dstopts: record {
	nxt: count;
	len: count;
	options: ip6_options;
};

## A routing header.
type ip6_routing: record {
	nxt: count;
	len: count;
	rtype: count;
	segleft: count;
	data: string;
};

## A fragment header; the offset in units of eight bytes.
type ip6_fragment: record {
	nxt: count;
	rsv1: count;
	offset: count;
	rsv2: count;
	more: bool;
	id: count;
};

## An authentication header (RFC 4302).
type ip6_ah: record {
	nxt: count;
	len: count;
	rsv: count;
	spi: count;
	seq: count &optional;
	data: string &optional;
};

## The unencrypted part of an encapsulated payload (RFC 4303).
type ip6_esp: record {
	spi: count;
	seq: count;
};

## Binding refresh request.
type ip6_mobility_brr: record {
	rsv: count;
	options: vector of ip6_option;
};

## Home or care-of test init.
type ip6_mobility_hoti: record {
	rsv: count;
	cookie: count;
	options: vector of ip6_option;
};

type ip6_mobility_coti: record {
	rsv: count;
	cookie: count;
	options: vector of ip6_option;
};

## Home or care-of test.
type ip6_mobility_hot: record {
	nonce_idx: count;
	cookie: count;
	token: count;
	options: vector of ip6_option;
};

type ip6_mobility_cot: record {
	nonce_idx: count;
	cookie: count;
	token: count;
	options: vector of ip6_option;
};

## Binding update.
type ip6_mobility_bu: record {
	seq: count;
	a: bool;
	h: bool;
	l: bool;
	k: bool;
	life: count;
	options: vector of ip6_option;
};

## Binding acknowledgement.
type ip6_mobility_back: record {
	status: count;
	k: bool;
	seq: count;
	life: count;
	options: vector of ip6_option;
};

## Binding error.
type ip6_mobility_be: record {
	status: count;
	hoa: addr;
	options: vector of ip6_option;
};

## A mobility header's message. The type determines which field is set, if any.
type ip6_mobility_msg: record {
	id: count;
	brr: ip6_mobility_brr &optional;
	hoti: ip6_mobility_hoti &optional;
	coti: ip6_mobility_coti &optional;
	hot: ip6_mobility_hot &optional;
	cot: ip6_mobility_cot &optional;
	bu: ip6_mobility_bu &optional;
	back: ip6_mobility_back &optional;
	be: ip6_mobility_be &optional;
};

## A mobility header (RFC 6275, 6.1).
type ip6_mobility_hdr: record {
	nxt: count;
	len: count;
	mh_type: count;
	rsv: count;
	chksum: count;
	msg: ip6_mobility_msg;
};

## An extension header. Its number determines which field is set; none if it was not captured completely.
type ip6_ext_hdr: record {
	id: count;
	hopopts: ip6_hopopts &optional;
	dstopts: ip6_dstopts &optional;
	routing: ip6_routing &optional;
	fragment: ip6_fragment &optional;
	ah: ip6_ah &optional;
	esp: ip6_esp &optional;
	mobility: ip6_mobility_hdr &optional;
};

type ip6_ext_hdr_chain: vector of ip6_ext_hdr;

## The headers of IPv6 (RFC 8200); `exts` lists Ip6ExtHdr.
type ip6_hdr: record {
	class: count;
	flow: count;
	len: count;
	nxt: count;
	hlim: count;
	src: addr;
	dst: addr;
	exts: ip6_ext_hdr_chain;
};

## A header of IPv4 (RFC 791). Lengths and the offset in bytes.
type ip4_hdr: record {
	hl: count;
	tos: count;
	len: count;
	id: count;
	DF: bool;
	MF: bool;
	offset: count;
	ttl: count;
	p: count;
	sum: count;
	src: addr;
	dst: addr;
};

const TH_FIN = 1;
const TH_SYN = 2;
const TH_RST = 4;
const TH_PUSH = 8;
const TH_ACK = 16;
const TH_URG = 32;
const TH_FLAGS = 63;

## A header of TCP (RFC 9293). Lengths of the header and the payload are in bytes.
type tcp_hdr: record {
	sport: port;
	dport: port;
	seq: count;
	ack: count;
	hl: count;
	dl: count;
	reserved: count;
	flags: count;
	win: count;
};

## A header of UDP (RFC 768).
type udp_hdr: record {
	sport: port;
	dport: port;
	ulen: count;
};

## The header of every ICMP message.
type icmp_hdr: record {
	icmp_type: count;
};

## The headers of a packet.
type pkt_hdr: record {
	ip: ip4_hdr &optional;
	ip6: ip6_hdr &optional;
	tcp: tcp_hdr &optional;
	udp: udp_hdr &optional;
	icmp: icmp_hdr &optional;
};

## The link layer's header, with the frame's length on the wire and as captured.
type l2_hdr: record {
	encap: link_encap;
	len: count;
	cap_len: count;
	src: string &optional;
	dst: string &optional;
	vlan: count &optional;
	inner_vlan: count &optional;
	eth_type: count &optional;
	proto: layer3_proto;
};

## The headers of a frame.
type raw_pkt_hdr: record {
	l2: l2_hdr;
	ip: ip4_hdr &optional;
	ip6: ip6_hdr &optional;
	tcp: tcp_hdr &optional;
	udp: udp_hdr &optional;
	icmp: icmp_hdr &optional;
};

# The effect of `redef interfaces += …`: appends a name after a blank.
function add_interface(sofar: string, more: string): string
	{
	return sofar == "" ? more : sofar + " " + more;
	}

global interfaces = "" &add_func = add_interface;
global secondary_filters: table[string] of event(filter: string, pkt: pkt_hdr) &redef;
global discarder_maxlen = 128 &redef;
global discarder_check_ip: function(p: pkt_hdr): bool;
global discarder_check_tcp: function(p: pkt_hdr, d: string): bool;
global discarder_check_udp: function(p: pkt_hdr, d: string): bool;
global discarder_check_icmp: function(p: pkt_hdr): bool;

module Pcap;

export {
	const snaplen = 9216 &redef;
	const bufsize = 128 &redef;
	const bufsize_offline_bytes = 128 * 1024 &redef;
	const non_fd_timeout = 20 usec &redef;

	type Interface: record {
		name: string;
		description: string &optional;
		addrs: set[addr];
		is_loopback: bool;
		is_up: bool &optional;
		is_running: bool &optional;
	};

	type Interfaces: set[Pcap::Interface];

	type filter_state: enum {
		ok,
		fatal,
		warning,
	};
}

module UnknownProtocol;

export {
	const sampling_threshold: count = 3 &redef;
	const sampling_rate: count = 100000 &redef;
	const sampling_duration = 1 hr &redef;
	const first_bytes_count = 10 &redef;
}

module GLOBAL;
