//! Reports commands (RFC 2812, 3). A command without its own event, or whose event is not handled, falls back to
//! `irc_request` from the originator and `irc_message` from the responder.
use super::anomaly::Anomaly;
use super::line::{nick_of, rejoined, skip_spaces, split_space, trailing, words};
use crate::ascii::leading_number;
use event::irc as ev;
use event::irc::IrcJoinInfo;
use event::{EventType, ListOf};
use net_types::Addr;
use session::analyzer::Context;

/// The maximum length of a command, in bytes.
pub(super) const LONGEST: usize = 20;

type Done = Result<(), Anomaly>;

/// A command and its sender.
pub(super) struct Command<'a> {
    pub(super) is_orig: bool,
    pub(super) prefix: &'a [u8],
    pub(super) command: &'a [u8],
    pub(super) params: &'a [u8],
}

/// A function that raises a command's own event.
type Report = fn(&mut Context<'_, '_>, &Command<'_>) -> Done;

fn wants<E: EventType>(cx: &Context<'_, '_>) -> bool {
    cx.wants::<E>()
}

/// The function that raises a command's own event; `None` if no such event is handled.
fn own_event(cx: &Context<'_, '_>, command: &[u8]) -> Option<Report> {
    let (own_report, wanted): (Report, bool) = match command {
        b"PRIVMSG" => (privmsg, wants::<ev::IrcPrivmsgMessage<'_>>(cx) || wants::<ev::IrcDccMessage<'_>>(cx)),
        b"NOTICE" => (notice, wants::<ev::IrcNoticeMessage<'_>>(cx)),
        b"SQUERY" => (squery, wants::<ev::IrcSqueryMessage<'_>>(cx)),
        b"USER" => (user, wants::<ev::IrcUserMessage<'_>>(cx)),
        b"OPER" => (oper, wants::<ev::IrcOperMessage<'_>>(cx)),
        b"KICK" => (kick, wants::<ev::IrcKickMessage<'_>>(cx)),
        b"JOIN" => (join, wants::<ev::IrcJoinMessage<'_>>(cx)),
        b"NJOIN" => (njoin, wants::<ev::IrcJoinMessage<'_>>(cx)),
        b"PART" => (part, wants::<ev::IrcPartMessage<'_>>(cx)),
        b"QUIT" => (quit, wants::<ev::IrcQuitMessage<'_>>(cx)),
        b"NICK" => (nick, wants::<ev::IrcNickMessage<'_>>(cx)),
        b"WHO" => (who, wants::<ev::IrcWhoMessage<'_>>(cx)),
        b"WHOIS" => (whois, wants::<ev::IrcWhoisMessage<'_>>(cx)),
        b"ERROR" => (error, wants::<ev::IrcErrorMessage<'_>>(cx)),
        b"INVITE" => (invite, wants::<ev::IrcInviteMessage<'_>>(cx)),
        b"MODE" => (mode, wants::<ev::IrcModeMessage<'_>>(cx)),
        b"PASS" => (pass, wants::<ev::IrcPasswordMessage<'_>>(cx)),
        b"SQUIT" => (squit, wants::<ev::IrcSquitMessage<'_>>(cx)),
        _ => return None,
    };
    wanted.then_some(own_report)
}

/// Reports a command.
pub(super) fn report(cx: &mut Context<'_, '_>, command_line: &Command<'_>) {
    let Command { is_orig, prefix, command, params } = *command_line;
    match own_event(cx, command) {
        Some(own_report) => {
            if let Err(w) = own_report(cx, command_line) {
                cx.anomaly(w);
            }
        }
        None if is_orig => cx.event(|c| ev::IrcRequest { c, is_orig, prefix, command, arguments: params }),
        None => cx.event(|c| ev::IrcMessage { c, is_orig, prefix, command, message: params }),
    }
}

/// Splits parameters into a target and a text.
fn target_and_text(params: &[u8], missing: Anomaly) -> Result<(&[u8], &[u8]), Anomaly> {
    let (target, text) = split_space(params).ok_or(missing)?;
    Ok((target, trailing(skip_spaces(text))))
}

fn privmsg(cx: &mut Context<'_, '_>, s: &Command<'_>) -> Done {
    let is_orig = s.is_orig;
    let (target, text) = target_and_text(s.params, Anomaly::Privmsg)?;
    let message = text.strip_prefix(b"\x01").unwrap_or(text);
    if message.len() > 3 && message.starts_with(b"DCC") {
        return dcc(cx, s, target, message.strip_suffix(b"\x01").unwrap_or(message));
    }
    cx.event(|c| ev::IrcPrivmsgMessage { c, is_orig, source: s.prefix, target, message });
    Ok(())
}

/// Reports `DCC type argument address port [size]`. A trailing `T` means a transfer without acknowledgements.
fn dcc(cx: &mut Context<'_, '_>, s: &Command<'_>, target: &[u8], message: &[u8]) -> Done {
    let parts = words(message, b' ');
    let (dcc_type, argument, address, port, size) = match parts.as_slice() {
        [_, kind, argument, address, port] => (kind, argument, address, port, 0),
        [_, kind, argument, address, port, size] | [_, kind, argument, address, port, size, b"T"] => {
            (kind, argument, address, port, leading_number(size))
        }
        _ => return Err(Anomaly::Dcc),
    };
    // The address is a decimal number; bytes other than digits count as 0.
    let digit = |b: u8| if b.is_ascii_digit() { u32::from(b - b'0') } else { 0 };
    let number = address.iter().fold(0_u32, |n, &b| n.wrapping_mul(10).wrapping_add(digit(b)));
    cx.event(|c| ev::IrcDccMessage {
        c,
        is_orig: s.is_orig,
        prefix: s.prefix,
        target,
        dcc_type,
        argument,
        address: Addr::v4(number.to_be_bytes()),
        dest_port: leading_number(port),
        size,
    });
    Ok(())
}

fn notice(cx: &mut Context<'_, '_>, s: &Command<'_>) -> Done {
    let (target, message) = target_and_text(s.params, Anomaly::Notice)?;
    cx.event(|c| ev::IrcNoticeMessage { c, is_orig: s.is_orig, source: s.prefix, target, message });
    Ok(())
}

fn squery(cx: &mut Context<'_, '_>, s: &Command<'_>) -> Done {
    let (target, message) = target_and_text(s.params, Anomaly::Squery)?;
    cx.event(|c| ev::IrcSqueryMessage { c, is_orig: s.is_orig, source: s.prefix, target, message });
    Ok(())
}

fn user(cx: &mut Context<'_, '_>, s: &Command<'_>) -> Done {
    let parts = words(s.params, b' ');
    let part = |n: usize| parts.get(n).copied().unwrap_or_default();
    // The real name is the rest of the line, each word followed by a space.
    let mut real_name = Vec::new();
    for (n, word) in parts.iter().enumerate().skip(3) {
        real_name.extend_from_slice(word);
        if n > 3 {
            real_name.push(b' ');
        }
    }
    let (user, host, server) = (part(0), part(1), part(2));
    let real_name = trailing(&real_name);
    cx.event(|c| ev::IrcUserMessage { c, is_orig: s.is_orig, user, host, server, real_name });
    Ok(())
}

fn oper(cx: &mut Context<'_, '_>, s: &Command<'_>) -> Done {
    let parts = words(s.params, b' ');
    let [user, password] = parts.as_slice() else { return Err(Anomaly::Oper) };
    cx.event(|c| ev::IrcOperMessage { c, is_orig: s.is_orig, user, password });
    Ok(())
}

fn kick(cx: &mut Context<'_, '_>, s: &Command<'_>) -> Done {
    let parts = words(s.params, b' ');
    let [chans, users, comment @ ..] = parts.as_slice() else { return Err(Anomaly::Kick) };
    let comment = rejoined(comment);
    cx.event(|c| ev::IrcKickMessage {
        c,
        is_orig: s.is_orig,
        prefix: s.prefix,
        chans,
        users,
        comment: &comment,
    });
    Ok(())
}

fn join(cx: &mut Context<'_, '_>, s: &Command<'_>) -> Done {
    let parts = words(trailing(s.params), b' ');
    let channels = words(parts.first().ok_or(Anomaly::Join)?, b',');
    let passwords = parts.get(1).map(|p| words(p, b',')).unwrap_or_default();
    let nick = nick_of(s.prefix);
    let all: Vec<IrcJoinInfo<'_>> = channels
        .iter()
        .enumerate()
        .map(|(n, channel)| IrcJoinInfo {
            nick,
            channel,
            password: passwords.get(n).copied().unwrap_or_default(),
            usermode: b"",
        })
        .collect();
    cx.event(|c| ev::IrcJoinMessage { c, is_orig: s.is_orig, info_list: ListOf(&all) });
    Ok(())
}

/// Reports a server's message to other servers that users have joined a channel.
fn njoin(cx: &mut Context<'_, '_>, s: &Command<'_>) -> Done {
    let parts = words(s.params, b' ');
    let [channel, users] = parts.as_slice() else { return Err(Anomaly::Njoin) };
    let all: Vec<IrcJoinInfo<'_>> = words(trailing(users), b',')
        .into_iter()
        .map(|user| {
            let (nick, usermode): (&[u8], &[u8]) = match user {
                [b'@', b'@', nick @ ..] => (nick, b"creator"),
                [b'@', nick @ ..] => (nick, b"operator"),
                [b'+', nick @ ..] => (nick, b"voice"),
                nick => (nick, b"none"),
            };
            IrcJoinInfo { nick, channel, password: b"", usermode }
        })
        .collect();
    cx.event(|c| ev::IrcJoinMessage { c, is_orig: s.is_orig, info_list: ListOf(&all) });
    Ok(())
}

fn part(cx: &mut Context<'_, '_>, s: &Command<'_>) -> Done {
    let (channels, message) = split_space(s.params).unwrap_or((s.params, b""));
    let message = trailing(skip_spaces(message));
    let chans = words(channels, b',');
    let nick = if s.prefix.contains(&b'!') { nick_of(s.prefix) } else { s.prefix };
    cx.event(|c| ev::IrcPartMessage { c, is_orig: s.is_orig, nick, chans: ListOf(&chans), message });
    Ok(())
}

fn quit(cx: &mut Context<'_, '_>, s: &Command<'_>) -> Done {
    let (nick, message) = (nick_of(s.prefix), trailing(s.params));
    cx.event(|c| ev::IrcQuitMessage { c, is_orig: s.is_orig, nick, message });
    Ok(())
}

fn nick(cx: &mut Context<'_, '_>, s: &Command<'_>) -> Done {
    let newnick = trailing(s.params);
    cx.event(|c| ev::IrcNickMessage { c, is_orig: s.is_orig, who: s.prefix, newnick });
    Ok(())
}

fn who(cx: &mut Context<'_, '_>, s: &Command<'_>) -> Done {
    let parts = words(s.params, b' ');
    if parts.len() > 2 {
        return Err(Anomaly::Who);
    }
    let mask = parts.first().map_or(b"".as_slice(), |m| trailing(m));
    let oper = parts.get(1) == Some(&b"o".as_slice());
    cx.event(|c| ev::IrcWhoMessage { c, is_orig: s.is_orig, mask, oper });
    Ok(())
}

fn whois(cx: &mut Context<'_, '_>, s: &Command<'_>) -> Done {
    let parts = words(s.params, b' ');
    let (server, users): (&[u8], &[u8]) = match parts.as_slice() {
        [users] => (b"", users),
        [server, users] => (server, users),
        _ => return Err(Anomaly::Whois),
    };
    cx.event(|c| ev::IrcWhoisMessage { c, is_orig: s.is_orig, server, users });
    Ok(())
}

fn error(cx: &mut Context<'_, '_>, s: &Command<'_>) -> Done {
    let message = trailing(s.params);
    cx.event(|c| ev::IrcErrorMessage { c, is_orig: s.is_orig, prefix: s.prefix, message });
    Ok(())
}

fn invite(cx: &mut Context<'_, '_>, s: &Command<'_>) -> Done {
    let parts = words(s.params, b' ');
    let [nickname, channel] = parts.as_slice() else { return Err(Anomaly::Invite) };
    let channel = trailing(channel);
    cx.event(|c| ev::IrcInviteMessage { c, is_orig: s.is_orig, prefix: s.prefix, nickname, channel });
    Ok(())
}

fn mode(cx: &mut Context<'_, '_>, s: &Command<'_>) -> Done {
    if s.params.is_empty() {
        return Err(Anomaly::Mode);
    }
    cx.event(|c| ev::IrcModeMessage { c, is_orig: s.is_orig, prefix: s.prefix, params: s.params });
    Ok(())
}

fn pass(cx: &mut Context<'_, '_>, s: &Command<'_>) -> Done {
    cx.event(|c| ev::IrcPasswordMessage { c, is_orig: s.is_orig, password: s.params });
    Ok(())
}

fn squit(cx: &mut Context<'_, '_>, s: &Command<'_>) -> Done {
    let (server, message) = split_space(s.params).unwrap_or((b"", b""));
    let message = trailing(skip_spaces(message));
    cx.event(|c| ev::IrcSquitMessage { c, is_orig: s.is_orig, prefix: s.prefix, server, message });
    Ok(())
}
