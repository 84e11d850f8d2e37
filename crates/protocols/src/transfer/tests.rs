use crate::rehearsal::streams;
use session::Role;

/// The lines of `file_transferred`.
fn shown(name: &str, said: &[(Role, &[u8])]) -> Vec<String> {
    let lines = streams(name, 4711, said).into_iter();
    lines.filter(|l| l.starts_with("file_transferred")).collect()
}

fn line(prefix: &str) -> String {
    format!("file_transferred(\"{prefix}\", \"<unknown>\", \"<unknown>\")")
}

#[test]
fn the_first_bytes_are_shown_once() {
    let long = "x".repeat(1023);
    let said: [(Role, &[u8]); 3] =
        [(Role::Resp, long.as_bytes()), (Role::Resp, b"yz"), (Role::Resp, b"more")];
    assert_eq!(shown("FTP_DATA", &said), [line(&(long.clone() + "y"))]);
}

#[test]
fn a_short_file_is_shown_at_its_end() {
    assert_eq!(shown("FTP_DATA", &[(Role::Orig, b"ab"), (Role::Orig, b"c")]), [line("abc")]);
    assert_eq!(shown("FTP_DATA", &[]), [""; 0]);
}

#[test]
fn acknowledgements_are_no_part_of_the_file() {
    assert_eq!(shown("IRC_DATA", &[(Role::Resp, b"abc"), (Role::Orig, b"\0\0\0\x03")]), [line("abc")]);
}
