//! docs/spicy.md: writes its files, runs its commands, and compares their output with the page.
//!
//! A block whose first line names a file (```` ```spicy mytftp.spicy ````) is that file. In a block of `console`, lines with a
//! `$` run one after the other, and what follows each is what it said. EGRET_REWRITE_DOCUMENTS=1 writes the page anew.
#![expect(clippy::disallowed_methods, reason = "the test reads a document and starts the program")]
use std::path::{Path, PathBuf};
use std::process::Command;

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/spicy.md")
}

/// What a command says, both streams together.
fn said(command: &str, folder: &Path) -> String {
    let bin = folder.join("bin");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let out = Command::new("sh")
        .arg("-c")
        .arg(format!("{{ {command}\n}} 2>&1"))
        .current_dir(folder)
        .env("PATH", path)
        .env("TZ", "UTC")
        .env_remove("ZEEKPATH")
        .output()
        .expect("sh runs");
    String::from_utf8_lossy(&out.stdout).into_owned()
}

/// A folder with the program and the captures.
fn workplace() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let bin = folder.path().join("bin");
    std::fs::create_dir(&bin).expect("a folder");
    let egret = Path::new(env!("CARGO_BIN_EXE_egret"));
    for name in ["egret", "spicyz"] {
        std::os::unix::fs::symlink(egret, bin.join(name)).expect("a link");
    }
    // Built by itself, egret has no egret-cut beside it; awk does here what that does.
    let cut = "#!/bin/sh\nexec awk -F '\\t' -v want=\"$*\" 'BEGIN { n = split(want, w, \" \") } \
               /^#fields/ { for (i = 2; i <= NF; i++) at[$i] = i - 1 } \
               !/^#/ { line = $at[w[1]]; for (i = 2; i <= n; i++) line = line \"\\t\" $at[w[i]]; print line }'\n";
    std::fs::write(bin.join("egret-cut"), cut).expect("written");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(bin.join("egret-cut"), mode).expect("a mode");
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    std::os::unix::fs::symlink(samples, folder.path().join("samples")).expect("a link");
    folder
}

#[test]
fn the_page_says_what_happens() {
    let text = std::fs::read_to_string(page()).expect("the page");
    let folder = workplace();
    let (mut out, mut commands) = (String::new(), 0);
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        let Some(head) = line.strip_prefix("```").filter(|h| !h.is_empty()) else { continue };
        let mut body = Vec::new();
        while let Some(l) = lines.next_if(|l| *l != "```") {
            body.push(l);
        }
        match head.split_once(' ') {
            Some((_, name)) => {
                std::fs::write(folder.path().join(name), format!("{}\n", body.join("\n"))).expect("written");
                body.iter().for_each(|l| out.push_str(&format!("{l}\n")));
            }
            None if head == "console" => {
                for command in body.iter().filter_map(|l| l.strip_prefix("$ ")) {
                    out.push_str(&format!("$ {command}\n{}", said(command, folder.path())));
                    commands += 1;
                }
            }
            None => body.iter().for_each(|l| out.push_str(&format!("{l}\n"))),
        }
    }
    assert!(commands >= 8, "only {commands} commands on the page");
    if std::env::var_os("EGRET_REWRITE_DOCUMENTS").is_some() {
        std::fs::write(page(), &out).expect("written");
    }
    for (at, (shown, real)) in text.lines().zip(out.lines()).enumerate() {
        assert_eq!(shown, real, "docs/spicy.md:{}: the page, then what happened", at + 1);
    }
    assert_eq!(text.lines().count(), out.lines().count(), "lines of the page, and of what happened");
}
