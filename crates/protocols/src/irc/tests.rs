use super::line::{Error, Kind, Line, is_client_command, nick_of, rejoined, words};
use crate::rehearsal::{streams, torment};
use net_types::Port;
use session::Role;

#[track_caller]
fn check(line: &str, prefix: &str, kind: Kind, params: &str) {
    let expected = Line { prefix: prefix.as_bytes(), kind, params: params.as_bytes() };
    assert_eq!(Line::parse(line.as_bytes()), Ok(expected));
}

fn command(name: &str) -> Kind {
    Kind::Command(name.as_bytes().to_vec())
}

#[test]
fn a_line_has_a_prefix_a_command_and_parameters() {
    check("nick bob", "", command("NICK"), "bob");
    check(":bob!b@host PRIVMSG  #c :hi there", "bob!b@host", command("PRIVMSG"), "#c :hi there");
    check(":server 353 me = #c :@op user", "server", Kind::Reply(353), "me = #c :@op user");
    check("@time=2020;x :a QUIT", "a", command("QUIT"), "");
}

#[test]
fn what_is_no_line_is_named() {
    for (line, error) in [
        ("ab", Error::TooShort),
        (":prefix", Error::Prefix),
        (":p ab", Error::Nothing),
        ("12x hello", Error::Number),
        ("123", Error::Number),
        ("@tags", Error::TagsAlone),
        (&"x".repeat(513), Error::TooLong),
    ] {
        assert_eq!(Line::parse(line.as_bytes()), Err(error), "{line}");
    }
}

#[test]
fn words_stand_between_separators() {
    assert_eq!(words(b"  a  b ", b' '), [b"a", b"b"]);
    assert_eq!(words(b"", b','), [b""; 0]);
    assert_eq!(rejoined(&[b":a", b"b"]), b"a b");
    assert_eq!(nick_of(b"bob!x@y"), b"bob");
}

#[test]
fn the_commands_of_clients_are_sorted() {
    for c in ["ADMIN", "CNOTICE", "CONNECT", "CPRIVMSG", "SETNAME", "STARTTLS", "WHOWAS", "SERVER"] {
        assert!(is_client_command(c.as_bytes()), "{c}");
    }
    assert!(!is_client_command(b"GET"));
}

const TALK: &[(Role, &[u8])] = &[
    (Role::Orig, b"NICK bob\r\nUSER b h s :Bob B\r\nJOIN #a,#b key\r\n"),
    (
        Role::Resp,
        b":s 251 bob :There are 3 users and 2 services on 1 servers\r\n:s 353 bob = #a :@op bob\r\n",
    ),
    (Role::Orig, b"PRIVMSG ann :\x01DCC SEND f 3232235521 1026 77\x01\r\nPING x\r\n"),
];

#[test]
fn a_talk_is_heard() {
    assert_eq!(
        streams("IRC", 6667, TALK),
        [
            "analyzer_confirmation_info(Analyzer::ANALYZER_IRC, [aid=3])",
            "irc_nick_message(T, \"\", \"bob\")",
            "irc_user_message(T, \"b\", \"h\", \"s\", \"BobB \")",
            "irc_join_message(T, {[nick=\"\", channel=\"#a\", password=\"key\", usermode=\"\"], \
             [nick=\"\", channel=\"#b\", password=\"\", usermode=\"\"]})",
            "irc_network_info(F, 3, 2, 1)",
            "irc_names_info(F, \"=\", \"#a\", {\"op\", \"bob\"})",
            "irc_dcc_message(T, \"\", \"ann\", \"SEND\", \"f\", 192.168.0.1, 1026, 77)",
            "irc_request(T, \"\", \"PING\", \"x\")",
        ]
    );
}

#[test]
fn a_talk_is_survived_however_it_is_changed() {
    torment("IRC", Port::tcp(6667), TALK);
}

#[test]
fn commands_with_too_few_words_are_odd() {
    for (line, weird) in [
        ("PRIVMSG x", "irc_invalid_privmsg_message_format"),
        ("PRIVMSG x :\x01DCC SEND\x01", "irc_invalid_dcc_message_format"),
        ("KICK x", "irc_invalid_kick_message_format"),
        ("JOIN ", "irc_invalid_join_line"),
        (":s 352 x", "irc_invalid_who_line"),
        (":s 332 a #b c", "irc_invalid_topic_reply"),
        ("ABCDEFGHIJKLMNOPQRSTU x", "irc_invalid_command"),
    ] {
        let said = streams("IRC", 6667, &[(Role::Orig, format!("{line}\r\n").as_bytes())]);
        assert!(said.contains(&format!("conn_weird(\"{weird}\", \"\", \"IRC\")")), "{line}: {said:?}");
    }
}

#[test]
fn tls_begins_when_the_server_agrees() {
    let said = streams(
        "IRC",
        6667,
        &[(Role::Orig, b"STARTTLS\r\n"), (Role::Resp, b":s 670 * :go\r\n"), (Role::Orig, b"\x16\x03\x01")],
    );
    assert!(said.contains(&"irc_starttls()".to_string()), "{said:?}");
}
