# weird.log: traffic that breaks the rules of protocols. Weirds come in floods: each name has an action that limits
# its rows, and a weird of a connection is suppressed for a while after it was logged.

@load base/utils/conn-ids
@load base/utils/site
@load ./main

module Weird;

export {
	redef enum Log::ID += {
		LOG,
	};

	global log_policy: Log::PolicyHook;

	redef enum Notice::Type += {
		Activity,
	};

	type Info: record {
		## When it was seen.
		ts: time &log;
		## The connection that it was seen in, if any.
		uid: string &log &optional;
		## The connection's addresses and ports.
		id: conn_id &log &optional;
		# Fills uid and id.
		conn: connection &optional;
		## What was odd, such as `bad_TCP_checksum`.
		name: string &log;
		## More about it.
		addl: string &log &optional;
		## Whether it was also raised as a notice.
		notice: bool &log &default=F;
		## The node that wrote the row.
		peer: string &log &default=peer_description;
		## The analyzer that reported it.
		source: string &log &optional;
		# Identifies repetitions. Default: the connection.
		identifier: string &optional;
	};

	type Action: enum {
		ACTION_UNSPECIFIED,
		ACTION_IGNORE,
		ACTION_LOG,
		ACTION_LOG_ONCE,
		ACTION_LOG_PER_CONN,
		ACTION_LOG_PER_ORIG,
		ACTION_NOTICE,
		ACTION_NOTICE_ONCE,
		ACTION_NOTICE_PER_CONN,
		ACTION_NOTICE_PER_ORIG,
	};

	const actions: table[string] of Action = {
		[[
			"FIN_after_reset", "spontaneous_FIN", "spontaneous_RST", "unsolicited_SYN_response"
		]] = ACTION_IGNORE,
		[[
			"FTP_arg_too_long", "FTP_max_command_length_exceeded", "FTP_password_too_long",
			"FTP_reply_msg_too_long", "FTP_too_many_pending_commands", "FTP_user_too_long",
			"simultaneous_open", "smb_tree_connect_andx_response_without_tree",
			"smtp_excessive_invalid_mail_transactions", "smtp_mail_transaction_invalid"
		]] = ACTION_LOG_PER_CONN,
		[[
			"bad_ICMP_checksum", "bad_IP_checksum", "bad_RPC", "bad_TCP_checksum", "bad_UDP_checksum",
			"connection_originator_SYN_ack", "DNS_label_forward_compress_offset",
			"DNS_label_len_gt_name_len", "DNS_label_len_gt_pkt", "DNS_label_too_long", "excess_RPC",
			"excessively_small_fragment", "fragment_inconsistency", "fragment_overlap",
			"fragment_size_inconsistency", "originator_RPC_reply", "partial_RPC", "responder_RPC_call",
			"SSH_max_packet_length_exceeded", "SSH_max_string_length_exceeded", "SYN_with_data",
			"UDP_datagram_length_mismatch"
		]] = ACTION_LOG_PER_ORIG,
		[[
			"FIN_storm", "successful_RPC_reply_to_invalid_request", "SYN_after_partial"
		]] = ACTION_NOTICE_PER_ORIG,
		[[
			"above_hole_data_without_any_acks", "active_connection_reuse", "bad_HTTP_reply",
			"bad_HTTP_version", "bad_ident_port", "bad_ident_reply", "bad_ident_request",
			"bad_rlogin_prolog", "bad_RPC_program", "bad_rsh_prolog", "bad_SYN_ack",
			"bad_TCP_header_len", "baroque_SYN", "base64_illegal_encoding", "contentline_size_exceeded",
			"crud_trailing_HTTP_request", "data_after_reset", "data_before_established",
			"deficit_netbios_hdr_len", "DNS_AAAA_neg_length", "DNS_Conn_count_too_large",
			"DNS_NAME_too_long", "DNS_RR_bad_length", "DNS_RR_length_mismatch", "DNS_RR_unknown_type",
			"DNS_truncated_ans_too_short", "DNS_truncated_len_lt_hdr_len",
			"DNS_truncated_quest_too_short", "DNS_truncated_RR_rdlength_lt_len", "double_%_in_URI",
			"excess_netbios_hdr_len", "excessive_data_without_further_acks",
			"excessively_large_fragment", "FIN_advanced_last_seq", "fragment_protocol_inconsistency",
			"fragment_with_DF", "HTTP_bad_chunk_size", "HTTP_chunked_transfer_for_multipart_message",
			"HTTP_excessive_pipelining", "HTTP_overlapping_messages", "HTTP_response_before_request",
			"HTTP_version_mismatch", "ident_request_addendum", "illegal_%_at_end_of_URI",
			"inappropriate_FIN", "incompletely_captured_fragment", "inflate_failed",
			"internally_truncated_header", "invalid_irc_global_users_reply", "irc_invalid_command",
			"irc_invalid_dcc_message_format", "irc_invalid_invite_message_format",
			"irc_invalid_join_line", "irc_invalid_kick_message_format", "irc_invalid_line",
			"irc_invalid_mode_message_format", "irc_invalid_names_line", "irc_invalid_njoin_line",
			"irc_invalid_notice_message_format", "irc_invalid_oper_message_format",
			"irc_invalid_privmsg_message_format", "irc_invalid_reply_number",
			"irc_invalid_squery_message_format", "irc_invalid_topic_reply", "irc_invalid_who_line",
			"irc_invalid_who_message_format", "irc_invalid_whois_channel_line",
			"irc_invalid_whois_message_format", "irc_invalid_whois_operator_line",
			"irc_invalid_whois_user_line", "irc_line_size_exceeded", "irc_line_too_short",
			"irc_too_many_invalid", "line_terminated_with_single_CR", "line_terminated_with_single_LF",
			"malformed_ssh_identification", "malformed_ssh_version", "multiple_HTTP_request_elements",
			"netbios_client_session_reply", "netbios_raw_session_msg", "netbios_server_session_request",
			"no_smb_session_using_parsesambamsg", "NUL_in_line", "partial_finger_request",
			"partial_ftp_request", "partial_ident_request", "pending_data_when_closed",
			"pop3_bad_base64_encoding", "pop3_client_command_unknown",
			"pop3_client_sending_server_commands", "pop3_malformed_auth_plain",
			"pop3_server_command_unknown", "pop3_server_sending_client_commands",
			"possible_split_routing", "premature_connection_reuse", "repeated_SYN_reply_wo_ack",
			"repeated_SYN_with_ack", "rlogin_text_after_rejected", "RPC_pending_calls_discarded",
			"RPC_rexmit_inconsistency", "RPC_underflow", "rsh_text_after_rejected", "RST_storm",
			"RST_with_data", "smb_andx_command_failed_to_parse", "SMB_discarded_dce_rpc_analyzers",
			"SMB_discarded_messages_state", "SMB_parsing_error", "SSL_many_server_names",
			"SYN_after_close", "SYN_after_reset", "SYN_inside_connection", "SYN_seq_jump",
			"TCP_christmas", "TCP_scale_range", "transaction_subcmd_missing", "truncated_ARP",
			"truncated_header", "truncated_IP", "truncated_NTP", "unescaped_%_in_URI",
			"unescaped_special_URI_char", "unexpected_client_HTTP_data",
			"unexpected_multiple_HTTP_requests", "unexpected_server_HTTP_data", "unknown_HTTP_method",
			"unknown_netbios_type", "unmatched_HTTP_reply", "unpaired_RPC_response", "window_recision"
		]] = ACTION_LOG,
	} &default=ACTION_LOG &redef;

	# Hosts, with the names to ignore if they take part.
	option ignore_hosts: set[addr, string] = {};

	# Names that are never suppressed.
	option weird_do_not_ignore_repeats = {
		"bad_IP_checksum",
		"bad_TCP_checksum",
		"bad_UDP_checksum",
		"bad_ICMP_checksum",
	};

	# Names and identifiers that are suppressed.
	global weird_ignore: set[string, string] &create_expire=10 min &redef;

	# Weirds that were logged or noticed under an action that allows it once.
	global did_log: set[string, string] &create_expire=1 day &redef;
	global did_notice: set[string, string] &create_expire=1 day &redef;

	global log_weird: event(rec: Info);
	global weird: function(w: Weird::Info);
}

