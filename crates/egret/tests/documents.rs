//! Documents about scripts (`-X`), and functions with which scripts query their comments.
#![allow(clippy::disallowed_methods, reason = "a test runs the program")]
mod program;

use program::{Said, egret, said};
use std::path::Path;

const SCRIPT: &str = r#"##! A script to document.
module Demo;

@load base/utils/site

export {
	## How often.  At least once.
	option times = 3;

	## A thing.
	type Thing: record {
		## Its name.
		name: string &log;
		size: count &default=7; ##< Its size.
	};

	## Colours.
	type Colour: enum {
		RED, ##< As blood.
		GREEN,
	};

	## Makes a thing.
	##
	## name: its name
	##
	## Returns: the thing.
	global make: function(name: string): Thing;
}

redef record Thing += {
	## Added later.
	extra: set[addr] &optional;
};

redef times = 5;

function make(name: string): Thing
	{
	## No comment of anything.
	return [$name=name];
	}
"#;

fn run(folder: &Path, targets: &str) -> Said {
    std::fs::write(folder.join("demo.zeek"), SCRIPT).expect("a script");
    std::fs::write(folder.join("targets"), targets).expect("a list");
    said(egret(folder).args(["-b", "-X", "targets", "./demo.zeek"]))
}

#[test]
fn a_script_becomes_a_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let ran = run(folder.path(), "script demo.zeek out/demo.rst\n");
    assert!(ran.status.success(), "{}", ran.err);
    let page = std::fs::read_to_string(folder.path().join("out/demo.rst")).expect("a page");
    for part in [
        "demo.zeek\n=========\n.. zeek:namespace:: Demo\n\nA script to document.\n",
        ":Imports: :doc:`base/utils/site.zeek </scripts/base/utils/site.zeek>`\n",
        ":zeek:id:`Demo::times`: :zeek:type:`count` :zeek:attr:`&redef` How often.\n",
        "   :Default: ``3``\n   :Redefinition: from :doc:`/scripts/demo.zeek`\n\n      ``=``::\n\n         5\n\n",
        ".. zeek:type:: Demo::Thing\n   :source-code: demo.zeek 11 15\n\n   :Type: :zeek:type:`record`\n\n\n   .. zeek:field:: name :zeek:type:`string` :zeek:attr:`&log`\n\n      Its name.\n",
        "   .. zeek:field:: size :zeek:type:`count` :zeek:attr:`&default` = ``7`` :zeek:attr:`&optional`\n\n      Its size.\n",
        "   .. zeek:field:: extra :zeek:type:`set` [:zeek:type:`addr`] :zeek:attr:`&optional`\n\n      Added later.\n",
        "      .. zeek:enum:: Demo::RED Demo::Colour\n\n         As blood.\n\n      .. zeek:enum:: Demo::GREEN Demo::Colour\n\n   Colours.\n",
        "   :Type: :zeek:type:`function` (name: :zeek:type:`string`) : :zeek:type:`Demo::Thing`\n\n   Makes a thing.\n   \n\n   :param name: its name\n   \n\n   :returns: the thing.\n",
    ] {
        assert!(page.contains(part), "{part}\nis missing in\n{page}");
    }
    assert!(!page.contains("No comment"), "{page}");
}

#[test]
fn targets_that_cannot_be_met_are_errors() {
    let folder = tempfile::tempdir().expect("a folder");
    for (targets, expected) in [
        ("scripts demo.zeek x\n", "line 1: expected KIND PATTERN FILE"),
        ("script nowhere.zeek x\n", "no loaded script has what nowhere.zeek names"),
        ("package demo x\n", "no loaded script has what demo names"),
    ] {
        let ran = run(folder.path(), targets);
        assert!(!ran.status.success() && ran.err.contains(expected), "{targets}: {}", ran.err);
    }
    let ran = said(egret(folder.path()).args(["-b", "-X", "missing", "./demo.zeek"]));
    assert!(!ran.status.success() && ran.err.contains("reading what to document"), "{}", ran.err);
}

#[test]
fn scripts_see_comments() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("demo.zeek"), SCRIPT).expect("a script");
    let asks = "print get_identifier_comments(\"Demo::RED\"), get_identifier_declaring_script(\"Demo::make\"), \
                get_record_field_comments(\"Demo::Thing$extra\"), get_script_comments(\"demo.zeek\"), \
                get_identifier_comments(\"Demo::nothing\"), get_record_field_declaring_script(\"conn_id$orig_h\");";
    let ran = said(egret(folder.path()).args(["-b", "./demo.zeek", "-e", asks]));
    let expected =
        "As blood., demo.zeek, Added later., A script to document., , base/init/connections.zeek\n";
    assert_eq!((&*ran.out, &*ran.err), (expected, ""));
}
