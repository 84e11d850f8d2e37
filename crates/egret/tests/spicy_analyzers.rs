//! Grammars as analyzers of files and packets, loaded in each of the ways that there are.
#![expect(clippy::disallowed_methods, reason = "tests write grammars and start the program")]
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    folder
}

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples").join(name)
}

/// What a run says, sorted: standard output, then errors.
fn run(folder: &Path, program: &Path, args: &[&str]) -> (Vec<String>, String) {
    let out = Command::new(program)
        .args(args)
        .current_dir(folder)
        .env("TZ", "UTC")
        .env_remove("ZEEKPATH")
        .output()
        .expect("the program runs");
    let mut lines: Vec<String> = String::from_utf8_lossy(&out.stdout).lines().map(str::to_owned).collect();
    lines.sort();
    (lines, String::from_utf8_lossy(&out.stderr).into_owned())
}

fn egret() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_egret"))
}

const PING: &str = "module Ping;
import zeek;
public type Message = unit {
    kind: uint8;
    code: uint8;
    rest: bytes &size=2;
    on %done { zeek::forward_packet(7); }
};
public type Echo = unit {
    id: uint16;
    seq: uint16;
};
";

const PING_EVT: &str = "packet analyzer spicy::Ping: parse with Ping::Message;
packet analyzer spicy::Echo: parse with Ping::Echo;
import Ping;
on Ping::Message -> event ping::message($packet, self.kind);
on Ping::Echo -> event ping::echo($packet, self.seq);
";

const PING_ZEEK: &str = r#"
global shared = 0;
redef record raw_pkt_hdr += { mark: bool &optional; };
event zeek_init()
	{
	print PacketAnalyzer::try_register_packet_analyzer_by_name("IP", 1, "spicy::Ping");
	print PacketAnalyzer::try_register_packet_analyzer_by_name("spicy_Ping", 7, "spicy_Echo");
	print PacketAnalyzer::try_register_packet_analyzer_by_name("UDP", 7, "spicy_Echo");
	print PacketAnalyzer::try_register_packet_analyzer_by_name("IP", 1, "spicy_Nothing");
	}
event ping::message(p: raw_pkt_hdr, kind: count)
	{
	p$mark = T;
	print fmt("kind %d of %s", kind, p$ip$src);
	}
event ping::echo(p: raw_pkt_hdr, seq: count)
	{
	if ( p?$mark )
		++shared;
	}
event zeek_done() { print fmt("%d records were shared", shared); }
"#;

#[test]
fn packets_go_from_layer_to_layer() {
    let f = folder(&[("p.spicy", PING), ("p.evt", PING_EVT), ("p.zeek", PING_ZEEK)]);
    let ping = sample("ping.pcap");
    let args = ["-C", "-r", ping.to_str().expect("a path"), "p.spicy", "p.evt", "p.zeek"];
    let (lines, errors) = run(f.path(), egret(), &args);
    let has = |text: &str| lines.iter().any(|l| l.starts_with(text));
    assert!(has("kind 8 of ") && has("kind 0 of "), "{lines:?} {errors}");
    assert_eq!(lines.iter().filter(|l| *l == "T").count(), 2, "{lines:?}");
    assert_eq!(lines.iter().filter(|l| *l == "F").count(), 2, "{lines:?}");
    assert!(errors.contains("cannot follow UDP"), "{errors}");
    let messages = lines.iter().filter(|l| l.starts_with("kind ")).count();
    assert!(lines.contains(&format!("{messages} records were shared")), "{lines:?}");
}

#[test]
fn a_packet_that_does_not_fit_is_a_violation() {
    let grammar = "module Ping; public type Message = unit { : b\"no ping\"; };";
    let evt = "packet analyzer spicy::Ping: parse with Ping::Message;";
    let script = r#"
event zeek_init() { PacketAnalyzer::try_register_packet_analyzer_by_name("IP", 1, "spicy::Ping"); }
event analyzer_violation_info(tag: AllAnalyzers::Tag, info: AnalyzerViolationInfo) { print tag, info$reason; }
"#;
    let f = folder(&[("p.spicy", grammar), ("p.evt", evt), ("p.zeek", script)]);
    let ping = sample("ping.pcap");
    let (lines, errors) =
        run(f.path(), egret(), &["-C", "-r", ping.to_str().expect("a path"), "p.spicy", "p.evt", "p.zeek"]);
    let expected = "PacketAnalyzer::ANALYZER_SPICY_PING, expected bytes literal \"no ping\"";
    assert!(lines.iter().any(|l| l.starts_with(expected)), "{lines:?} {errors}");
}

