//! Parses every script of the Zeek checkout that `EGRET_ZEEK_CHECKOUT` names; each must parse.
#![expect(clippy::disallowed_methods, reason = "a test reads files and its environment")]
use script_syntax::{
    Diagnostic, Directive, ExprId, Host, Name, Names, Parser, SourceMap, Span, Tree, render,
};
use std::path::{Path, PathBuf};

/// Treats every condition as true, so that its first branch is read.
#[derive(Default)]
struct Lenient {
    errors: Vec<Diagnostic>,
}

impl Host for Lenient {
    fn condition(&mut self, _: &mut Names, _: &Tree, _: ExprId, _: bool) -> bool {
        true
    }
    fn defined(&mut self, _: &mut Names, _: Name) -> bool {
        true
    }
    fn directive(&mut self, _: Directive<'_>, _: Span) {}
    fn report(&mut self, d: Diagnostic) {
        self.errors.push(d);
    }
}

fn scripts(dir: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> =
        std::fs::read_dir(dir).into_iter().flatten().flatten().map(|e| e.path()).collect();
    entries.sort();
    for p in entries {
        if p.is_dir() {
            scripts(&p, out);
        } else if p.extension().is_some_and(|e| e == "zeek") {
            out.push(p);
        }
    }
}

#[test]
#[ignore = "reads a checkout of Zeek that EGRET_ZEEK_CHECKOUT names"]
fn every_script_of_a_checkout_parses() {
    let root = std::env::var_os("EGRET_ZEEK_CHECKOUT").expect("EGRET_ZEEK_CHECKOUT names a checkout of Zeek");
    let mut files = Vec::new();
    scripts(&Path::new(&root).join("scripts"), &mut files);
    assert!(files.len() > 300, "{} scripts below {}", files.len(), Path::new(&root).display());
    let texts: Vec<_> = files.iter().map(|f| std::fs::read(f).unwrap()).collect();
    let (mut sources, mut names, mut host) = (SourceMap::new(), Names::new(), Lenient::default());
    let (mut items, mut nodes, mut bytes) = (0, 0, 0);
    let began = std::time::Instant::now();
    for (f, text) in files.iter().zip(texts) {
        bytes += text.len();
        let source = sources.add(&f.to_string_lossy(), ".", text).unwrap();
        let mut p = Parser::new(source, true);
        while p.next_item(&mut names, &mut host).is_some() {
            items += 1;
            nodes += p.tree().size();
        }
    }
    let took = began.elapsed();
    println!("{} files, {bytes} bytes, {items} items, {nodes} nodes, {took:?}", files.len());
    let shown: String = host.errors.iter().take(20).map(|d| render::plain(d, &sources)).collect();
    assert!(host.errors.is_empty(), "{} errors, the first:\n{shown}", host.errors.len());
}
