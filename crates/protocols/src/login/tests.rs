use crate::rehearsal::{Said, orig, resp, streams, streams_with, torment};
use crate::{Defaults, Settings};
use net_types::{Interval, Port};

/// The phrases of an English system.
struct English;

impl Settings for English {
    fn strings(&self, name: &str) -> Option<Vec<Vec<u8>>> {
        let phrases: &[&str] = match name {
            "login_prompts" => &["[Ll]ogin:", "Username:"],
            "login_failure_msgs" => &["[Ii]ncorrect"],
            "login_success_msgs" => &["^Welcome"],
            "login_timeouts" => &["timed out"],
            "direct_login_prompts" => &["TERMINAL\\?"],
            "skip_authentication" => &["WELCOME TO THE LIBRARY"],
            _ => &[],
        };
        Some(phrases.iter().map(|p| p.as_bytes().to_vec()).collect())
    }
    fn bool(&self, name: &str) -> Option<bool> {
        Defaults.bool(name)
    }
    fn count(&self, name: &str) -> Option<u64> {
        Defaults.count(name)
    }
    fn int(&self, name: &str) -> Option<i64> {
        Defaults.int(name)
    }
    fn double(&self, name: &str) -> Option<f64> {
        Defaults.double(name)
    }
    fn interval(&self, name: &str) -> Option<Interval> {
        Defaults.interval(name)
    }
    fn string(&self, name: &str) -> Option<Vec<u8>> {
        Defaults.string(name)
    }
}

