use super::*;

#[track_caller]
fn mistakes(text: &str, expected: &[(usize, &str)]) {
    let found = Site::read(text).expect_err("mistakes");
    let shown: Vec<(usize, &str)> = found.iter().map(|m| (m.line, m.text.as_str())).collect();
    assert_eq!(shown.len(), expected.len(), "{shown:?}");
    for ((line, text), (at, part)) in shown.iter().zip(expected) {
        assert!(line == at && text.contains(part), "{line}: {text}; expected {at}: {part}");
    }
}

#[test]
fn a_site_is_a_command_line() {
    let text = "interfaces = [\"eth0\", \"eth1\"]\nworkers = 4\nnetworks = [\"10.0.0.0/8\", \"fd00::/8\"]\n\
                checksums = false\npage = \"127.0.0.1:8470\"\nmetrics = \"[::1]:9991\"\nmemory_budget = \"2G\"\n\
                [logs]\nfolder = \"/var/log/egret/\"\nformat = \"json\"\nrotate = \"1 hr\"\n\
                [options]\n\"A::b\" = true\n[globals]\nx = \"text\"\n";
    let site = Site::read(text).expect("a site");
    let words = site.words("eth1", "/o").join(" ");
    assert_eq!(
        words,
        "-i eth1 --workers 4 --memory-budget 2G --page 127.0.0.1:8471 -C local Site::local_nets+={10.0.0.0/8,[fd00::]/8} \
         Log::default_logdir=/var/log/egret/eth1 LogAscii::use_json=T Log::default_rotation_interval=1 hr \
         Telemetry::metrics_address=::1 Telemetry::metrics_port=9992/tcp x=text Config::config_files+={\"/o\"}"
    );
    let first = site.words("eth0", "/o").join(" ");
    assert!(first.contains("--page 127.0.0.1:8470 ") && first.contains("metrics_port=9991/tcp"), "{first}");
    assert_eq!(site.options_file(), "A::b T\n");
}

#[test]
fn every_mistake_has_its_line() {
    mistakes(
        "interfaces = [\"eth0\", 3]\nworkers = 0\nnetworks = [\"10.0.0.0/8\",\n  \"office\"]\nintefaces = []\n\
         page = \"8470\"\n[logs]\nformat = \"xml\"\nrotate = \"hourly\"\nfolder = \"logs\"\n[options]\n\"a b\" = 1\nc = [1]\n",
        &[
            (1, "found 3"),
            (2, "expected a number from 1 to 1024, found 0"),
            (4, "found office"),
            (5, "unknown key intefaces"),
            (6, "an address and a port"),
            (8, "\"tsv\" or \"json\""),
            (9, "rotate"),
            (10, "absolute"),
            (12, "a variable's name"),
            (13, "found [1]"),
        ],
    );
    mistakes("", &[(1, "no interfaces")]);
    let broken = Site::read("interfaces = [\"a\"\nworkers = = 3\n").expect_err("mistakes");
    assert!(!broken.is_empty());
}

#[test]
fn zeeks_files_are_taken_over() {
    let files = ZeekFiles {
        nodes: "[manager]\ntype=manager\nhost=localhost\n\n[worker-1]\ntype=worker\nhost=localhost\n\
                interface=af_packet::eth0\nlb_method=custom\nlb_procs=4\n[worker-2]\ntype=worker\nhost=localhost\ninterface=eth1\nlb_procs=2\n",
        networks: "# ours\n10.0.0.0/8  Private\nfd00::/8\n",
        control: "MailTo = root@localhost\nLogRotationInterval = 3600\nLogDir = /opt/zeek/logs\nSpoolDir = /opt/zeek/spool\nStatusCmdShowAll = 0\n",
    };
    let made = migrated(&files);
    let site = Site::read(&made.text).unwrap_or_else(|m| panic!("{m:?}\n{}", made.text));
    assert_eq!(site.interfaces.iter().map(|i| i.0.as_str()).collect::<Vec<_>>(), ["eth0", "eth1"]);
    assert!(
        made.text.contains("workers = 3") && made.text.contains("rotate = \"3600 sec\""),
        "{}",
        made.text
    );
    let left = made.left.join("\n");
    for part in ["node.cfg, line 9: lb_method=custom", "Notice::mail_dest", "statuscmdshowall=0"] {
        assert!(left.contains(part), "{part}: {left}");
    }
}
