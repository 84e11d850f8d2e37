//! Runs scripts, and compares their output and the messages about them.
#![allow(clippy::disallowed_methods, reason = "a test runs the program")]
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Runs a script without the default scripts, with one-line messages and paths cut to the file's name.
fn check(script: &str, stdout: &str, stderr: &str) {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("x.zeek"), script).unwrap();
    let mut egret = Command::new(env!("CARGO_BIN_EXE_egret"));
    let ran = egret.args(["-b", "--plain-errors", "x.zeek"]).current_dir(dir.path()).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace("./x.zeek", "x.zeek");
    assert_eq!((&*text(&ran.stdout), &*text(&ran.stderr)), (stdout, stderr), "{script}");
}

#[test]
fn enumerators_past_32_bits_keep_their_names() {
    let script = r"
type E: enum { A = 0x80000000, B = 4294967295, C = 5 };
global g: E = B;
function same(e: E): E { return e; }
event zeek_init()
	{
	local s: set[E] = set(A, B);
	print A, same(B), g, enum_to_int(A), enum_to_int(B), A == B, A in s, C in s;
	}
";
    check(script, "A, B, B, 2147483648, 4294967295, F, T, F\n", "");
}

#[test]
fn a_loop_whose_last_step_is_jumped_over_goes_on() {
    let script = r"
event zeek_init()
	{
	local i = 0;
	while ( i < 5 )
		{
		if ( i == 3 )
			{
			i += 2;
			next;
			}
		++i;
		}
	print i;
	i = 0;
	local n = 0;
	while ( n < 3 )
		{
		n += 1;
		if ( n > 1 )
			++i;
		}
	print n, i;
	while ( ++i < 6 )
		print i;
	local z = -2;
	while ( z < 0 )
		++z;
	print z;
	}
";
    check(script, "5\n3, 2\n3\n4\n5\n0\n", "");
}

#[test]
fn a_call_with_more_than_its_function_takes_ends_the_handler() {
    let script = r#"
function f(x: any) { print "f", x; }
event zeek_init() &priority=1
	{
	f(1);
	f(1, 2);
	print "not reached";
	}
event zeek_init() { print "goes on"; }
"#;
    let said = "expression error in x.zeek, line 6: too many arguments for function call (f(1, 2))\n\
                fatal error: errors occurred while initializing\n";
    check(script, "f, 1\ngoes on\n", said);
}

#[test]
fn a_vector_handed_on_as_one_of_any_takes_only_its_own() {
    let script = r#"
function add_to(v: vector of any)
	{
	v += 2;
	v += "no number";
	}
event zeek_init()
	{
	local v = vector(1);
	add_to(v);
	}
"#;
    let said = "expression error in x.zeek, line 5: type-checking failed in vector append (v += no number)\n\
                fatal error: errors occurred while initializing\n";
    check(script, "", said);
}

#[test]
fn a_case_of_a_type_converts_what_came_from_another_node() {
    let script = r#"
@load base/frameworks/broker
type Pair: record { a: string; b: count &optional; };
function f(x: any)
	{
	switch ( x )
		{
		case type string as s: print "string", s + "."; break;
		case type count as n: print "count", n + 1; break;
		case type Pair as p: print "record", p$a; break;
		default: print "else", x; break;
		}
	}
event zeek_init()
	{
	f(Broker::data("two"));
	f(Broker::data(1));
	f(Broker::data(Pair($a="one")));
	f(3);
	f(T);
	}
"#;
    check(script, "string, two.\ncount, 2\nrecord, one\ncount, 4\nelse, T\n", "");
}

#[test]
fn a_first_value_that_cannot_be_computed_is_named() {
    let script = "global n: count;\ntype R: record { f: count &default=n; };\nglobal r = R();\n";
    let said = "expression error in x.zeek, line 2: value used but not set (n)\n\
                error in x.zeek, line 3: initialization failed (r)\n";
    check(script, "", said);
}