/// All events except the lines.
fn outcome(said: &[Said<'_>]) -> Vec<String> {
    let mut said = streams_with(&English, "TELNET", 23, said);
    said.retain(|s| !s.starts_with("login_input_line") && !s.starts_with("login_output_line"));
    said
}

#[test]
fn lines_of_both_sides_are_told() {
    let said = streams("TELNET", 23, &[resp(b"\xff\xfd\x18hi\r\n"), orig(b"\xff\xfb\x18yo\r\nls\r\n")]);
    assert_eq!(
        said,
        [
            "login_output_line(\"hi\")",
            "login_input_line(\"yo\")",
            "login_input_line(\"ls\")",
            "login_success(\"<none>\", \"\", \"yo\", \"<EOF>\")",
        ]
    );
}

#[test]
fn a_login_is_refused_and_then_accepted() {
    let said = outcome(&[
        resp(b"login: \r\n"),
        orig(b"bob\r\n"),
        resp(b"Password: \r\n"),
        orig(b"guess\r\n"),
        resp(b"Login incorrect\r\nlogin:\r\n"),
        orig(b"bob\r\nsecret\r\n"),
        resp(b"Welcome, bob\r\n"),
    ]);
    assert_eq!(
        said,
        [
            "login_failure(\"bob\", \"\", \"guess\", \"Login incorrect\")",
            "login_success(\"bob\", \"\", \"secret\", \"Welcome, bob\")",
        ]
    );
}

#[test]
fn a_user_may_be_named_behind_the_prompt_or_not_at_all() {
    let named = outcome(&[resp(b"login: bob\r\n"), orig(b"secret\r\n"), resp(b"Welcome\r\n")]);
    assert_eq!(named, ["login_success(\"bob\", \"\", \"secret\", \"Welcome\")"]);
    let timeout = outcome(&[resp(b"login:\r\n"), orig(b"bob\r\n"), resp(b"Login timed out\r\n")]);
    assert_eq!(timeout, ["login_failure(\"bob\", \"\", \"<timeout>\", \"Login timed out\")"]);
    let direct = outcome(&[resp(b"login: TERMINAL?\r\n")]);
    assert_eq!(direct, ["login_success(\"TERMINAL?\", \"\", \"<none>\", \"login: TERMINAL?\")"]);
    assert_eq!(outcome(&[resp(b"WELCOME TO THE LIBRARY\r\nlogin:\r\n")]), ["authentication_skipped()"]);
}

#[test]
fn who_types_what_servers_say_confuses() {
    let said = outcome(&[resp(b"login:\r\n"), orig(b"Login incorrect\r\nls\r\n"), resp(b"Welcome\r\n")]);
    assert_eq!(
        said,
        [
            "login_confused(\"possible_login_ploy\", \"Login incorrect\")",
            "login_confused_text(\"Login incorrect\")",
            "login_confused_text(\"ls\")",
        ]
    );
    let typed: Vec<u8> = b"x\r\n".repeat(13);
    assert!(outcome(&[orig(&typed)])[0].starts_with("login_confused(\"excessive_typeahead\""));
    let lines: Vec<u8> = b"x\r\n".repeat(51);
    assert!(outcome(&[resp(&lines)])[0].starts_with("login_confused(\"no_login_prompt\""));
}

#[test]
fn the_environment_names_the_user() {
    let said =
        outcome(&[orig(b"\xff\xfa\x27\x00\x00USER\x01bob\x00DISPLAY\x01:0\xff\xf0"), resp(b"Welcome\r\n")]);
    assert_eq!(said, ["login_display(\":0\")", "login_success(\"bob\", \"\", \"<none>\", \"Welcome\")"]);
}

#[test]
fn rlogin_begins_with_names() {
    let said = streams_with(
        &English,
        "RLOGIN",
        513,
        &[
            orig(b"\0me\0bob\0xterm/9600\0"),
            resp(b"\0Welcome\r\n"),
            orig(b"\xff\xffss\0\x18\0\x50\0\0\0\0ls\r\n"),
        ],
    );
    assert_eq!(
        said,
        [
            "login_terminal(\"xterm/9600\")",
            "login_output_line(\"Welcome\")",
            "login_success(\"bob\", \"me\", \"<none>\", \"Welcome\")",
            "login_input_line(\"ls\")",
        ]
    );
    let said = streams("RLOGIN", 513, &[orig(b"me\0")]);
    assert_eq!(said, ["conn_weird(\"bad_rlogin_prolog\", \"\", \"CONTENTLINE\")"]);
    let said = streams("RLOGIN", 513, &[orig(b"\0me\0bob\0x\0"), resp(b"go away\n"), orig(b"a\n")]);
    assert!(
        said.contains(&"conn_weird(\"rlogin_text_after_rejected\", \"\", \"CONTENTLINE\")".to_owned()),
        "{said:?}"
    );
}

#[test]
fn rsh_is_a_command_with_its_output() {
    let said = streams("RSH", 514, &[orig(b"1022\0me\0bob\0ls -l\0"), resp(b"\0a\nb\n"), orig(b"more\n")]);
    assert_eq!(
        said,
        [
            "login_input_line(\"ls -l\")",
            "rsh_request(\"me\", \"bob\", \"ls -l\", T)",
            "login_output_line(\"\")",
            "rsh_reply(\"me\", \"bob\", \"\")",
            "login_output_line(\"a\")",
            "rsh_reply(\"me\", \"bob\", \"a\")",
            "login_output_line(\"b\")",
            "rsh_reply(\"me\", \"bob\", \"b\")",
            "login_input_line(\"more\")",
            "rsh_request(\"me\", \"bob\", \"more\", F)",
            "login_success(\"bob\", \"me\", \"ls -l\", \"<EOF>\")",
        ]
    );
}

#[test]
fn torn_and_changed_streams_are_survived() {
    torment(
        "TELNET",
        Port::tcp(23),
        &[resp(b"\xff\xfd\x18login:\r\n"), orig(b"\xff\xfa\x18\0vt100\xff\xf0bob\r\n")],
    );
    torment(
        "RLOGIN",
        Port::tcp(513),
        &[orig(b"\0me\0bob\0x\0"), resp(b"\0hi\r\n"), orig(b"\xff\xffss12345678a\n")],
    );
    torment("RSH", Port::tcp(514), &[orig(b"1022\0me\0bob\0ls\0"), resp(b"\0a\nb\n")]);
}