const PAGE: &str = "module Page;
import zeek;
public type Page = unit {
    on %init { self.inner = zeek::file_begin(\"text/x-inner\"); }
    data: bytes &eod {
        zeek::file_data_in(b\"inside \" + self.data.sub(0, 5), self.inner);
        zeek::file_end(self.inner);
    }
    var inner: string;
};
public type Inner = unit { data: bytes &eod; };
";

const PAGE_EVT: &str = "file analyzer spicy::Page: parse with Page::Page, mime-type text/html;
file analyzer spicy::Inner: parse with Page::Inner, mime-type text/x-inner;
import Page;
on Page::Page -> event page::page($file, |self.data|);
on Page::Inner -> event page::inner($file, self.data);
";

const PAGE_ZEEK: &str = r#"
event page::page(f: fa_file, size: count) { if ( size == 169 ) print f$source, size; }
event page::inner(f: fa_file, data: string) { if ( f?$parent_id && |f$conns| == 1 ) print f$source, data; }
"#;

/// What a run over a capture of the web prints of its pages.
fn check_pages(f: &Path, more: &[&str]) {
    let web = sample("web.pcap");
    let mut args = vec!["-C", "-r", web.to_str().expect("a path")];
    args.extend(more);
    let (lines, errors) = run(f, egret(), &args);
    assert!(lines.iter().any(|l| l == "HTTP, 169"), "{lines:?} {errors}");
    assert!(lines.iter().any(|l| l.starts_with("SPICY_PAGE, inside ")), "{lines:?} {errors}");
}

#[test]
fn files_and_the_files_in_them() {
    let f = folder(&[("page.spicy", PAGE), ("page.evt", PAGE_EVT), ("page.zeek", PAGE_ZEEK)]);
    check_pages(f.path(), &["page.spicy", "page.evt", "page.zeek"]);
    // In a file that lies in one too many nothing is looked for.
    let web = sample("web.pcap");
    let deep = [
        "-C",
        "-r",
        web.to_str().expect("a path"),
        "page.spicy",
        "page.evt",
        "page.zeek",
        "Spicy::max_file_depth=1",
    ];
    let (lines, errors) = run(f.path(), egret(), &deep);
    assert!(lines.iter().all(|l| !l.contains("inside")), "{lines:?} {errors}");
    let notices = std::fs::read_to_string(f.path().join("notice.log")).unwrap_or_default();
    assert!(notices.contains("Spicy::Spicy_Max_File_Depth_Exceeded"), "{notices}");
}

#[test]
fn scripts_and_archives_bring_grammars() {
    let loads = format!("@load ./page.spicy\n@load ./page.evt\n{PAGE_ZEEK}");
    let f = folder(&[("page.spicy", PAGE), ("page.evt", PAGE_EVT), ("page.zeek", &loads)]);
    check_pages(f.path(), &["page.zeek"]);
    let f = folder(&[("page.spicy", PAGE), ("page.evt", PAGE_EVT), ("page.zeek", PAGE_ZEEK)]);
    let spicyz = f.path().join("spicyz");
    std::os::unix::fs::symlink(egret(), &spicyz).expect("a link");
    let (_, errors) = run(f.path(), &spicyz, &["-do", "page.hlto", "page.spicy", "page.evt"]);
    assert_eq!(errors, "");
    check_pages(f.path(), &["page.hlto", "page.zeek"]);
    let (lines, _) = run(f.path(), egret(), &["-NN", "page.hlto"]);
    let listed = "    [File Analyzer] spicy_Page (ANALYZER_SPICY_PAGE, enabled)";
    assert!(lines.iter().any(|l| l == listed), "{lines:?}");
}

#[test]
fn a_script_beside_a_grammar_may_end_with_statements() {
    let evt = "protocol analyzer spicy::Inner over TCP: parse with Page::Inner, port 7/tcp; import Page;";
    let f = folder(&[("page.spicy", PAGE), ("page.evt", evt), ("last.zeek", "print \"a statement\";")]);
    let said = run(f.path(), egret(), &["page.spicy", "page.evt", "last.zeek"]);
    assert_eq!(said, (vec!["a statement".to_owned()], String::new()));
    let (lines, _) = run(f.path(), egret(), &["-b", "page.spicy", "page.evt", "last.zeek"]);
    assert_eq!(lines, ["a statement"]);
}

#[test]
fn two_analyzers_cannot_stand_in_for_one() {
    let evt = "protocol analyzer spicy::A over TCP: parse with Page::Inner, replaces SSH;
protocol analyzer spicy::B over UDP: parse with Page::Inner, replaces SSH;
import Page;";
    let f = folder(&[("page.spicy", PAGE), ("page.evt", evt)]);
    let (_, errors) = run(f.path(), egret(), &["page.spicy", "page.evt", "-e", "print 1;"]);
    assert!(errors.contains("spicy::B: protocol analyzer SSH is already mapped"), "{errors}");
    let evt = "protocol analyzer spicy::A over TCP: parse with Page::Inner, replaces Ethernet; import Page;";
    let f = folder(&[("page.spicy", PAGE), ("page.evt", evt)]);
    let (_, errors) = run(f.path(), egret(), &["page.spicy", "page.evt", "-e", "print 1;"]);
    assert!(errors.contains("cannot replace 'Ethernet' analyzer with a protocol analyzer"), "{errors}");
}

#[test]
fn spicys_programs_are_names_of_this_one() {
    let grammar = "module M; public type U = unit { a: uint8; }; print \"started\";";
    let f = folder(&[("m.spicy", grammar)]);
    for name in ["spicyc", "spicy-dump", "spicy-config"] {
        std::os::unix::fs::symlink(egret(), f.path().join(name)).expect("a link");
    }
    let (lines, errors) = run(f.path(), &f.path().join("spicyc"), &["-j", "m.spicy"]);
    assert_eq!((lines, errors.as_str()), (vec!["started".to_owned()], ""));
    let (_, errors) = run(f.path(), &f.path().join("spicyc"), &["m.spicy", "-o", "m.hlto"]);
    assert_eq!(errors, "");
    std::fs::write(f.path().join("input"), [7]).expect("written");
    let (lines, _) = run(f.path(), &f.path().join("spicy-dump"), &["-J", "-f", "input", "m.hlto"]);
    assert_eq!(lines, ["{\"a\":7}"]);
    let (lines, _) = run(f.path(), &f.path().join("spicy-config"), &["--version-number"]);
    assert_eq!(lines, ["11402"]);
    let (_, errors) = run(f.path(), &f.path().join("spicyc"), &["-c", "m.spicy"]);
    assert!(errors.contains("makes no C++"), "{errors}");
}