#[test]
fn records_whose_defaults_are_computed_stand_inside_of_others() {
    let script = r"
global made = 0;
function next_number(): count { return ++made; }
type Inner: record { n: count &default=next_number(); };
type Outer: record { n: count &default=next_number(); inner: Inner; };
type Outermost: record { outer: Outer; };
event zeek_init()
	{
	local a = Outer();
	local b = Outer($inner=Inner($n=77));
	print a, b, made;
	print Outermost();
	}
";
    let printed = "[n=1, inner=[n=2]], [n=3, inner=[n=77]], 3\n[outer=[n=4, inner=[n=5]]]\n";
    check(script, printed, "");
}

#[test]
fn a_module_and_a_group_of_its_name_are_turned_off_apart() {
    let script = r#"
module One;
event zeek_init() &priority=1 { disable_module_events("One"); }
event zeek_done() { print "in the module"; }
module Two;
event zeek_done() &group="One" { print "in the group"; }
"#;
    check(script, "in the group\n", "");
}

#[test]
fn a_long_table_of_constants_is_as_one_that_is_computed() {
    let rows: Vec<String> = (0..40).map(|i| format!("[{i}, \"{i}\"] = [$a=\"{i}\", $c={i}.5]")).collect();
    let script = format!(
        "type R: record {{ a: string; b: count &default=7; c: double &optional; }};
const one: table[count, string] of R = {{ {}, [3, \"3\"] = [$a=\"last\"] }} &redef;
function key(n: count): count {{ return n; }}
global other: table[count, string] of R = {{ {}, [key(3), \"3\"] = [$a=\"last\"] }};
redef one += {{ {} }};
event zeek_init()
	{{
	for ( [n, s], r in other )
		if ( cat(one[n, s]) != cat(r) && n != 3 )
			print n, r;
	print |one|, |other|, one[3, \"3\"], one[2, \"2\"], other[3, \"3\"];
	}}
",
        rows.join(",\n"),
        rows.join(",\n"),
        rows[1..].join(",\n"),
    );
    let r = |a: &str, c: &str| format!("[a={a}, b=7, c={c}]");
    let (third, second, last) = (r("3", "3.5"), r("2", "2.5"), r("last", "<uninitialized>"));
    check(&script, &format!("40, 40, {third}, {second}, {last}\n"), "");
    // A wrong element is reported as in a short list.
    let wrong = format!("global t: table[count] of count = {{ {} }};\n", {
        (0..40)
            .map(|i| if i == 20 { "[20] = \"x\"".into() } else { format!("[{i}] = {i}") })
            .collect::<Vec<_>>()
            .join(", ")
    });
    let short = "global t: table[count] of count = { [20] = \"x\" };\n";
    let told = |script: &str| {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("x.zeek"), script).unwrap();
        let mut egret = Command::new(env!("CARGO_BIN_EXE_egret"));
        let ran = egret.args(["-b", "--plain-errors", "x.zeek"]).current_dir(dir.path()).output().unwrap();
        assert!(!ran.status.success());
        String::from_utf8_lossy(&ran.stderr).into_owned()
    };
    assert!(told(&wrong).contains("line 1"), "{}", told(&wrong));
    assert_eq!(told(&wrong).lines().count(), told(short).lines().count());
}

#[test]
fn a_termination_signal_ends_a_script_that_loops_and_then_the_run_in_order() {
    let dir = tempfile::tempdir().unwrap();
    let script = r#"
event new_connection(c: connection) { mkdir("begun"); while ( T ) ; }
event zeek_done() { print "done"; }
"#;
    std::fs::write(dir.path().join("x.zeek"), script).unwrap();
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/ping.pcap");
    let mut egret = Command::new(env!("CARGO_BIN_EXE_egret"));
    egret.args(["-b", "-r", sample, "x.zeek"]).current_dir(dir.path());
    let child = egret.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !dir.path().join("begun").exists() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    let ran = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(String::from_utf8_lossy(&ran.stdout), "done\n", "{said}");
    assert!(said.contains("a signal ended the handler"), "{said}");
    assert!(ran.status.success(), "{said}");
}

#[test]
fn unset_and_unused_values_are_reported_with_u() {
    let script = r#"event zeek_init()
	{
	local a: count;
	local b: count;
	local c = 1;
	local d = 2 &is_used;
	local e: count;
	local t: table[count] of count;
	if ( a > 3 )
		b = 5;
	for ( i in t )
		{
		if ( i == 2 )
			next;
		e = i;
		t[e] = c;
		c = 3;
		}
	switch a
		{
		case 1:
			e = 1;
			break;
		default:
			e = 2;
			break;
		}
	print a, b, e;
	c = 4;
	}
"#;
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("x.zeek"), script).unwrap();
    let told = |args: &[&str], variable: &str| {
        let mut egret = Command::new(env!("CARGO_BIN_EXE_egret"));
        egret.args(["-b", "-a", "--plain-errors"]).args(args).arg("x.zeek").current_dir(dir.path());
        let ran = egret.env("ZEEK_USAGE_ISSUES", variable).output().unwrap();
        assert!(ran.status.success());
        String::from_utf8_lossy(&ran.stderr).replace("./x.zeek", "x.zeek")
    };
    let expected = "warning in x.zeek, line 9: used without definition (a)
warning in x.zeek, line 28: possibly used without definition (b)
warning: c assignment unused: c = 4; x.zeek, line 29
";
    assert_eq!(told(&["-u"], ""), expected);
    assert_eq!(told(&[], "1"), expected);
    assert_eq!(told(&[], ""), "");
}

#[test]
fn the_analyzer_that_raised_an_event_can_be_taken_off_its_connection() {
    let script = r#"
@load base/protocols/smtp
hook Analyzer::disabling_analyzer(c: connection, atype: AllAnalyzers::Tag, aid: count)
	{
	print atype, aid == current_analyzer();
	}
event smtp_request(c: connection, is_orig: bool, command: string, arg: string)
	{
	print command, current_analyzer() > 0;
	if ( command == "MAIL" )
		print disable_analyzer(c$id, current_analyzer(), T, T);
	}
event zeek_done() { print current_analyzer(); }
"#;
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("x.zeek"), script).unwrap();
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/smtp.pcap");
    let mut egret = Command::new(env!("CARGO_BIN_EXE_egret"));
    let ran = egret.args(["-b", "-r", sample, "x.zeek"]).current_dir(dir.path()).output().unwrap();
    // Three connections with mail; none of them raises an event after MAIL.
    let mail = ["MAIL, T", "Analyzer::ANALYZER_SMTP, T", "T"];
    let expected = [
        &["EHLO, T"][..],
        &mail,
        &["EHLO, T", "AUTH, T"],
        &mail,
        &["EHLO, T", "STARTTLS, T", "EHLO, T"],
        &mail,
        &["0"],
    ];
    let said = String::from_utf8_lossy(&ran.stdout);
    assert_eq!(
        said.lines().collect::<Vec<_>>(),
        expected.concat(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
}

#[test]
fn every_handled_event_is_announced_before_its_handlers() {
    let script = r#"
event tick(n: count, text: string) { print "tick", n; }
event zeek_init() { event tick(1, "x"); }
event new_event(name: string, params: call_argument_vector)
	{
	if ( name == "zeek_init" || name == "tick" )
		print name, params;
	}
"#;
    let told = "tick, [[name=n, type_name=count, default_val=<uninitialized>, value=1], \
                [name=text, type_name=string, default_val=<uninitialized>, value=x]]\n";
    check(script, &format!("zeek_init, []\n{told}tick, 1\n"), "");
}

#[test]
fn events_without_handlers_are_announced_if_all_are_wanted() {
    let script = r#"
@load base/protocols/smtp
global told: table[string] of count &default=0;
event new_event(name: string, params: call_argument_vector)
	{
	if ( name == "tcp_options" || name == "unheard" )
		++told[name];
	}
global unheard: event(n: count);
event zeek_init() { event unheard(1); }
event zeek_done() { print told["tcp_options"] > 0, told["unheard"]; }
"#;
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/smtp.pcap");
    for (more, said) in
        [("", "F, 0\n"), ("event zeek_init() &priority=9 { generate_all_events(); }\n", "T, 1\n")]
    {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("x.zeek"), format!("{script}{more}")).unwrap();
        let mut egret = Command::new(env!("CARGO_BIN_EXE_egret"));
        let ran = egret.args(["-b", "-r", sample, "x.zeek"]).current_dir(dir.path()).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&ran.stdout), said, "{}", String::from_utf8_lossy(&ran.stderr));
    }
}

#[test]
fn scripts_of_the_command_line_need_no_dot_in_zeekpath() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("library")).unwrap();
    std::fs::write(dir.path().join("library/y.zeek"), "print \"y of the library\";").unwrap();
    std::fs::write(dir.path().join("x.zeek"), "print \"x\";").unwrap();
    std::fs::write(dir.path().join("y.zeek"), "print \"y\";").unwrap();
    let check = |name: &str, expected: &str| {
        let mut egret = Command::new(env!("CARGO_BIN_EXE_egret"));
        let library = dir.path().join("library");
        let ran = egret.args(["-b", name]).env("ZEEKPATH", library).current_dir(dir.path()).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&ran.stdout), expected, "{name}");
    };
    check("x.zeek", "x\n");
    check("x", "x\n");
    check("./x.zeek", "x\n");
    check("./y.zeek", "y\n");
    check("y.zeek", "y of the library\n");
}