event zeek_init() &priority=5
	{
	Log::create_stream(LOG, Log::Stream($columns=Info, $ev=log_weird, $path="weird", $policy=log_policy));
	}

function is_notice(action: Action): bool
	{
	return action == ACTION_NOTICE || action == ACTION_NOTICE_ONCE || action == ACTION_NOTICE_PER_CONN ||
	    action == ACTION_NOTICE_PER_ORIG;
	}

# Whether a weird was let through before, if its action lets it through once. Remembers it.
function is_repetition(w: Info, action: Action, identifier: string): bool
	{
	local once_for = identifier;

	switch ( action ) {
	case ACTION_LOG_ONCE, ACTION_NOTICE_ONCE:
		once_for = "";
		break;
	case ACTION_LOG_PER_ORIG, ACTION_NOTICE_PER_ORIG:
		if ( w?$id )
			once_for = cat(w$id$orig_h);
		break;
	case ACTION_LOG_PER_CONN, ACTION_NOTICE_PER_CONN, ACTION_NOTICE:
		break;
	default:
		return F;
	}

	# Plain notices are not limited.
	if ( action == ACTION_NOTICE )
		return F;

	if ( is_notice(action) )
		{
		if ( [w$name, once_for] in did_notice )
			return T;

		add did_notice[w$name, once_for];
		}
	else
		{
		if ( [w$name, once_for] in did_log )
			return T;

		add did_log[w$name, once_for];
		}

	return F;
	}

