# Declarations of the IRC plugin: events.

module GLOBAL;

export {
	## A client's command without a specific event.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## prefix: The prefix of the line, which names the sender; may be empty.
	##
	## command: The command.
	##
	## arguments: Its arguments.
	global irc_request: event(c: connection, is_orig: bool, prefix: string, command: string, arguments: string);

	## A numeric reply without a specific event.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## prefix: The prefix of the line, which names the sender; may be empty.
	##
	## code: The number.
	##
	## params: Its parameters.
	global irc_reply: event(c: connection, is_orig: bool, prefix: string, code: count, params: string);

	## A server's command without a specific event.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## prefix: The prefix of the line, which names the sender; may be empty.
	##
	## command: The command.
	##
	## message: Its parameters.
	global irc_message: event(c: connection, is_orig: bool, prefix: string, command: string, message: string);

	## A user quits.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## nick: The user.
	##
	## message: The quit message.
	global irc_quit_message: event(c: connection, is_orig: bool, nick: string, message: string);

	## A message to a user or channel.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## source: The sender.
	##
	## target: The recipient.
	##
	## message: The text.
	global irc_privmsg_message: event(c: connection, is_orig: bool, source: string, target: string, message: string);

	## A notice to a user or channel, which programs must not answer.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## source: The sender.
	##
	## target: The recipient.
	##
	## message: The text.
	global irc_notice_message: event(c: connection, is_orig: bool, source: string, target: string, message: string);

	## A message to a service.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## source: The sender.
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
	## info_list: Users with their channels and passwords.
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
	## message: The part message.
	global irc_part_message: event(c: connection, is_orig: bool, nick: string, chans: string_set, message: string);

	## A user changes the nickname.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## who: The old nickname.
	##
	## newnick: The new nickname.
	global irc_nick_message: event(c: connection, is_orig: bool, who: string, newnick: string);

	## A nickname is in use or not allowed.
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
	## target_nick: The user who asked.
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
	## hops: The number of servers in between.
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

	## A user's name and host, in the answer to WHOIS.
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

	## The result of OPER.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## got_oper: True if the user is an operator now.
	global irc_oper_response: event(c: connection, is_orig: bool, got_oper: bool);

	## The number of users, as the server's text.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## prefix: The prefix of the line, which names the sender; may be empty.
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

	## A client sends WHO.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## mask: The users that it asks for.
	##
	## oper: True to list only operators.
	global irc_who_message: event(c: connection, is_orig: bool, mask: string, oper: bool);

	## A client sends WHOIS.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## server: The server to ask.
	##
	## users: The users that it asks for.
	global irc_whois_message: event(c: connection, is_orig: bool, server: string, users: string);

	## A client requests operator privileges (OPER).
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## user: The operator's name.
	##
	## password: The password.
	global irc_oper_message: event(c: connection, is_orig: bool, user: string, password: string);

	## Users are removed from channels (KICK).
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## prefix: The prefix of the line, which names the sender; may be empty.
	##
	## chans: The channels.
	##
	## users: The users.
	##
	## comment: The reason.
	global irc_kick_message: event(c: connection, is_orig: bool, prefix: string, chans: string, users: string, comment: string);

	## A server reports an error.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## prefix: The prefix of the line, which names the sender; may be empty.
	##
	## message: The text.
	global irc_error_message: event(c: connection, is_orig: bool, prefix: string, message: string);

	## A user is invited.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## prefix: The prefix of the line, which names the sender; may be empty.
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
	## prefix: The prefix of the line, which names the sender; may be empty.
	##
	## params: The target and the changes.
	global irc_mode_message: event(c: connection, is_orig: bool, prefix: string, params: string);

	## A server is disconnected (SQUIT).
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## prefix: The prefix of the line, which names the sender; may be empty.
	##
	## server: The server.
	##
	## message: The reason.
	global irc_squit_message: event(c: connection, is_orig: bool, prefix: string, server: string, message: string);

	## A client offers a direct connection.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## prefix: The prefix of the line, which names the sender; may be empty.
	##
	## target: The recipient.
	##
	## dcc_type: The kind: ``SEND``, ``CHAT`` and others.
	##
	## argument: The file name, or another argument.
	##
	## address: The address to connect to.
	##
	## dest_port: The port to connect to.
	##
	## size: The bytes of the file.
	global irc_dcc_message: event(c: connection, is_orig: bool, prefix: string, target: string, dcc_type: string, argument: string, address: addr, dest_port: count, size: count);

	## The receiver of a file acknowledges bytes on a direct connection.
	##
	## c: The connection.
	##
	## bytes_received: The number of bytes received so far.
	global irc_dcc_send_ack: event(c: connection, bytes_received: count);

	## A client registers its user name (USER).
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## user: The name on its host.
	##
	## host: The host, as stated by the client.
	##
	## server: The server, as stated by the client.
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

	## A server accepted STARTTLS; from here on the connection is TLS.
	##
	## c: The connection.
	global irc_starttls: event(c: connection);
}
