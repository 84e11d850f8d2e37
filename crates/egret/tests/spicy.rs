//! `egret spicy`: grammars are checked, run and dumped.
#![expect(clippy::disallowed_methods, reason = "tests write grammars and start the program")]
use std::io::Write;
use std::process::{Command, Output, Stdio};

const GRAMMAR: &str = "module M;

public type Pair = unit {
    size: uint8;
    text: bytes &size=self.size;
    on %done { print \"pair %s\" % self.text; }
};
";

/// Runs a subcommand on a file with this text.
fn spicy(face: &[&str], file: &str, text: &str, input: &[u8]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("m.spicy"), GRAMMAR).unwrap();
    std::fs::write(folder.path().join(file), text).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_egret"))
        .arg("spicy")
        .args(face)
        .arg("m.spicy")
        .args((file != "m.spicy").then_some(file))
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A subcommand that reads no input may have ended.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

#[test]
fn a_unit_is_dumped_whole_and_byte_by_byte() {
    for pieces in ["-i1000", "-i1"] {
        let out = spicy(&["dump", "-J", pieces], "m.spicy", GRAMMAR, b"\x03abc");
        assert_eq!(String::from_utf8_lossy(&out.stdout), "{\"size\":3,\"text\":\"abc\"}\n");
        let out = spicy(&["driver", pieces], "m.spicy", GRAMMAR, b"\x03abc");
        assert_eq!(String::from_utf8_lossy(&out.stdout), "pair abc\n");
    }
}

#[test]
fn what_is_wrong_is_shown_at_its_place() {
    let wrong = GRAMMAR.replace("uint8", "uint9");
    let out = spicy(&["check", "--carets"], "m.spicy", &wrong, b"");
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(!out.status.success() && said.contains("m.spicy:4:") && said.contains('^'), "{said}");
}

#[test]
fn attachments_are_checked_against_the_units() {
    let evt = "protocol analyzer spicy::M over TCP:\n    parse with M::Pair;\n\non M::Pair -> event m::pair($conn, self.text);\n";
    let out = spicy(&["check"], "m.evt", evt, b"");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let out = spicy(&["check"], "m.evt", &evt.replace("self.text", "self.txt"), b"");
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(!out.status.success() && said.contains("m.evt:4"), "{said}");
}
