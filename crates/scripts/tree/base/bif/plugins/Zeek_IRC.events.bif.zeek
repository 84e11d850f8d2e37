# What the IRC part declares: events.

module GLOBAL;

export {
	## A command that no other event shows.
	global irc_request: event(c: connection, is_orig: bool, prefix: string, command: string, arguments: string);
	## A numeric reply that no other event shows.
	global irc_reply: event(c: connection, is_orig: bool, prefix: string, code: count, params: string);
	## A message of a server that no other event shows.
	global irc_message: event(c: connection, is_orig: bool, prefix: string, command: string, message: string);
	## Somebody leaves.
	global irc_quit_message: event(c: connection, is_orig: bool, nick: string, message: string);
	## A text to a user or channel.
	global irc_privmsg_message: event(c: connection, is_orig: bool, source: string, target: string, message: string);
	## A notice to a user or channel.
	global irc_notice_message: event(c: connection, is_orig: bool, source: string, target: string, message: string);
	## A text to a service.
	global irc_squery_message: event(c: connection, is_orig: bool, source: string, target: string, message: string);
	## Somebody enters channels.
	global irc_join_message: event(c: connection, is_orig: bool, info_list: irc_join_list);
	## Somebody leaves channels.
	global irc_part_message: event(c: connection, is_orig: bool, nick: string, chans: string_set, message: string);
	## Somebody changes his name.
	global irc_nick_message: event(c: connection, is_orig: bool, who: string, newnick: string);
	## A name was refused.
	global irc_invalid_nick: event(c: connection, is_orig: bool);
	## Users, services and servers of the network.
	global irc_network_info: event(c: connection, is_orig: bool, users: count, services: count, servers: count);
	## The same of a server.
	global irc_server_info: event(c: connection, is_orig: bool, users: count, services: count, servers: count);
	## How many channels there are.
	global irc_channel_info: event(c: connection, is_orig: bool, chans: count);
	## A line of the answer to WHO.
	global irc_who_line: event(c: connection, is_orig: bool, target_nick: string, channel: string, user: string, host: string, server: string, nick: string, params: string, hops: count, real_name: string);
	## Who is in a channel.
	global irc_names_info: event(c: connection, is_orig: bool, c_type: string, channel: string, users: string_set);
	## Somebody is an operator.
	global irc_whois_operator_line: event(c: connection, is_orig: bool, nick: string);
	## Which channels somebody is in.
	global irc_whois_channel_line: event(c: connection, is_orig: bool, nick: string, chans: string_set);
	## Who somebody is.
	global irc_whois_user_line: event(c: connection, is_orig: bool, nick: string, user: string, host: string, real_name: string);
	## Whether somebody became operator.
	global irc_oper_response: event(c: connection, is_orig: bool, got_oper: bool);
	## How many users there are, as text.
	global irc_global_users: event(c: connection, is_orig: bool, prefix: string, msg: string);
	## A channel and its topic.
	global irc_channel_topic: event(c: connection, is_orig: bool, channel: string, topic: string);
	## WHO.
	global irc_who_message: event(c: connection, is_orig: bool, mask: string, oper: bool);
	## WHOIS.
	global irc_whois_message: event(c: connection, is_orig: bool, server: string, users: string);
	## OPER: a name with its password.
	global irc_oper_message: event(c: connection, is_orig: bool, user: string, password: string);
	## KICK.
	global irc_kick_message: event(c: connection, is_orig: bool, prefix: string, chans: string, users: string, comment: string);
	## ERROR.
	global irc_error_message: event(c: connection, is_orig: bool, prefix: string, message: string);
	## INVITE.
	global irc_invite_message: event(c: connection, is_orig: bool, prefix: string, nickname: string, channel: string);
	## MODE.
	global irc_mode_message: event(c: connection, is_orig: bool, prefix: string, params: string);
	## SQUIT.
	global irc_squit_message: event(c: connection, is_orig: bool, prefix: string, server: string, message: string);
	## A client offers another a direct connection.
	global irc_dcc_message: event(c: connection, is_orig: bool, prefix: string, target: string, dcc_type: string, argument: string, address: addr, dest_port: count, size: count);
	## The receiver of a file tells how much it has.
	global irc_dcc_send_ack: event(c: connection, bytes_received: count);
	## USER: who somebody says to be.
	global irc_user_message: event(c: connection, is_orig: bool, user: string, host: string, server: string, real_name: string);
	## PASS.
	global irc_password_message: event(c: connection, is_orig: bool, password: string);
	## TLS begins.
	global irc_starttls: event(c: connection);
}
