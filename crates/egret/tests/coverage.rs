//! `ZEEK_PROFILER_FILE`: how often statements ran.
#![allow(clippy::disallowed_methods, reason = "a test runs the program and reads what it wrote")]
mod program;

use program::{Said, egret, said};
use std::path::Path;

const SCRIPT: &str = r#"function twice(n: count): count
	{
	local sum = n;
	sum += n;
	return sum;
	}

@if ( 1 == 2 )
event never() { }
@else
event zeek_init()
	{
	if ( twice(2) == 4 )
		print "four";
	else
		{ # @no-test
		print "not four";
		}
	for ( i in vector(1, 2, 3) )
		twice(i);
	print "left out"; # @no-test
	}
@endif

event zeek_done()
	{
	while ( F )
		print "no";
	}

event Pcap::file_done(path: string)
	{
	print path;
	}
"#;

fn run(folder: &Path, file: &str) -> Said {
    said(egret(folder).args(["-b", "./x.zeek"]).env("ZEEK_PROFILER_FILE", file))
}

fn lines(folder: &Path, file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join(file)).expect("the counts");
    text.lines().filter(|l| l.contains("x.zeek")).map(str::to_owned).collect()
}

#[test]
fn runs_add_up_what_their_statements_did() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("x.zeek"), SCRIPT).expect("a script");
    let expected = |runs: u64| {
        let row =
            |times: u64, place: &str, text: &str| format!("{}\t./x.zeek, {place}\t{text}", times * runs);
        vec![
            row(1, "line 10", "@else"),
            row(1, "line 13", "if (twice(2) == 4)   print four; else  {   print not four;  } "),
            row(1, "line 14", "print four;"),
            row(1, "line 19", "for ([i] in vector(1, 2, 3))   twice(i); "),
            row(3, "line 20", "twice(i);"),
            row(1, "line 27", "while (F)   print no; "),
            row(0, "line 28", "print no;"),
            row(4, "line 3", "sum = n;"),
            row(0, "line 33", "print path;"),
            row(4, "line 4", "sum = sum + n;"),
            row(4, "line 5", "return (sum);"),
            row(0, "line 8", "@if ( 1 == 2 )"),
            row(4, "lines 1-6", "function twice BODY"),
            row(1, "lines 11-22", "event zeek_init BODY"),
            row(1, "lines 25-29", "event zeek_done BODY"),
            row(0, "lines 31-34", "event Pcap::file_done BODY"),
        ]
    };
    for runs in 1..=2 {
        let ran = run(folder.path(), "counts");
        assert_eq!((ran.status.success(), ran.out.as_str()), (true, "four\nleft out\n"), "{ran:?}");
        assert_eq!(lines(folder.path(), "counts"), expected(runs), "{runs} runs");
    }
}

#[test]
fn each_run_gets_a_file_of_its_own_from_a_template() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("x.zeek"), "print 1;\n").expect("a script");
    std::fs::create_dir(folder.path().join("counts")).expect("a folder");
    for _ in 0..3 {
        assert!(run(folder.path(), "counts/XXXXXX").status.success());
    }
    let files: Vec<_> =
        std::fs::read_dir(folder.path().join("counts")).expect("the folder").flatten().collect();
    assert_eq!(files.len(), 3, "{files:?}");
    for file in files {
        let name = format!("counts/{}", file.file_name().to_string_lossy());
        assert_eq!(lines(folder.path(), &name), ["1\t./x.zeek, line 1\tprint 1;"]);
    }
}

#[test]
fn a_file_that_holds_something_else_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("x.zeek"), "print 1;\n").expect("a script");
    std::fs::write(folder.path().join("notes"), "1\tx\ty\nmy notes\n").expect("a file");
    let ran = run(folder.path(), "notes");
    assert!(ran.err.contains("ZEEK_PROFILER_FILE: notes: line 2: expected a count"), "{ran:?}");
    assert_eq!(
        std::fs::read_to_string(folder.path().join("notes")).expect("the file"),
        "1\tx\ty\nmy notes\n"
    );
    let ran = run(folder.path(), "missing/counts");
    assert!(ran.err.contains("ZEEK_PROFILER_FILE: missing/counts: No such file"), "{ran:?}");
    let ran = said(
        egret(folder.path()).args(["--workers", "2", "-r", "y.pcap"]).env("ZEEK_PROFILER_FILE", "counts"),
    );
    assert!(ran.err.contains("ZEEK_PROFILER_FILE excludes --workers"), "{ran:?}");
}
