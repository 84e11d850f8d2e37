//! Reports the replies of servers, by number (RFC 2812, 5).
use super::anomaly::Anomaly;
use super::line::{rejoined, trailing, words};
use crate::ascii::leading_number;
use event::ListOf;
use event::irc as ev;
use session::analyzer::Context;

/// The number in the word before the last occurrence of one of `names`; 0 if none occurs.
fn count_before(words: &[&[u8]], names: &[&[u8]]) -> u64 {
    let last = words.windows(2).rfind(|pair| pair.last().is_some_and(|name| names.contains(name)));
    last.and_then(<[&[u8]]>::first).map_or(0, |n| leading_number(n))
}

/// Skips the first parameter, which is the client's own name, unless it is the only parameter.
fn without_own_name<'w, 'a>(words: &'w [&'a [u8]]) -> &'w [&'a [u8]] {
    match words {
        [_, rest @ ..] if !rest.is_empty() => rest,
        all => all,
    }
}

/// Reports a reply.
pub(super) fn report(cx: &mut Context<'_, '_>, is_orig: bool, prefix: &[u8], code: u16, params: &[u8]) {
    let parts = words(params, b' ');
    let result = match code {
        251 => {
            let [users, services, servers] =
                [b"users".as_slice(), b"services", b"servers"].map(|n| count_before(&parts, &[n]));
            cx.event(|c| ev::IrcNetworkInfo { c, is_orig, users, services, servers });
            Ok(())
        }
        254 => {
            let chans = count_before(&parts, &[b":channels"]);
            cx.event(|c| ev::IrcChannelInfo { c, is_orig, chans });
            Ok(())
        }
        255 => {
            let users = count_before(&parts, &[b"users,", b"clients"]);
            let [services, servers] =
                [b"services".as_slice(), b"servers"].map(|n| count_before(&parts, &[n]));
            cx.event(|c| ev::IrcServerInfo { c, is_orig, users, services, servers });
            Ok(())
        }
        266 => global_users(cx, is_orig, params),
        311 => whois_user(cx, is_orig, without_own_name(&parts)),
        313 => match without_own_name(&parts) {
            [nick, _, ..] => {
                cx.event(|c| ev::IrcWhoisOperatorLine { c, is_orig, nick });
                Ok(())
            }
            _ => Err(Anomaly::WhoisOperator),
        },
        319 => whois_channels(cx, is_orig, &parts),
        332 => topic(cx, is_orig, &parts, params),
        352 => who(cx, is_orig, &parts),
        353 => names(cx, is_orig, &parts),
        431..=433 | 436 => {
            cx.event(|c| ev::IrcInvalidNick { c, is_orig });
            Ok(())
        }
        381 | 491 => {
            cx.event(|c| ev::IrcOperResponse { c, is_orig, got_oper: code == 381 });
            Ok(())
        }
        _ => {
            cx.event(|c| ev::IrcReply { c, is_orig, prefix, code: code.into(), params });
            Ok(())
        }
    };
    if let Err(w) = result {
        cx.anomaly(w);
    }
}

type Done = Result<(), Anomaly>;

fn global_users(cx: &mut Context<'_, '_>, is_orig: bool, params: &[u8]) -> Done {
    let space = params.iter().position(|&b| b == b' ').ok_or(Anomaly::GlobalUsers)?;
    let (prefix, rest) = params.split_at(space + 1);
    let colon = rest.iter().position(|&b| b == b':').ok_or(Anomaly::GlobalUsers)?;
    let msg = rest.get(colon + 1..).unwrap_or_default();
    cx.event(|c| ev::IrcGlobalUsers { c, is_orig, prefix, msg });
    Ok(())
}

fn whois_user(cx: &mut Context<'_, '_>, is_orig: bool, parts: &[&[u8]]) -> Done {
    let [nick, user, host, _, real_name @ ..] = parts else { return Err(Anomaly::WhoisUser) };
    if real_name.is_empty() {
        return Err(Anomaly::WhoisUser);
    }
    let real_name = rejoined(real_name);
    cx.event(|c| ev::IrcWhoisUserLine { c, is_orig, nick, user, host, real_name: &real_name });
    Ok(())
}

fn whois_channels(cx: &mut Context<'_, '_>, is_orig: bool, parts: &[&[u8]]) -> Done {
    let [nick, first, rest @ ..] = parts else { return Err(Anomaly::WhoisChannel) };
    let mut chans = vec![trailing(first)];
    chans.extend(rest);
    cx.event(|c| ev::IrcWhoisChannelLine { c, is_orig, nick, chans: ListOf(&chans) });
    Ok(())
}

fn topic(cx: &mut Context<'_, '_>, is_orig: bool, parts: &[&[u8]], params: &[u8]) -> Done {
    let [_, channel, _, _, ..] = parts else { return Err(Anomaly::Topic) };
    let colon = params.iter().position(|&b| b == b':').ok_or(Anomaly::Topic)?;
    let topic = trailing(params.get(colon + 1..).unwrap_or_default());
    cx.event(|c| ev::IrcChannelTopic { c, is_orig, channel, topic });
    Ok(())
}

fn who(cx: &mut Context<'_, '_>, is_orig: bool, parts: &[&[u8]]) -> Done {
    let [target_nick, channel, user, host, server, nick, params, hops, real_name, ..] = parts else {
        return Err(Anomaly::WhoLine);
    };
    cx.event(|c| ev::IrcWhoLine {
        c,
        is_orig,
        target_nick,
        channel,
        user: user.strip_prefix(b"~").unwrap_or(user),
        host,
        server,
        nick,
        params,
        hops: leading_number(trailing(hops)),
        real_name,
    });
    Ok(())
}

fn names(cx: &mut Context<'_, '_>, is_orig: bool, parts: &[&[u8]]) -> Done {
    let [_, c_type, channel, users @ ..] = parts else { return Err(Anomaly::Names) };
    let mut users = users.to_vec();
    if let Some(first) = users.first_mut() {
        *first = trailing(first);
    }
    for u in &mut users {
        *u = u.strip_prefix(b"@").unwrap_or(u);
    }
    cx.event(|c| ev::IrcNamesInfo { c, is_orig, c_type, channel, users: ListOf(&users) });
    Ok(())
}