function raise_notice(w: Info)
	{
	local n = Notice::Info($note=Activity, $msg=w$name);

	if ( w?$conn )
		n$conn = w$conn;
	else
		{
		if ( w?$uid )
			n$uid = w$uid;

		if ( w?$id )
			n$id = w$id;
		}

	if ( w?$addl )
		n$sub = w$addl;

	w$notice = T;
	NOTICE(n);
	}

function weird(w: Weird::Info)
	{
	local action = actions[w$name];

	if ( action == ACTION_IGNORE )
		return;

	local identifier = "";

	if ( w?$identifier )
		identifier = w$identifier;
	else if ( w?$id )
		identifier = id_string(w$id);

	if ( [w$name, identifier] in weird_ignore )
		return;

	if ( w?$conn )
		{
		w$uid = w$conn$uid;
		w$id = w$conn$id;
		}

	if ( w?$id && ([w$id$orig_h, w$name] in ignore_hosts || [w$id$resp_h, w$name] in ignore_hosts) )
		return;

	if ( is_repetition(w, action, identifier) )
		return;

	if ( is_notice(action) )
		raise_notice(w);

	if ( w$name !in weird_do_not_ignore_repeats )
		add weird_ignore[w$name, identifier];

	Log::write(LOG, w);
	}

# A worker that shares its process found a weird that belongs to no hosts.
global found_by_worker: event(ts: time, name: string, addl: string, source: string);

# Weirds that the program raises. Empty texts count as unset.
function found(w: Info, addl: string, source: string)
	{
	if ( addl != "" )
		w$addl = addl;

	if ( source != "" )
		w$source = source;

	# Those without hosts are logged once for all workers of a process.
	if ( Cluster::joint_logs && ! w?$identifier && Cluster::local_node_type() == Cluster::WORKER )
		Cluster::publish(Cluster::manager_topic, Weird::found_by_worker, w$ts, w$name, addl, source);
	else
		weird(w);
	}

event Weird::found_by_worker(ts: time, name: string, addl: string, source: string)
	{
	found(Info($ts=ts, $name=name), addl, source);
	}

event conn_weird(name: string, c: connection, addl: string, source: string)
	{
	found(Info($ts=network_time(), $name=name, $conn=c, $identifier=id_string(c$id)), addl, source);
	}

event expired_conn_weird(name: string, id: conn_id, uid: string, addl: string, source: string)
	{
	found(Info($ts=network_time(), $name=name, $uid=uid, $id=id, $identifier=id_string(id)), addl, source);
	}

event flow_weird(name: string, src: addr, dst: addr, addl: string, source: string)
	{
	# Two hosts without a connection get empty ports.
	local no_port = count_to_port(0, unknown_transport);
	local id = conn_id($orig_h=src, $orig_p=no_port, $resp_h=dst, $resp_p=no_port);

	found(Info($ts=network_time(), $name=name, $id=id, $identifier=cat(src, " -> ", dst)), addl, source);
	}

event net_weird(name: string, addl: string, source: string)
	{
	found(Info($ts=network_time(), $name=name), addl, source);
	}

event file_weird(name: string, f: fa_file, addl: string, source: string)
	{
	found(Info($ts=network_time(), $name=name), addl == "" ? f$id : cat(f$id, ": ", addl), source);
	}
