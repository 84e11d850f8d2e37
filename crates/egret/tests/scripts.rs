//! Scripts through the program: what they print, and what is said about them.
#![allow(clippy::disallowed_methods, reason = "a test runs the program")]
use std::process::Command;

/// Runs a script without the default ones; messages in their one-line form, paths cut to the file's name.
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
fn a_first_value_that_cannot_be_computed_is_named() {
    let script = "global n: count;\ntype R: record { f: count &default=n; };\nglobal r = R();\n";
    let said = "expression error in x.zeek, line 2: value used but not set (n)\n\
                error in x.zeek, line 3: initialization failed (r)\n";
    check(script, "", said);
}
