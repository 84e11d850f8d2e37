//! What the program says to a person: hints, answers to questions about itself, signals.
#![cfg(target_os = "linux")]
#![allow(clippy::disallowed_methods, reason = "a test of a program waits for it and reads what it wrote")]
mod program;

use program::{egret, said};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::Stdio;

fn samples() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the root").join("samples")
}

#[test]
fn a_capture_among_scripts_is_meant_for_r() {
    let folder = tempfile::tempdir().expect("a folder");
    let capture = samples().join("ping.pcap");
    let ran = said(egret(folder.path()).arg(&capture).arg("local"));
    assert!(!ran.status.success());
    let hint = format!("read it with -r: egret -r {} local", capture.display());
    assert!(ran.err.contains(&hint), "{}", ran.err);
}

#[test]
fn scripts_are_printed_by_the_names_that_load_them_and_that_messages_show() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = |name: &str| said(egret(folder.path()).args(["--print-script", name]));
    let main = text("base/protocols/http/main");
    assert!(main.status.success() && main.out.contains("module HTTP;"), "{main:?}");
    for same in ["base/protocols/http/main.zeek", "/packed/base/protocols/http/main.zeek"] {
        assert_eq!(text(same).out, main.out, "{same}");
    }
    assert!(text("base/protocols/http").out.contains("@load ./main"));
    let unknown = text("base/protocols/htp/main");
    assert!(!unknown.status.success() && unknown.err.contains("did you mean base/protocols/"), "{unknown:?}");
}

#[test]
fn build_information_is_json() {
    let folder = tempfile::tempdir().expect("a folder");
    for option in ["-V", "--build-info"] {
        let ran = said(egret(folder.path()).arg(option));
        let info: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
        assert!(info["zkg"]["provides"][0]["name"].is_string(), "{info}");
    }
}

#[test]
fn deprecations_are_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = "global old: count = 1 &deprecated=\"Use new.\";\ntype R: record { f: count &default=1 &deprecated; };\n\
                  event zeek_init() { print old, old + 1, R()$f; }\n";
    std::fs::write(folder.path().join("old.zeek"), script).expect("a script");
    let ran = said(egret(folder.path()).args(["-b", "old.zeek"]));
    assert_eq!(ran.out, "1, 2, 1\n");
    assert_eq!(ran.err.matches("deprecated").count(), 1, "{}", ran.err);
    assert!(
        ran.err.contains("old: Use new (./old.zeek, line 3, 2 times); R$f (./old.zeek, line 3)"),
        "{}",
        ran.err
    );
    let plain = said(egret(folder.path()).args(["-b", "--plain-errors", "old.zeek"]));
    assert_eq!(plain.err.matches("deprecated").count(), 3, "{}", plain.err);
}

/// SIGHUP rotates the logs of a run without packets, too, and does not end it.
#[test]
fn sighup_rotates_without_packets() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = "redef exit_only_after_terminate = T;\nmodule M;\nexport { redef enum Log::ID += { LOG }; type Info: record { n: count &log; }; }\n\
                  event zeek_init() { Log::create_stream(LOG, [$columns=Info, $path=\"m\"]); Log::write(LOG, [$n=1]); print \"ready\"; }\n";
    std::fs::write(folder.path().join("m.zeek"), script).expect("a script");
    let mut child = egret(folder.path())
        .arg("m.zeek")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("egret");
    let mut out = BufReader::new(child.stdout.take().expect("standard output"));
    let mut line = String::new();
    // Standard output is written when its buffer is full or the run pauses.
    while !folder.path().join("m.log").exists() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::HUP).expect("SIGHUP");
    let rotated = || {
        let entries = std::fs::read_dir(folder.path()).expect("the folder").flatten();
        entries
            .map(|e| e.file_name().to_string_lossy().into_owned())
            .any(|n| n.starts_with("m-") || n.starts_with("m."))
            && !folder.path().join("m.log").exists()
    };
    for _ in 0..500 {
        if rotated() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(
        rotated(),
        "{:?}",
        std::fs::read_dir(folder.path())
            .expect("the folder")
            .flatten()
            .map(|e| e.file_name())
            .collect::<Vec<_>>()
    );
    assert!(child.try_wait().expect("its state").is_none(), "SIGHUP ended the run");
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).expect("SIGTERM");
    assert!(child.wait().expect("its end").success());
    out.read_line(&mut line).expect("a line");
    assert_eq!(line, "ready\n");
    let mut err = String::new();
    child.stderr.take().expect("standard error").read_to_string(&mut err).expect("text");
    assert!(err.contains("received termination signal"), "{err}");
}

#[test]
fn fmt_lays_out_and_checks() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir(at("d")).expect("a folder");
    std::fs::write(at("d/x.zeek"), "event zeek_init(){\nprint  1;\n}\n").expect("a script");
    std::fs::write(at("d/y.txt"), "not  a script").expect("a file");
    let checked = said(egret(folder.path()).args(["fmt", "--check", "d"]));
    assert_eq!((checked.out.as_str(), checked.status.success()), ("d/x.zeek\n", false), "{checked:?}");
    let ran = said(egret(folder.path()).args(["fmt", "d"]));
    assert!(ran.status.success() && ran.err.contains("1 of 1 files changed"), "{ran:?}");
    assert_eq!(
        std::fs::read_to_string(at("d/x.zeek")).expect("the script"),
        "event zeek_init() {\n\tprint 1;\n}\n"
    );
    assert!(said(egret(folder.path()).args(["fmt", "--check", "d"])).status.success());
    let missing = said(egret(folder.path()).args(["fmt", "nowhere"]));
    assert!(!missing.status.success() && missing.err.contains("nowhere"), "{missing:?}");
}