/// Runs the program in a folder. Returns what it prints.
fn ran(folder: &Path, args: &[&str]) -> String {
    let ran = Command::new(env!("CARGO_BIN_EXE_egret")).args(args).current_dir(folder).output().unwrap();
    assert!(ran.status.success(), "{args:?}: {}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8_lossy(&ran.stdout).into_owned()
}

#[test]
fn a_trace_of_events_raises_them_again() {
    let dir = tempfile::tempdir().unwrap();
    let capture = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/web.pcap");
    let script = "@load base/protocols/http\n\
                  event connection_state_remove(c: connection) { print network_time(), c$uid, c$history, c$orig$size; }\n\
                  event http_header(c: connection, is_orig: bool, original_name: string, name: string, value: string)\n\
                  { print name, value; }";
    std::fs::write(dir.path().join("x.zeek"), script).unwrap();
    let rows = || {
        let log = std::fs::read_to_string(dir.path().join("http.log")).unwrap();
        log.lines().filter(|l| !l.starts_with('#')).map(str::to_owned).collect::<Vec<_>>()
    };
    let printed = ran(dir.path(), &["-b", "-C", "-D", "-r", capture, "-E", "events.zeek", "x.zeek"]);
    let logged = rows();
    std::fs::remove_file(dir.path().join("http.log")).unwrap();
    assert!(!printed.is_empty() && !logged.is_empty());
    assert_eq!(ran(dir.path(), &["-b", "-D", "x.zeek", "events.zeek"]), printed);
    // Files are not analyzed again: their columns are empty.
    let first = |rows: Vec<String>| -> Vec<String> {
        rows.iter().map(|r| r.split('\t').take(16).collect::<Vec<_>>().join("\t")).collect()
    };
    assert_eq!(first(rows()), first(logged));
}

#[test]
fn a_trace_of_statements_names_each_that_runs() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(
        dir.path().join("x.zeek"),
        "event zeek_init()\n\t{\n\tlocal a = 1;\n\tif ( a > 1 )\n\t\tprint 2;\n\tprint 3;\n\t}\n",
    )
    .unwrap();
    assert_eq!(ran(dir.path(), &["-b", "-t", "trace.txt", "./x.zeek"]), "3\n");
    let trace = std::fs::read_to_string(dir.path().join("trace.txt")).unwrap();
    let lines: Vec<&str> = trace.lines().filter_map(|l| l.split_once("x.zeek:")).map(|(_, l)| l).collect();
    assert_eq!(lines, ["3 (zeek_init) local a = 1;", "4 (zeek_init) if ( a > 1 )", "6 (zeek_init) print 3;"]);
}

