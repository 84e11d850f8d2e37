use super::adat::Exchange;
use super::*;
use crate::rehearsal::{orig, resp, streams, torment};
use net_types::Port;
use session::Role;

#[test]
fn commands_are_words_of_letters() {
    let r = request(b" retr  a file.txt", 0).unwrap();
    assert_eq!((r.command.as_slice(), r.arg), (b"RETR".as_slice(), b"a file.txt".as_slice()));
    assert_eq!(request(b"PW", 0), Err(RequestError::NoCommand));
    assert_eq!(request(b"\x01\x02\x03", 0), Err(RequestError::NoCommand));
    assert_eq!(request(b"COMMAND", 6), Err(RequestError::TooLong(7)));
}

#[test]
fn replies_may_have_many_lines() {
    let mut r = Replies::default();
    let mut check = |line: &'static [u8], expected: Result<(u16, &'static [u8], bool), ReplyError>| {
        assert_eq!(r.line(line).map(|r| (r.code, r.text, r.continues)), expected);
    };
    check(b"220 hello", Ok((220, b"hello", false)));
    check(b"230-one", Ok((230, b"one", true)));
    check(b" two", Ok((0, b" two", true)));
    check(b"226 not the end", Ok((0, b"226 not the end", true)));
    check(b"230 three", Ok((230, b"three", false)));
    check(b"hello", Err(ReplyError::NoCode));
    check(b"099 x", Err(ReplyError::Code));
    check(b"220x", Err(ReplyError::Line));
}

const LOGIN: &[(Role, &[u8])] = &[
    (Role::Resp, b"220 hi\r\n"),
    (Role::Orig, b"USER bob\r\nPASS x\r\n"),
    (Role::Resp, b"331 password?\r\n230-in\r\n230 you are\r\n"),
];

#[test]
fn a_login_is_heard() {
    assert_eq!(
        streams("FTP", 21, LOGIN),
        [
            "ftp_reply(220, \"hi\", F)",
            "analyzer_confirmation_info(Analyzer::ANALYZER_FTP, [aid=3])",
            "ftp_request(\"USER\", \"bob\")",
            "ftp_request(\"PASS\", \"x\")",
            "ftp_reply(331, \"password?\", F)",
            "ftp_reply(230, \"in\", T)",
            "ftp_reply(230, \"you are\", F)",
        ]
    );
}

#[test]
fn a_login_is_survived_however_it_is_changed() {
    torment("FTP", Port::tcp(21), LOGIN);
}

#[test]
fn lines_that_are_no_commands_are_odd_after_others_were() {
    let long = [b'X'; 101];
    let said = streams(
        "FTP",
        21,
        &[orig(b"\x01\r\nNOOP\r\n\x01\x02\x03\r\n"), orig(&long), orig(b"\r\n"), resp(b"no\r\n")],
    );
    assert_eq!(
        &said[1..],
        [
            "ftp_request(\"NOOP\", \"\")",
            "conn_weird(\"FTP_invalid_command\", \"\", \"FTP\")",
            "conn_weird(\"FTP_max_command_length_exceeded\", \"101\", \"FTP\")",
            "analyzer_violation_info(Analyzer::ANALYZER_FTP, [reason=\"non-numeric reply code\", aid=3, data=\"no\"])",
        ]
    );
}

#[test]
fn tls_begins_when_the_server_agrees() {
    let said = streams("FTP", 21, &[orig(b"AUTH TLS\r\n"), resp(b"234 go\r\n")]);
    assert!(said.contains(&"ftp_starttls()".to_string()), "{said:?}");
}

/// Checks the result of the last line: the token, whether the exchange is over, and the anomaly.
#[track_caller]
fn check_exchange(lines: &[(Role, &str)], expected: (Option<&[u8]>, bool, Option<&str>)) {
    let mut exchange = Exchange::default();
    let outcomes = lines.iter().map(|(from, line)| exchange.line(*from, line.as_bytes()));
    let last = outcomes.last().expect("a line");
    let wrong = last.anomaly.map(|a| a.to_string()).or(last.encoding.map(|a| a.to_string()));
    assert_eq!((last.token.as_deref(), last.over, wrong.as_deref()), expected, "{lines:?}");
}

#[test]
fn tokens_of_gsi_are_records_of_tls() {
    use Role::{Orig, Resp};
    // 16 03 01 00 02 aa bb
    let first = (Orig, "ADAT FgMBAAKquw==");
    check_exchange(&[first], (Some(b"\x16\x03\x01\x00\x02\xaa\xbb"), false, None));
    check_exchange(&[first, (Resp, "335 ADAT=qrs=")], (Some(b"\xaa\xbb"), false, None));
    check_exchange(&[first, (Orig, "ADAT qrs=")], (Some(b"\xaa\xbb"), false, None));
    check_exchange(&[first, (Resp, "235 ADAT=qrs=")], (Some(b"\xaa\xbb"), true, None));
    check_exchange(&[first, (Resp, "235-done")], (None, true, None));
    check_exchange(&[first, (Resp, "535 no")], (None, true, None));
    check_exchange(&[first, (Resp, "331 what")], (None, false, None));
    check_exchange(&[first, (Orig, "AUTH TLS")], (None, true, None));
    check_exchange(&[(Orig, "ADAT YII=")], (None, true, None));
    check_exchange(&[(Orig, "ADAT !")], (None, true, Some("ftp_adat_bad_first_token_encoding")));
    check_exchange(&[first, (Orig, "ADAT qrs")], (None, false, Some("base64_illegal_encoding")));
}
