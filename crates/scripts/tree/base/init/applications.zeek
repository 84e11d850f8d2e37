# Protocols of applications: web, mail, chat, file transfer, peer to peer.

type ftp_port: record {
	h: addr;
	p: port;
	valid: bool;
};

module FTP;

export {
	const max_command_length = 100 &redef;
}

module SMTP;

export {
	const bdat_max_line_length = 4096 &redef;
	const enable_rfc822_msg_file_analysis = F &redef;
}

module HTTP;

export {
	const upgrade_analyzers: table[string] of Analyzer::Tag &redef;
}

module WebSocket;

export {
	const payload_chunk_size = 8192 &redef;
	const max_control_frame_size = 125 &redef;
	const use_dpd_default = T &redef;
	const use_spicy_analyzer = F &redef;

	type AnalyzerConfig: record {
		analyzer: Analyzer::Tag &optional;
		use_dpd: bool &default=use_dpd_default;
		subprotocol: string &optional;
		server_extensions: vector of string &optional;
	};
}

module GLOBAL;

## A header field: its name as written, in upper case, and its value.
type mime_header_rec: record {
	original_name: string;
	name: string;
	value: string;
};

type mime_header_list: table[count] of mime_header_rec;
global mime_segment_length = 1024 &redef;
global mime_segment_overlap_length = 0 &redef;

## Statistics of a connection.
type http_stats_rec: record {
	num_requests: count;
	num_replies: count;
	request_version: double;
	reply_version: double;
};

## Statistics of a message.
type http_message_stat: record {
	start: time;
	interrupted: bool;
	finish_msg: string;
	body_length: count;
	content_gap_length: count;
	header_length: count;
};

global http_entity_data_delivery_size = 1500 &redef;
const skip_http_data = F &redef;
const truncate_http_URI = -1 &redef;

## A user who joins a channel, with password and mode.
type irc_join_info: record {
	nick: string;
	channel: string;
	password: string;
	usermode: string;
};

type irc_join_list: set[irc_join_info];

## The address and port of a peer.
type bittorrent_peer: record {
	h: addr;
	p: port;
};

type bittorrent_peer_set: set[bittorrent_peer];

## A value of a tracker's answer. One of the fields is set.
type bittorrent_benc_value: record {
	i: int &optional;
	s: string &optional;
	d: string &optional;
	l: string &optional;
};

type bittorrent_benc_dir: table[string] of bittorrent_benc_value;
type bt_tracker_headers: table[string] of string;

module MIME;

export {
	const max_depth = 100 &redef;
	const max_header_bytes = 65536 &redef;
}

module POP3;

export {
	const max_pending_commands = 10 &redef;
	const max_unknown_client_commands = 10 &redef;
}

module MQTT;

export {
	## The client's greeting.
	type MQTT::ConnectMsg: record {
		protocol_name: string;
		protocol_version: count;
		client_id: string;
		keep_alive: interval;
		clean_session: bool;
		will_retain: bool;
		will_qos: count;
		will_topic: string &optional;
		will_msg: string &optional;
		username: string &optional;
		password: string &optional;
	};

	## The server's answer.
	type MQTT::ConnectAckMsg: record {
		return_code: count;
		session_present: bool;
	};

	## A message. `payload_len` is the length of the whole message.
	type MQTT::PublishMsg: record {
		dup: bool;
		qos: count;
		retain: bool;
		topic: string;
		payload: string;
		payload_len: count;
	};

	option max_payload_size = 100;
}

module Gnutella;

export {
	const max_line_length = 8192 &redef;
	const max_header_length = 32768 &redef;
}

module Finger;

export {
	option max_line_length = 1024;
}

module GLOBAL;