#[test]
fn a_profile_tells_calls_and_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = "function slow(n: count): count\n\t{\n\tlocal i = 0;\n\twhile ( i < n )\n\t\t++i;\n\treturn i;\n\t}\n\
                  event zeek_init()\n\t{\n\tprint slow(20000);\n\tprint slow(3);\n\t}\n";
    std::fs::write(folder.path().join("s.zeek"), script).expect("a script");
    let ran = said(egret(folder.path()).args(["-b", "--profile", "s.zeek"]));
    assert!(ran.status.success() && ran.out == "20000\n3\n", "{ran:?}");
    let line = |part: &str| {
        ran.err.lines().find(|l| l.contains(part)).unwrap_or_else(|| panic!("{part}: {}", ran.err)).to_owned()
    };
    let columns = |l: String| l.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(columns(line("slow (./s.zeek:1)"))[2], "2");
    assert_eq!(columns(line("./s.zeek:5  ++i;"))[2], "20003");
    let lines: Vec<f64> = ran
        .err
        .lines()
        .skip_while(|l| !l.contains("line"))
        .skip(1)
        .map_while(|l| l.split_whitespace().next()?.parse().ok())
        .collect();
    assert!(lines.len() > 1 && lines.is_sorted_by(|a, b| a >= b), "the most time comes first: {}", ran.err);
    let two = said(egret(folder.path()).args(["--profile", "--workers", "2", "s.zeek"]));
    assert!(two.err.contains("--profile excludes --workers"), "{two:?}");
}

#[test]
fn test_compares_and_accepts() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a file");
    write("a.md", "# A\n\n```zeek -b\nprint 1 + 1;\n```\n\n```output\n3\n```\n");
    write("b.zeek", "# egret: -b\n@load ./lib\nprint twice(4);\n");
    write("b.out", "8\n");
    write("lib.zeek", "function twice(n: count): count { return 2 * n; }\n");
    write("c.zeek", "# egret: -b\nprint nothing;\n");
    write("c.out", "");
    let test = |more: &[&str]| said(egret(folder.path()).arg("test").args(more).arg("."));
    let ran = test(&[]);
    assert!(!ran.status.success() && ran.out.ends_with("1 of 3 tests passed\n"), "{ran:?}");
    assert!(ran.out.contains("-    8 3\n") && ran.out.contains("+    8 2\n"), "{}", ran.out);
    assert!(ran.out.contains("+    1 error in c.zeek, line 2: unknown identifier nothing"), "{}", ran.out);
    assert!(test(&["--accept"]).status.success());
    assert!(read("a.md").ends_with("```output\n2\n```\n") && read("c.out").ends_with("1\n"));
    assert!(test(&[]).out.ends_with("3 of 3 tests passed\n"));
    write("d.md", "```zeek -b\nredef exit_only_after_terminate = T;\nevent zeek_init() { }\n```\n");
    let slow = said(egret(folder.path()).args(["test", "--timeout", "1", "d.md"]));
    assert!(slow.out.contains("it ran longer than 1 s"), "{slow:?}");
}

#[test]
fn a_site_file_is_checked_taken_over_and_applied() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    let site = |more: &[&str]| {
        let ran =
            said(egret(folder.path()).args(["site", "--file", "site.toml", "--state", "state"]).args(more));
        (ran.status.success(), ran.out, ran.err)
    };
    write("local.zeek", "redef ignore_checksums = T;\n");
    write("site.toml", "interfaces = [\"lo\"]\nworkrs = 3\nnetworks = [\"10/8\"]\n");
    let (sound, _, err) = site(&["check"]);
    assert!(
        !sound && err.contains("site.toml, line 2: unknown key workrs") && err.contains("line 3: networks"),
        "{err}"
    );
    // What scripts say is checked, too.
    write("site.toml", "interfaces = [\"lo\"]\n[options]\n\"TFTP::max_pending_requests\" = \"many\"\n");
    let (sound, _, err) = site(&["check"]);
    assert!(!sound && err.contains("many"), "{err}");
    let good = "interfaces = [\"lo\"]\nnetworks = [\"10.0.0.0/8\", \"fd00::/8\"]\n[logs]\nrotate = \"1 hr\"\n[options]\n\"TFTP::max_pending_requests\" = 7\n";
    write("site.toml", good);
    let (sound, out, err) = site(&["check"]);
    assert!(sound && out.contains("no mistakes"), "{out}{err}");
    if Path::new("/run/systemd/system").exists() {
        // A service manager runs: the rest would start services of this machine.
        return test_needs::unmet("a machine without a running systemd");
    }
    let (done, out, err) = site(&["apply"]);
    assert!(
        done && out.contains("options of scripts: written")
            && out.contains("to do: systemctl enable --now egret@lo"),
        "{out}{err}"
    );
    let options = std::fs::read_to_string(folder.path().join("state/options.dat")).expect("options");
    assert_eq!(options, "TFTP::max_pending_requests 7\n");
    assert_eq!(site(&["apply"]).1, "nothing else changed\n");
    write("site.toml", &good.replace("= 7", "= 9"));
    let (_, out, _) = site(&["apply"]);
    assert!(out.contains("keep their connections") && out.ends_with("nothing else changed\n"), "{out}");
    write("site.toml", &good.replace("1 hr", "2 hr"));
    assert!(site(&["apply"]).1.contains("to do: systemctl restart egret@lo"));

    write("node.cfg", "[zeek]\ntype=standalone\nhost=localhost\ninterface=eth0\n");
    write("networks.cfg", "10.0.0.0/8 Private\n");
    let (done, out, err) = site(&["import", "."]);
    assert!(
        done && out.contains("interfaces = [\"eth0\"]") && out.contains("networks = [\"10.0.0.0/8\"]"),
        "{out}{err}"
    );
}
