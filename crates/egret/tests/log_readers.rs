//! Reads our logs with common readers: `zat` and `parsezeeklogs` from the Python package index.
#![allow(clippy::disallowed_methods, reason = "a test writes logs and runs their readers")]
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The packages that zat's reader imports. zat's other dependencies are for its statistics.
const PACKAGES: [&str; 3] = ["zat", "watchdog", "parsezeeklogs"];

/// Reads every log of a folder with both readers, and compares columns, rows, and times as numbers.
const READ: &str = r##"
import contextlib, datetime, io, pathlib, sys
from parsezeeklogs import ZeekLog
from zat.zeek_log_reader import ZeekLogReader

logs = sorted(pathlib.Path(sys.argv[1]).glob("*.log"))
for path in logs:
    lines = path.read_text().splitlines()
    fields = next(l for l in lines if l.startswith("#fields")).split("\t")[1:]
    types = next(l for l in lines if l.startswith("#types")).split("\t")[1:]
    rows = [l.split("\t") for l in lines if not l.startswith("#")]
    assert rows, path

    with ZeekLog(str(path)) as log:
        records = list(log)
        assert not log.skipped, (path, log.skipped)
        assert log.path == path.stem and log.fields == fields, (path, log.path, log.fields)
    assert len(records) == len(rows), path

    with contextlib.redirect_stdout(io.StringIO()):
        read = list(ZeekLogReader(str(path)).readrows())
    assert len(read) == len(rows), (path, len(read), len(rows))

    for row, record, other in zip(rows, records, read):
        assert list(record) == fields and sorted(other) == sorted(fields), path
        for cell, name, kind in zip(row, fields, types):
            if cell == "-":
                assert record[name] is None, (path, name, record[name])
            elif kind == "count":
                assert record[name] == other[name] == int(cell), (path, name, cell)
            elif kind == "time":
                assert abs(record[name] - float(cell)) < 1e-6, (path, name, cell)
                assert isinstance(other[name], datetime.datetime), (path, name, other[name])
            elif kind == "bool":
                assert record[name] is other[name] is (cell == "T"), (path, name, cell)
            elif kind.startswith(("set", "vector")):
                expected = 0 if cell == "(empty)" else cell.count(",") + 1
                assert len(record[name]) == expected, (path, name, cell, record[name])
print(len(logs))
"##;

fn succeeds(what: &str, ran: std::io::Result<Output>) -> Result<String, String> {
    let out = ran.map_err(|e| format!("{what}: {e}"))?;
    if out.status.success() {
        Ok(String::from_utf8_lossy(&out.stdout).into_owned())
    } else {
        Err(format!("{what}: {}", String::from_utf8_lossy(&out.stderr).trim()))
    }
}

/// The path of a Python with both readers. It is installed below the build folder if it is missing.
fn python() -> Result<PathBuf, String> {
    let venv = Path::new(env!("CARGO_TARGET_TMPDIR")).join("log-readers");
    let python = venv.join("bin/python");
    let has_both = |p: &Path| {
        let check = ["-c", "import zat.zeek_log_reader, parsezeeklogs"];
        Command::new(p).args(check).output().is_ok_and(|o| o.status.success())
    };
    if !has_both(&python) {
        succeeds("python3 -m venv", Command::new("python3").args(["-m", "venv"]).arg(&venv).output())?;
        let mut pip = Command::new(&python);
        pip.args(["-m", "pip", "install", "--quiet", "--no-deps", "--timeout", "20", "--retries", "1"]);
        succeeds("pip install", pip.args(PACKAGES).output())?;
    }
    Ok(python)
}

#[test]
fn zat_and_parsezeeklogs_read_a_runs_logs() {
    let python = match python() {
        Ok(p) => p,
        Err(why) => return test_needs::unmet(format_args!("no zat and parsezeeklogs ({why})")),
    };
    let folder = tempfile::tempdir().expect("a folder");
    let capture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/office.pcap");
    let egret = Command::new(env!("CARGO_BIN_EXE_egret"))
        .args(["-C", "-r"])
        .arg(capture)
        .current_dir(folder.path())
        .output();
    succeeds("egret", egret).expect("egret runs");
    let read = Command::new(python).args(["-c", READ]).arg(folder.path()).output();
    let logs = succeeds("the readers", read).expect("both read all logs");
    let logs: usize = logs.trim().parse().expect("how many logs");
    assert!(logs >= 10, "{logs} logs");
}