#[test]
fn plugins_are_listed_with_what_they_bring() {
    let dir = tempfile::tempdir().unwrap();
    let all = ran(dir.path(), &["-N"]);
    for name in [
        "Zeek::HTTP - ",
        "Zeek::AsciiWriter - ",
        "Zeek::Storage_Backend_Redis - ",
        "Zeek::ARP - ",
        "Zeek::Pcap - ",
    ] {
        assert_eq!(all.lines().filter(|l| l.starts_with(name)).count(), 1, "{name}");
    }
    let one = ran(dir.path(), &["-NN", "Zeek::AsciiWriter"]);
    assert!(
        one.starts_with("Zeek::AsciiWriter - ") && one.contains("\n    [Writer] ASCII (Log::WRITER_ASCII)\n"),
        "{one}"
    );
    let krb = ran(dir.path(), &["-NN", "Zeek::KRB"]);
    for part in ["[Analyzer] KRB_TCP (ANALYZER_KRB_TCP, enabled)", "[Event] krb_ap_request"] {
        assert!(krb.lines().any(|l| l == format!("    {part}")), "{part}: {krb}");
    }
    let none = Command::new(env!("CARGO_BIN_EXE_egret")).args(["-N", "Zeek::Nothing"]).output().unwrap();
    assert!(!none.status.success());
}

