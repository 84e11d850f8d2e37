use super::command::{Word, tokens, trimmed};
use super::login::{Bad, Method, User};
use crate::rehearsal::{streams, torment};
use net_types::Port;
use session::Role;

#[test]
fn words_come_in_any_case() {
    assert_eq!(Word::parse(b"user"), Some(Word::User));
    assert_eq!(Word::parse(b"+OK"), Some(Word::Ok));
    assert_eq!(Word::parse(b"-ERR"), Some(Word::Err));
    assert_eq!(Word::parse(b"HELO"), None);
    assert_eq!(Word::Xsender.name(), "XSENDER");
}

#[test]
fn blanks_are_single() {
    assert_eq!(trimmed(b"  USER   bob  "), b"USER bob");
    assert_eq!(trimmed(b"PASS a\0b"), b"PASS a");
    assert_eq!(tokens(b"USER bob x"), (b"USER".as_slice(), b"bob x".as_slice()));
    assert_eq!(tokens(b"QUIT"), (b"QUIT".as_slice(), b"".as_slice()));
}

#[test]
fn logins_in_three_ways() {
    let mut u = User::default();
    u.line(Method::Plain, 1, b"AGJvYgBzZWNyZXQ=").unwrap();
    assert_eq!((u.name.as_slice(), u.password.as_slice()), (b"bob".as_slice(), b"secret".as_slice()));
    let mut u = User::default();
    u.line(Method::Login, 1, b"Ym9i").unwrap();
    u.line(Method::Login, 2, b"c2VjcmV0").unwrap();
    assert_eq!((u.name.as_slice(), u.password.as_slice()), (b"bob".as_slice(), b"secret".as_slice()));
    let mut u = User::default();
    u.line(Method::CramMd5, 1, b"Ym9iIGRpZ2VzdA==").unwrap();
    assert_eq!(u.name, b"bob");
    assert_eq!(u.line(Method::Plain, 1, b"Ym9i"), Err(Bad::Plain));
    assert_eq!(u.line(Method::Plain, 1, b"!"), Err(Bad::Encoding));
}

const FETCH: &[(Role, &[u8])] = &[
    (Role::Resp, b"+OK hi\r\n"),
    (Role::Orig, b"USER bob\r\n"),
    (Role::Resp, b"+OK\r\n"),
    (Role::Orig, b"PASS pw\r\n"),
    (Role::Resp, b"+OK in\r\n"),
    (Role::Orig, b"RETR 1\r\nQUIT\r\n"),
    (Role::Resp, b"+OK 10\r\nSubject: x\r\n\r\nhi\r\n.\r\n+OK bye\r\n"),
];

#[test]
fn a_mail_is_heard() {
    let said = streams("POP3", 110, FETCH);
    let said: Vec<&str> = said.iter().map(String::as_str).filter(|s| !s.starts_with("mime_")).collect();
    assert_eq!(
        said,
        [
            "pop3_reply(F, \"OK\", \"hi\")",
            "pop3_request(T, \"USER\", \"bob\")",
            "analyzer_confirmation_info(Analyzer::ANALYZER_POP3, [aid=3])",
            "pop3_reply(F, \"OK\", \"\")",
            "pop3_request(T, \"PASS\", \"pw\")",
            "pop3_login_success(F, \"bob\", \"pw\")",
            "pop3_reply(F, \"OK\", \"in\")",
            "pop3_request(T, \"RETR\", \"1\")",
            "pop3_reply(F, \"OK\", \"10\")",
            "pop3_data(F, \"Subject: x\")",
            "pop3_data(F, \"\")",
            "pop3_data(F, \"hi\")",
            "pop3_request(T, \"QUIT\", \"\")",
            "pop3_reply(F, \"OK\", \"bye\")",
        ]
    );
}

#[test]
fn a_mail_is_survived_however_it_is_changed() {
    torment("POP3", Port::tcp(110), FETCH);
}

#[test]
fn what_needs_a_login_tells_of_one_that_was_not_seen() {
    let said = streams(
        "POP3",
        110,
        &[(Role::Resp, b"+OK hi\r\n"), (Role::Orig, b"DELE 1\r\n"), (Role::Resp, b"+OK\r\n")],
    );
    assert_eq!(
        &said[1..3],
        [
            "pop3_unexpected(T, \"DELE\", \"not allowed in other state than \\'transaction\\'\")",
            "pop3_unexpected(F, \"OK\", \"no auth required -> state changed to \\'transaction\\'\")",
        ]
    );
}

#[test]
fn commands_without_replies_are_not_kept_for_ever() {
    let many = b"NOOP\r\n".repeat(12);
    let said = streams("POP3", 110, &[(Role::Orig, &many)]);
    let dropped = said.iter().filter(|s| s.contains("too_many_pending")).count();
    assert!(dropped >= 1, "{said:?}");
}
