//! Runs the commands of README.md and of the pages in docs/: blocks marked `sh`, page by page, in a folder with the samples.
//!
//! Blocks marked `sh start` are servers: each must say where it listens, and is then ended. Those marked `sh root` and
//! `sh build` change the machine or take a release build; tests/install/run and CI do the like.
#![cfg(target_os = "linux")]
#![allow(clippy::disallowed_methods, reason = "a test runs the program and reads the repository")]
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the root").to_owned()
}

/// The pages with commands: README.md and docs/*.md.
fn pages() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("docs")).expect("docs").flatten().map(|e| e.path());
    let mut all: Vec<PathBuf> = entries.filter(|p| p.extension().is_some_and(|e| e == "md")).collect();
    all.push(root().join("README.md"));
    all.sort();
    all
}

/// Blocks of a page: what stands after the fence, and the lines.
fn blocks(text: &str) -> Vec<(String, String)> {
    let mut out = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let body: Vec<&str> = lines.by_ref().take_while(|l| *l != "```").collect();
            out.push((info.to_owned(), body.join("\n")));
        }
    }
    out
}

/// The folder with the programs: this test's egret, and egret-cut if it was built.
fn programs(folder: &Path) -> bool {
    let egret = Path::new(env!("CARGO_BIN_EXE_egret"));
    let cut = egret.with_file_name("egret-cut");
    std::os::unix::fs::symlink(egret, folder.join("egret")).expect("a link");
    if !cut.exists() {
        test_needs::unmet("egret-cut is not built beside egret (cargo build -p egret-cut)");
        return false;
    }
    std::os::unix::fs::symlink(cut, folder.join("egret-cut")).expect("a link");
    true
}

#[test]
fn every_command_does_what_its_page_says() {
    let bin = tempfile::tempdir().expect("a folder");
    if !programs(bin.path()) {
        return;
    }
    let path = format!("{}:{}", bin.path().display(), std::env::var("PATH").unwrap_or_default());
    let mut ran = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        let folder = tempfile::tempdir().expect("a folder");
        std::os::unix::fs::symlink(root().join("samples"), folder.path().join("samples")).expect("a link");
        for (info, commands) in blocks(&text) {
            let script = match info.as_str() {
                "sh" => commands.clone(),
                // 124: it was still serving when its time was over.
                "sh start" => {
                    format!("timeout 3 {commands} > started || [ $? = 124 ]\ngrep -q http:// started")
                }
                "sh root" | "sh build" => continue,
                other => {
                    assert!(!other.starts_with("sh"), "{}: what is `{other}`?", page.display());
                    continue;
                }
            };
            let out = Command::new("sh")
                .args(["-eu", "-c", &script])
                .current_dir(folder.path())
                .env("PATH", &path)
                .env_remove("ZEEKPATH")
                .output()
                .expect("a shell");
            let said = String::from_utf8_lossy(&out.stderr);
            assert!(out.status.success(), "{}:\n{commands}\n{}: {said}", page.display(), out.status);
            ran += 1;
        }
    }
    assert!(ran > 15, "{ran} blocks");
}

#[test]
fn links_lead_somewhere() {
    let mut wrong = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        for part in text.split("](").skip(1) {
            let to = part.split(')').next().unwrap_or_default();
            let (file, anchor) = to.split_once('#').unwrap_or((to, ""));
            if to.starts_with("http") || file.is_empty() {
                continue;
            }
            let target = page.parent().expect("a folder").join(file);
            let there = target.exists();
            let heading =
                |l: &&str| l.trim_start_matches('#').trim().to_lowercase().replace(' ', "-") == anchor;
            let named = anchor.is_empty()
                || fs::read_to_string(&target)
                    .is_ok_and(|t| t.lines().filter(|l| l.starts_with('#')).any(|l| heading(&l)));
            if !there || !named {
                wrong.push(format!("{}: {to}", page.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