#[test]
fn a_list_that_nobody_reads_to_its_end_ends_without_a_word() {
    // A reader that leaves at once: a pipe whose other end is closed.
    for args in [&["-NN"][..], &["-N"], &["-V"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = Command::new(env!("CARGO_BIN_EXE_egret"));
        let ended = command.args(args).stdout(writer).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&ended.stderr), "", "{args:?}");
        assert_eq!(ended.status.code(), Some(141), "{args:?}");
    }
}

#[test]
fn addresses_are_anonymized_by_the_method_of_their_class() {
    let script = r"
redef orig_addr_anonymization = SEQUENTIALLY_NUMBERED;
redef resp_addr_anonymization = PREFIX_PRESERVING_A50;
redef other_addr_anonymization = RANDOM_MD5;
redef preserve_orig_addr += { 10.0.0.9 };
event anonymization_mapping(orig: addr, mapped: addr)
	{
	if ( mapped in 0.0.0.0/24 )
		print orig, mapped;
	}
event zeek_init()
	{
	print anonymize_addr(192.168.1.5, ORIG_ADDR), anonymize_addr(10.0.0.1, ORIG_ADDR);
	print anonymize_addr(192.168.1.5, ORIG_ADDR), anonymize_addr(10.0.0.9, ORIG_ADDR);
	preserve_subnet(192.168.0.0/16);
	preserve_prefix(10.1.2.3, 8);
	print anonymize_addr(192.168.7.7, RESP_ADDR) in 192.168.0.0/16, anonymize_addr(10.9.9.9, RESP_ADDR) in 10.0.0.0/8;
	local a = anonymize_addr(172.16.0.1, RESP_ADDR);
	local b = anonymize_addr(172.16.0.2, RESP_ADDR);
	print a == b, mask_addr(a, 30) == mask_addr(b, 30), a == anonymize_addr(172.16.0.1, RESP_ADDR), a in 128.0.0.0/2;
	local r = anonymize_addr(1.2.3.4, OTHER_ADDR);
	print r == anonymize_addr(1.2.3.4, OTHER_ADDR), r == anonymize_addr(1.2.3.5, OTHER_ADDR);
	}
event zeek_init() &priority=-1
	{
	preserve_prefix(1.2.3.4, 33);
	preserve_subnet([2001:db8::]/32);
	anonymize_addr([2001:db8::1], ORIG_ADDR);
	}
";
    let stdout = "0.0.0.1, 0.0.0.2\n0.0.0.1, 10.0.0.9\nT, T\nF, T, T, T\nT, F\n192.168.1.5, 0.0.0.1\n10.0.0.1, 0.0.0.2\n";
    let stderr = "error in x.zeek, line 26: preserve_prefix(): a width of 33 bits, expected at most 32 (preserve_prefix(1.2.3.4, 33))
error in x.zeek, line 27: preserve_subnet() not supported for IPv6 addresses (preserve_subnet(2001:db8::/32))
error in x.zeek, line 28: anonymize_addr() not supported for IPv6 addresses (anonymize_addr(2001:db8::1, ORIG_ADDR))
fatal error: errors occurred while initializing
";
    check(script, stdout, stderr);
    check("event zeek_init() { print anonymize_addr(1.2.3.4, RESP_ADDR); }", "1.2.3.4\n", "");
}

