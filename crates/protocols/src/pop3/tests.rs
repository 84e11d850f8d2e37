use super::command::{Word, tokens, trimmed};
use super::login::{Bad, Method, User};

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
