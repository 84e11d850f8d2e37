# What the IRC part declares: events.

module GLOBAL;

export {
	global irc_request: event(c: connection, is_orig: bool, prefix: string, command: string, arguments: string);
	global irc_reply: event(c: connection, is_orig: bool, prefix: string, code: count, params: string);
	global irc_message: event(c: connection, is_orig: bool, prefix: string, command: string, message: string);
	global irc_quit_message: event(c: connection, is_orig: bool, nick: string, message: string);
	global irc_privmsg_message: event(c: connection, is_orig: bool, source: string, target: string, message: string);
	global irc_notice_message: event(c: connection, is_orig: bool, source: string, target: string, message: string);
	global irc_squery_message: event(c: connection, is_orig: bool, source: string, target: string, message: string);
	global irc_join_message: event(c: connection, is_orig: bool, info_list: irc_join_list);
	global irc_part_message: event(c: connection, is_orig: bool, nick: string, chans: string_set, message: string);
	global irc_nick_message: event(c: connection, is_orig: bool, who: string, newnick: string);
	global irc_invalid_nick: event(c: connection, is_orig: bool);
	global irc_network_info: event(c: connection, is_orig: bool, users: count, services: count, servers: count);
	global irc_server_info: event(c: connection, is_orig: bool, users: count, services: count, servers: count);
	global irc_channel_info: event(c: connection, is_orig: bool, chans: count);
	global irc_who_line: event(c: connection, is_orig: bool, target_nick: string, channel: string, user: string, host: string, server: string, nick: string, params: string, hops: count, real_name: string);
	global irc_names_info: event(c: connection, is_orig: bool, c_type: string, channel: string, users: string_set);
	global irc_whois_operator_line: event(c: connection, is_orig: bool, nick: string);
	global irc_whois_channel_line: event(c: connection, is_orig: bool, nick: string, chans: string_set);
	global irc_whois_user_line: event(c: connection, is_orig: bool, nick: string, user: string, host: string, real_name: string);
	global irc_oper_response: event(c: connection, is_orig: bool, got_oper: bool);
	global irc_global_users: event(c: connection, is_orig: bool, prefix: string, msg: string);
	global irc_channel_topic: event(c: connection, is_orig: bool, channel: string, topic: string);
	global irc_who_message: event(c: connection, is_orig: bool, mask: string, oper: bool);
	global irc_whois_message: event(c: connection, is_orig: bool, server: string, users: string);
	global irc_oper_message: event(c: connection, is_orig: bool, user: string, password: string);
	global irc_kick_message: event(c: connection, is_orig: bool, prefix: string, chans: string, users: string, comment: string);
	global irc_error_message: event(c: connection, is_orig: bool, prefix: string, message: string);
	global irc_invite_message: event(c: connection, is_orig: bool, prefix: string, nickname: string, channel: string);
	global irc_mode_message: event(c: connection, is_orig: bool, prefix: string, params: string);
	global irc_squit_message: event(c: connection, is_orig: bool, prefix: string, server: string, message: string);
	global irc_dcc_message: event(c: connection, is_orig: bool, prefix: string, target: string, dcc_type: string, argument: string, address: addr, dest_port: count, size: count);
	global irc_dcc_send_ack: event(c: connection, bytes_received: count);
	global irc_user_message: event(c: connection, is_orig: bool, user: string, host: string, server: string, real_name: string);
	global irc_password_message: event(c: connection, is_orig: bool, password: string);
	global irc_starttls: event(c: connection);
}