/// The interfaces that the kernel lists, with whether each is the loopback interface, in order.
fn interfaces() -> Vec<String> {
    let table = std::fs::read_to_string("/proc/net/dev").unwrap();
    let names = table.lines().filter_map(|line| line.split_once(':')).map(|(name, _)| name.trim());
    let mut all: Vec<_> = names.map(|n| format!("{n}, {}", if n == "lo" { "T" } else { "F" })).collect();
    all.sort_unstable();
    all
}

#[test]
fn interfaces_are_those_of_the_kernel() {
    let script = "event zeek_init() { for ( i in Pcap::findalldevs() ) print i$name, i$is_loopback; }";
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("x.zeek"), script).unwrap();
    // Interfaces may come and go between the two lists.
    let same = (0..50).find_map(|_| {
        let before = interfaces();
        let mut found: Vec<_> = ran(dir.path(), &["-b", "x.zeek"]).lines().map(str::to_owned).collect();
        found.sort_unstable();
        (before == interfaces()).then_some((found, before))
    });
    let (found, kernel) = same.expect("two equal lists in 50 attempts");
    assert_eq!(found, kernel);
    assert!(kernel.contains(&"lo, T".to_owned()), "{kernel:?}");
}

/// The scripts below a folder, by their names in the search path.
fn scripts_below(folder: &Path, name: &str, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let file = entry.file_name().into_string().unwrap();
        if entry.file_type().unwrap().is_dir() {
            scripts_below(&entry.path(), &format!("{name}/{file}"), found);
        } else if let Some(stem) = file.strip_suffix(".zeek") {
            found.push(format!("{name}/{stem}"));
        }
    }
}

#[test]
fn each_policy_script_loads_alone_without_a_message() {
    let mut names = Vec::new();
    let policy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/tree/policy");
    scripts_below(&policy, "policy", &mut names);
    // A part of frameworks/cluster/experimental, which declares what it uses.
    names.retain(|name| name != "policy/frameworks/cluster/nodes-experimental/connected");
    assert!(names.len() > 100, "{}", names.len());
    let dir = tempfile::tempdir().unwrap();
    let (next, said) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|s| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            s.spawn(|| {
                while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let ran = Command::new(env!("CARGO_BIN_EXE_egret"))
                        .args(["--parse-only", "--plain-errors", name])
                        .current_dir(dir.path())
                        .output()
                        .unwrap();
                    let text = String::from_utf8_lossy(&ran.stderr);
                    let messages: Vec<_> =
                        text.lines().filter(|l| !l.contains("deprecated script loaded")).collect();
                    if !messages.is_empty() {
                        said.lock().unwrap().push(format!("{name}: {}", messages.join("\n")));
                    }
                }
            });
        }
    });
    assert_eq!(said.into_inner().unwrap(), Vec::<String>::new());
}
