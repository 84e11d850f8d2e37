// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_IRC.events.bif.zeek, base/init/applications.zeek}.
//! IRC (RFC 1459, 2812) and direct connections between clients.
use crate::arg::{ConnId, ListOf};
use crate::declare::{events, records};
use net_types::Addr;

records! {
    /// A user who joins a channel, with password and mode.
    IrcJoinInfo<'a> = "irc_join_info" { nick: &'a [u8], channel: &'a [u8], password: &'a [u8], usermode: &'a [u8] }
}

events! { in irc;
    /// A client's command without a specific event.
    IrcRequest<'a> = "irc_request" {
        c: ConnId, is_orig: bool, prefix: &'a [u8], command: &'a [u8], arguments: &'a [u8]
    }
    /// A numeric reply without a specific event.
    IrcReply<'a> = "irc_reply" { c: ConnId, is_orig: bool, prefix: &'a [u8], code: u64, params: &'a [u8] }
    /// A server's command without a specific event.
    IrcMessage<'a> = "irc_message" { c: ConnId, is_orig: bool, prefix: &'a [u8], command: &'a [u8], message: &'a [u8] }
    /// A user quits.
    IrcQuitMessage<'a> = "irc_quit_message" { c: ConnId, is_orig: bool, nick: &'a [u8], message: &'a [u8] }
    /// A message to a user or channel.
    IrcPrivmsgMessage<'a> = "irc_privmsg_message" {
        c: ConnId, is_orig: bool, source: &'a [u8], target: &'a [u8], message: &'a [u8]
    }
    /// A notice to a user or channel, which programs must not answer.
    IrcNoticeMessage<'a> = "irc_notice_message" {
        c: ConnId, is_orig: bool, source: &'a [u8], target: &'a [u8], message: &'a [u8]
    }
    /// A message to a service.
    IrcSqueryMessage<'a> = "irc_squery_message" {
        c: ConnId, is_orig: bool, source: &'a [u8], target: &'a [u8], message: &'a [u8]
    }
    /// Users join channels.
    IrcJoinMessage<'a> = "irc_join_message" { c: ConnId, is_orig: bool, info_list: ListOf<'a, IrcJoinInfo<'a>> }
    /// A user leaves channels.
    IrcPartMessage<'a> = "irc_part_message" {
        c: ConnId, is_orig: bool, nick: &'a [u8], chans: ListOf<'a, &'a [u8]>, message: &'a [u8]
    }
    /// A user changes the nickname.
    IrcNickMessage<'a> = "irc_nick_message" { c: ConnId, is_orig: bool, who: &'a [u8], newnick: &'a [u8] }
    /// A nickname is in use or not allowed.
    IrcInvalidNick = "irc_invalid_nick" { c: ConnId, is_orig: bool }
    /// How large the network is (reply 251).
    IrcNetworkInfo = "irc_network_info" { c: ConnId, is_orig: bool, users: u64, services: u64, servers: u64 }
    /// How large a server is (reply 255).
    IrcServerInfo = "irc_server_info" { c: ConnId, is_orig: bool, users: u64, services: u64, servers: u64 }
    /// How many channels there are (reply 254).
    IrcChannelInfo = "irc_channel_info" { c: ConnId, is_orig: bool, chans: u64 }
    /// A line of the answer to WHO.
    IrcWhoLine<'a> = "irc_who_line" {
        c: ConnId, is_orig: bool, target_nick: &'a [u8], channel: &'a [u8], user: &'a [u8], host: &'a [u8],
        server: &'a [u8], nick: &'a [u8], params: &'a [u8], hops: u64, real_name: &'a [u8]
    }
    /// Users of a channel.
    IrcNamesInfo<'a> = "irc_names_info" {
        c: ConnId, is_orig: bool, c_type: &'a [u8], channel: &'a [u8], users: ListOf<'a, &'a [u8]>
    }
    /// A user is an operator, in the answer to WHOIS.
    IrcWhoisOperatorLine<'a> = "irc_whois_operator_line" { c: ConnId, is_orig: bool, nick: &'a [u8] }
    /// Channels of a user, in the answer to WHOIS.
    IrcWhoisChannelLine<'a> = "irc_whois_channel_line" {
        c: ConnId, is_orig: bool, nick: &'a [u8], chans: ListOf<'a, &'a [u8]>
    }
    /// A user's name and host, in the answer to WHOIS.
    IrcWhoisUserLine<'a> = "irc_whois_user_line" {
        c: ConnId, is_orig: bool, nick: &'a [u8], user: &'a [u8], host: &'a [u8], real_name: &'a [u8]
    }
    /// The result of OPER.
    IrcOperResponse = "irc_oper_response" { c: ConnId, is_orig: bool, got_oper: bool }
    /// The number of users, as the server's text.
    IrcGlobalUsers<'a> = "irc_global_users" { c: ConnId, is_orig: bool, prefix: &'a [u8], msg: &'a [u8] }
    /// The topic of a channel.
    IrcChannelTopic<'a> = "irc_channel_topic" { c: ConnId, is_orig: bool, channel: &'a [u8], topic: &'a [u8] }
    /// A client sends WHO.
    IrcWhoMessage<'a> = "irc_who_message" { c: ConnId, is_orig: bool, mask: &'a [u8], oper: bool }
    /// A client sends WHOIS.
    IrcWhoisMessage<'a> = "irc_whois_message" { c: ConnId, is_orig: bool, server: &'a [u8], users: &'a [u8] }
    /// A client requests operator privileges (OPER).
    IrcOperMessage<'a> = "irc_oper_message" { c: ConnId, is_orig: bool, user: &'a [u8], password: &'a [u8] }
    /// Users are removed from channels (KICK).
    IrcKickMessage<'a> = "irc_kick_message" {
        c: ConnId, is_orig: bool, prefix: &'a [u8], chans: &'a [u8], users: &'a [u8], comment: &'a [u8]
    }
    /// A server reports an error.
    IrcErrorMessage<'a> = "irc_error_message" { c: ConnId, is_orig: bool, prefix: &'a [u8], message: &'a [u8] }
    /// A user is invited.
    IrcInviteMessage<'a> = "irc_invite_message" {
        c: ConnId, is_orig: bool, prefix: &'a [u8], nickname: &'a [u8], channel: &'a [u8]
    }
    /// The mode of a user or channel changes.
    IrcModeMessage<'a> = "irc_mode_message" { c: ConnId, is_orig: bool, prefix: &'a [u8], params: &'a [u8] }
    /// A server is disconnected (SQUIT).
    IrcSquitMessage<'a> = "irc_squit_message" {
        c: ConnId, is_orig: bool, prefix: &'a [u8], server: &'a [u8], message: &'a [u8]
    }
    /// A client offers a direct connection.
    IrcDccMessage<'a> = "irc_dcc_message" {
        c: ConnId, is_orig: bool, prefix: &'a [u8], target: &'a [u8], dcc_type: &'a [u8], argument: &'a [u8],
        address: Addr, dest_port: u64, size: u64
    }
    /// The receiver of a file acknowledges bytes on a direct connection.
    IrcDccSendAck = "irc_dcc_send_ack" { c: ConnId, bytes_received: u64 }
    /// A client registers its user name (USER).
    IrcUserMessage<'a> = "irc_user_message" {
        c: ConnId, is_orig: bool, user: &'a [u8], host: &'a [u8], server: &'a [u8], real_name: &'a [u8]
    }
    /// A client gives a password for its connection.
    IrcPasswordMessage<'a> = "irc_password_message" { c: ConnId, is_orig: bool, password: &'a [u8] }
    /// A server accepted STARTTLS; from here on the connection is TLS.
    IrcStarttls = "irc_starttls" { c: ConnId }
}
