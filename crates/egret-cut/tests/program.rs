//! The program as a user runs it: a log on standard input, columns on standard output.
use std::io::Write;
use std::process::{Command, Stdio};

const LOG: &str = "#separator \\x09\n#set_separator\t,\n#empty_field\t(empty)\n#unset_field\t-\n#path\tt\n\
                   #fields\tts\tuid\tn\n#types\ttime\tstring\tcount\n1.500000\tC1\t7\n2.500000\tC2\t-\n";

/// Status, standard output and standard error of a run with these arguments.
fn cut(args: &[&str]) -> (bool, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_egret-cut"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut program = command.spawn().expect("it starts");
    program.stdin.take().expect("a pipe").write_all(LOG.as_bytes()).expect("it reads");
    let out = program.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (out.status.success(), text(out.stdout), text(out.stderr))
}

#[test]
fn columns_come_in_the_order_asked_for() {
    assert_eq!(cut(&["n", "uid"]), (true, "7\tC1\n-\tC2\n".to_owned(), String::new()));
    assert_eq!(cut(&["-n", "ts"]).1, "C1\t7\nC2\t-\n");
}

#[test]
fn an_unknown_column_is_an_error_that_names_it() {
    let (succeeded, out, err) = cut(&["uid", "nonsense"]);
    assert!(!succeeded && err.contains("nonsense"), "{err:?}");
    // The column that is there was printed.
    assert_eq!(out, "C1\t\nC2\t\n");
}
