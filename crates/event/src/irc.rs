// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_IRC.events.bif.zeek, base/init/applications.zeek}.
//! IRC (RFC 1459, 2812) and direct connections between clients.
use crate::arg::{ConnId, ListOf};
use crate::declare::{events, records};
use net_types::Addr;

records! {
    /// Who entered a channel, with which password, in which mode.
    IrcJoinInfo<'a> = "irc_join_info" { nick: &'a [u8], channel: &'a [u8], password: &'a [u8], usermode: &'a [u8] }
}

events! { in irc;
    /// A command that no other event shows.
    IrcRequest<'a> = "irc_request" {
        c: ConnId, is_orig: bool, prefix: &'a [u8], command: &'a [u8], arguments: &'a [u8]
    }
    /// A numeric reply that no other event shows.
    IrcReply<'a> = "irc_reply" { c: ConnId, is_orig: bool, prefix: &'a [u8], code: u64, params: &'a [u8] }
    /// A message of a server that no other event shows.
    IrcMessage<'a> = "irc_message" { c: ConnId, is_orig: bool, prefix: &'a [u8], command: &'a [u8], message: &'a [u8] }
    /// Somebody leaves.
    IrcQuitMessage<'a> = "irc_quit_message" { c: ConnId, is_orig: bool, nick: &'a [u8], message: &'a [u8] }
    /// A text to a user or channel.
    IrcPrivmsgMessage<'a> = "irc_privmsg_message" {
        c: ConnId, is_orig: bool, source: &'a [u8], target: &'a [u8], message: &'a [u8]
    }
    /// A notice to a user or channel.
    IrcNoticeMessage<'a> = "irc_notice_message" {
        c: ConnId, is_orig: bool, source: &'a [u8], target: &'a [u8], message: &'a [u8]
    }
    /// A text to a service.
    IrcSqueryMessage<'a> = "irc_squery_message" {
        c: ConnId, is_orig: bool, source: &'a [u8], target: &'a [u8], message: &'a [u8]
    }
    /// Somebody enters channels.
    IrcJoinMessage<'a> = "irc_join_message" { c: ConnId, is_orig: bool, info_list: ListOf<'a, IrcJoinInfo<'a>> }
    /// Somebody leaves channels.
    IrcPartMessage<'a> = "irc_part_message" {
        c: ConnId, is_orig: bool, nick: &'a [u8], chans: ListOf<'a, &'a [u8]>, message: &'a [u8]
    }
    /// Somebody changes his name.
    IrcNickMessage<'a> = "irc_nick_message" { c: ConnId, is_orig: bool, who: &'a [u8], newnick: &'a [u8] }
    /// A name was refused.
    IrcInvalidNick = "irc_invalid_nick" { c: ConnId, is_orig: bool }
    /// Users, services and servers of the network.
    IrcNetworkInfo = "irc_network_info" { c: ConnId, is_orig: bool, users: u64, services: u64, servers: u64 }
    /// The same of a server.
    IrcServerInfo = "irc_server_info" { c: ConnId, is_orig: bool, users: u64, services: u64, servers: u64 }
    /// How many channels there are.
    IrcChannelInfo = "irc_channel_info" { c: ConnId, is_orig: bool, chans: u64 }
    /// A line of the answer to WHO.
    IrcWhoLine<'a> = "irc_who_line" {
        c: ConnId, is_orig: bool, target_nick: &'a [u8], channel: &'a [u8], user: &'a [u8], host: &'a [u8],
        server: &'a [u8], nick: &'a [u8], params: &'a [u8], hops: u64, real_name: &'a [u8]
    }
    /// Who is in a channel.
    IrcNamesInfo<'a> = "irc_names_info" {
        c: ConnId, is_orig: bool, c_type: &'a [u8], channel: &'a [u8], users: ListOf<'a, &'a [u8]>
    }
    /// Somebody is an operator.
    IrcWhoisOperatorLine<'a> = "irc_whois_operator_line" { c: ConnId, is_orig: bool, nick: &'a [u8] }
    /// Which channels somebody is in.
    IrcWhoisChannelLine<'a> = "irc_whois_channel_line" {
        c: ConnId, is_orig: bool, nick: &'a [u8], chans: ListOf<'a, &'a [u8]>
    }
    /// Who somebody is.
    IrcWhoisUserLine<'a> = "irc_whois_user_line" {
        c: ConnId, is_orig: bool, nick: &'a [u8], user: &'a [u8], host: &'a [u8], real_name: &'a [u8]
    }
    /// Whether somebody became operator.
    IrcOperResponse = "irc_oper_response" { c: ConnId, is_orig: bool, got_oper: bool }
    /// How many users there are, as text.
    IrcGlobalUsers<'a> = "irc_global_users" { c: ConnId, is_orig: bool, prefix: &'a [u8], msg: &'a [u8] }
    /// A channel and its topic.
    IrcChannelTopic<'a> = "irc_channel_topic" { c: ConnId, is_orig: bool, channel: &'a [u8], topic: &'a [u8] }
    /// WHO.
    IrcWhoMessage<'a> = "irc_who_message" { c: ConnId, is_orig: bool, mask: &'a [u8], oper: bool }
    /// WHOIS.
    IrcWhoisMessage<'a> = "irc_whois_message" { c: ConnId, is_orig: bool, server: &'a [u8], users: &'a [u8] }
    /// OPER: a name with its password.
    IrcOperMessage<'a> = "irc_oper_message" { c: ConnId, is_orig: bool, user: &'a [u8], password: &'a [u8] }
    /// KICK.
    IrcKickMessage<'a> = "irc_kick_message" {
        c: ConnId, is_orig: bool, prefix: &'a [u8], chans: &'a [u8], users: &'a [u8], comment: &'a [u8]
    }
    /// ERROR.
    IrcErrorMessage<'a> = "irc_error_message" { c: ConnId, is_orig: bool, prefix: &'a [u8], message: &'a [u8] }
    /// INVITE.
    IrcInviteMessage<'a> = "irc_invite_message" {
        c: ConnId, is_orig: bool, prefix: &'a [u8], nickname: &'a [u8], channel: &'a [u8]
    }
    /// MODE.
    IrcModeMessage<'a> = "irc_mode_message" { c: ConnId, is_orig: bool, prefix: &'a [u8], params: &'a [u8] }
    /// SQUIT.
    IrcSquitMessage<'a> = "irc_squit_message" {
        c: ConnId, is_orig: bool, prefix: &'a [u8], server: &'a [u8], message: &'a [u8]
    }
    /// A client offers another a direct connection.
    IrcDccMessage<'a> = "irc_dcc_message" {
        c: ConnId, is_orig: bool, prefix: &'a [u8], target: &'a [u8], dcc_type: &'a [u8], argument: &'a [u8],
        address: Addr, dest_port: u64, size: u64
    }
    /// The receiver of a file tells how much it has.
    IrcDccSendAck = "irc_dcc_send_ack" { c: ConnId, bytes_received: u64 }
    /// USER: who somebody says to be.
    IrcUserMessage<'a> = "irc_user_message" {
        c: ConnId, is_orig: bool, user: &'a [u8], host: &'a [u8], server: &'a [u8], real_name: &'a [u8]
    }
    /// PASS.
    IrcPasswordMessage<'a> = "irc_password_message" { c: ConnId, is_orig: bool, password: &'a [u8] }
    /// TLS begins.
    IrcStarttls = "irc_starttls" { c: ConnId }
}
