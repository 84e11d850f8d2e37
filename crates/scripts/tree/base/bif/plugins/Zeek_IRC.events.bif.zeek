# What the IRC part declares: events.

module GLOBAL;

export {
	## A command of a client that has no event of its own.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## prefix: Who sent it, by the prefix of the line; empty without.
	##
	## command: The command.
	##
	## arguments: What follows it.
	global irc_request: event(c: connection, is_orig: bool, prefix: string, command: string, arguments: string);

	## A numbered reply that has no event of its own.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## prefix: Who sent it, by the prefix of the line; empty without.
	##
	## code: The number.
	##
	## params: What follows it.
	global irc_reply: event(c: connection, is_orig: bool, prefix: string, code: count, params: string);

	## A command of a server that has no event of its own.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## prefix: Who sent it, by the prefix of the line; empty without.
	##
	## command: The command.
	##
	## message: What follows it.
	global irc_message: event(c: connection, is_orig: bool, prefix: string, command: string, message: string);

	## A user leaves.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## nick: The user.
	##
	## message: The last words.
	global irc_quit_message: event(c: connection, is_orig: bool, nick: string, message: string);

	## A message to a user or channel.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## source: Who sends it.
	##
	## target: To whom.
	##
	## message: The text.
	global irc_privmsg_message: event(c: connection, is_orig: bool, source: string, target: string, message: string);

	## A notice to a user or channel; it must not be answered by programs.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## source: Who sends it.
	##
	## target: To whom.
	##
	## message: The text.
	global irc_notice_message: event(c: connection, is_orig: bool, source: string, target: string, message: string);

	## A message to a service.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## source: Who sends it.
	##
	## target: The service.
	##
	## message: The text.
	global irc_squery_message: event(c: connection, is_orig: bool, source: string, target: string, message: string);

	## Users join channels.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## info_list: Users with channels and passwords.
	global irc_join_message: event(c: connection, is_orig: bool, info_list: irc_join_list);

	## A user leaves channels.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## nick: The user.
	##
	## chans: The channels.
	##
	## message: The parting words.
	global irc_part_message: event(c: connection, is_orig: bool, nick: string, chans: string_set, message: string);

	## A user takes another name.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## who: The name before.
	##
	## newnick: The name now.
	global irc_nick_message: event(c: connection, is_orig: bool, who: string, newnick: string);

	## A user's name is in use or not allowed.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	global irc_invalid_nick: event(c: connection, is_orig: bool);

	## How large the network is (reply 251).
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## users: Its users.
	##
	## services: Its services.
	##
	## servers: Its servers.
	global irc_network_info: event(c: connection, is_orig: bool, users: count, services: count, servers: count);

	## How large a server is (reply 255).
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## users: Its users.
	##
	## services: Its services.
	##
	## servers: Its servers.
	global irc_server_info: event(c: connection, is_orig: bool, users: count, services: count, servers: count);

	## How many channels there are (reply 254).
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## chans: The number.
	global irc_channel_info: event(c: connection, is_orig: bool, chans: count);

	## A line of the answer to WHO.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## target_nick: Who asked.
	##
	## channel: The channel.
	##
	## user: The user's name on the host.
	##
	## host: The host.
	##
	## server: The server.
	##
	## nick: The user's name.
	##
	## params: Flags.
	##
	## hops: How many servers lie between.
	##
	## real_name: The real name.
	global irc_who_line: event(c: connection, is_orig: bool, target_nick: string, channel: string, user: string, host: string, server: string, nick: string, params: string, hops: count, real_name: string);

	## Users of a channel.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## c_type: ``@`` secret, ``*`` private, ``=`` public.
	##
	## channel: The channel.
	##
	## users: The users.
	global irc_names_info: event(c: connection, is_orig: bool, c_type: string, channel: string, users: string_set);

	## A user is an operator, in the answer to WHOIS.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## nick: The user.
	global irc_whois_operator_line: event(c: connection, is_orig: bool, nick: string);

	## Channels of a user, in the answer to WHOIS.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## nick: The user.
	##
	## chans: The channels.
	global irc_whois_channel_line: event(c: connection, is_orig: bool, nick: string, chans: string_set);

	## Who a user is, in the answer to WHOIS.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## nick: The user.
	##
	## user: The name on the host.
	##
	## host: The host.
	##
	## real_name: The real name.
	global irc_whois_user_line: event(c: connection, is_orig: bool, nick: string, user: string, host: string, real_name: string);

	## What became of OPER.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## got_oper: True if the user is an operator now.
	global irc_oper_response: event(c: connection, is_orig: bool, got_oper: bool);

	## How many users there are, in the server's words.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## prefix: Who sent it, by the prefix of the line; empty without.
	##
	## msg: The text.
	global irc_global_users: event(c: connection, is_orig: bool, prefix: string, msg: string);

	## The topic of a channel.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## channel: The channel.
	##
	## topic: The topic.
	global irc_channel_topic: event(c: connection, is_orig: bool, channel: string, topic: string);

	## A client asks with WHO.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## mask: Whom it asks for.
	##
	## oper: True for operators alone.
	global irc_who_message: event(c: connection, is_orig: bool, mask: string, oper: bool);

	## A client asks with WHOIS.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## server: The server to ask.
	##
	## users: Whom it asks for.
	global irc_whois_message: event(c: connection, is_orig: bool, server: string, users: string);

	## A client wants to be an operator.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## user: The operator's name.
	##
	## password: The password.
	global irc_oper_message: event(c: connection, is_orig: bool, user: string, password: string);

	## Users are thrown out of channels.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## prefix: Who sent it, by the prefix of the line; empty without.
	##
	## chans: The channels.
	##
	## users: The users.
	##
	## comment: Why.
	global irc_kick_message: event(c: connection, is_orig: bool, prefix: string, chans: string, users: string, comment: string);

	## A server reports an error.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## prefix: Who sent it, by the prefix of the line; empty without.
	##
	## message: The text.
	global irc_error_message: event(c: connection, is_orig: bool, prefix: string, message: string);

	## A user is invited.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## prefix: Who sent it, by the prefix of the line; empty without.
	##
	## nickname: The user.
	##
	## channel: The channel.
	global irc_invite_message: event(c: connection, is_orig: bool, prefix: string, nickname: string, channel: string);

	## The mode of a user or channel changes.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## prefix: Who sent it, by the prefix of the line; empty without.
	##
	## params: Whose, and how.
	global irc_mode_message: event(c: connection, is_orig: bool, prefix: string, params: string);

	## A server is cut off.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## prefix: Who sent it, by the prefix of the line; empty without.
	##
	## server: The server.
	##
	## message: Why.
	global irc_squit_message: event(c: connection, is_orig: bool, prefix: string, server: string, message: string);

	## A client offers a direct connection.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## prefix: Who sent it, by the prefix of the line; empty without.
	##
	## target: To whom.
	##
	## dcc_type: What kind: ``SEND``, ``CHAT`` and others.
	##
	## argument: The file, or what stands in its place.
	##
	## address: Where it listens.
	##
	## dest_port: On which port.
	##
	## size: The bytes of the file.
	global irc_dcc_message: event(c: connection, is_orig: bool, prefix: string, target: string, dcc_type: string, argument: string, address: addr, dest_port: count, size: count);

	## The receiver of a file acknowledges bytes on a direct connection.
	##
	## c: The connection.
	##
	## bytes_received: How many it has.
	global irc_dcc_send_ack: event(c: connection, bytes_received: count);

	## A client says who it is.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## user: The name on its host.
	##
	## host: The host as it says.
	##
	## server: The server as it says.
	##
	## real_name: The real name.
	global irc_user_message: event(c: connection, is_orig: bool, user: string, host: string, server: string, real_name: string);

	## A client gives a password for its connection.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## password: The password.
	global irc_password_message: event(c: connection, is_orig: bool, password: string);

	## A server agreed to STARTTLS; from here on the connection is TLS.
	##
	## c: The connection.
	global irc_starttls: event(c: connection);
}
