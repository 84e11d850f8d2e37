use super::line::{Error, Kind, Line, is_client_command, nick_of, rejoined, words};

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
