//! `egret lsp`: the language server on standard input and output.
use super::files_below::{files_below, is_script};
use crate::hiargs::HiArgs;
use crate::lowargs::LowArgs;
use crate::world::{Disk, World};
use anyhow::{Context, Result};
use builtins::{PACKED, Services};
use clap::Parser;
use crossbeam_channel::{Receiver, Sender};
use language_server::{Checked, Scripts};
use lsp_server::{Connection, Message};
use resolver::{NameMode, Resolver};
use runtime::{Editor, Request};
use seeds::Seeds;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

#[derive(clap::Args, Debug)]
pub(super) struct Options {
    /// Check documents without the default scripts
    #[arg(short, long)]
    bare_mode: bool,
    /// Accepted because editors pass it; standard input and output are always used
    #[arg(long, hide = true)]
    stdio: bool,
}

pub(super) fn run(options: &Options) -> Result<ExitCode> {
    let mut scripts = OnDisk { editor: editor(options.bare_mode)?, packed: None };
    // Not `Connection::stdio`: its threads keep standard output locked, which a machine for conditions flushes.
    let (ours, editors) = Connection::memory();
    let (from_editor, to_editor) = (editors.sender, editors.receiver);
    let reader = std::thread::spawn(move || read(&from_editor));
    let writer = std::thread::spawn(move || write(&to_editor));
    let ended = language_server::serve(&ours, &mut scripts);
    drop(ours);
    ended?;
    for thread in [reader, writer] {
        thread.join().map_err(|_| anyhow::anyhow!("a thread failed"))?.context("standard input or output")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Passes on the editor's messages until it sends `exit` or closes its end.
fn read(to: &Sender<Message>) -> io::Result<()> {
    let mut input = io::stdin().lock();
    while let Some(message) = Message::read(&mut input)? {
        let ends = matches!(&message, Message::Notification(n) if n.method == "exit");
        if to.send(message).is_err() || ends {
            break;
        }
    }
    Ok(())
}

/// Writes messages to the editor.
fn write(from: &Receiver<Message>) -> io::Result<()> {
    from.iter().try_for_each(|message| message.write(&mut io::stdout().lock()))
}

/// Loads scripts as a run without further options does.
fn editor(bare: bool) -> Result<Editor> {
    let low = LowArgs::try_parse_from(["egret"])?;
    let args = HiArgs::new(low, vec!["egret".into()], |name| std::env::var_os(name))?;
    let seeds = Seeds::zero();
    let disk = Disk::new(None);
    let folders = disk.folders(&args.zeekpath);
    let request = Request { bare, ..Request::default() };
    Ok(Editor::new(Box::new(disk), &folders, request, |search| {
        Box::new(move || {
            let mut services = Services::new(seeds.clone(), Box::new(World::new(&args)));
            // An editor asks no name servers.
            services.names = Resolver::new(NameMode::Fake, seeds.siphash_key());
            services.invocation.bare_mode = bare;
            services.program.search = Some(Rc::clone(&search));
            services
        })
    }))
}

struct OnDisk {
    editor: Editor,
    /// The folder with copies of packed scripts, once an editor has opened one.
    packed: Option<PathBuf>,
}

impl Scripts for OnDisk {
    fn open(&mut self, path: &str, text: Option<&str>) {
        self.editor.open(path, text);
    }

    fn check(&mut self, path: &str) -> Checked {
        let (outcome, diagnostics) = self.editor.check(path);
        Checked { outcome, diagnostics }
    }

    fn check_folder(&mut self, folder: &str) -> Checked {
        let mut files = Vec::new();
        // Unreadable folders are left out of the index.
        drop(files_below(Path::new(folder), &is_script, &mut files));
        let files: Vec<String> = files.iter().map(|f| f.to_string_lossy().into_owned()).collect();
        let (outcome, diagnostics) = self.editor.check_all(&files);
        Checked { outcome, diagnostics }
    }

    fn prepare(&mut self) {
        self.editor.prepare();
    }

    fn file(&mut self, source: &str) -> Option<String> {
        let Some(inner) = source.strip_prefix(PACKED).map(|s| s.trim_start_matches('/')) else {
            return source.starts_with('/').then(|| source.to_owned());
        };
        let text = ::scripts::file(inner)?;
        let root = self.packed.get_or_insert_with(cache).join(inner);
        if std::fs::read(&root).is_ok_and(|there| there == text.as_bytes()) {
            return Some(root.to_string_lossy().into_owned());
        }
        std::fs::create_dir_all(root.parent()?).ok()?;
        std::fs::write(&root, text).ok()?;
        Some(root.to_string_lossy().into_owned())
    }
}

/// The folder for copies of packed scripts: `egret/scripts-VERSION` in the user's cache.
fn cache() -> PathBuf {
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let base = set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|h| h.join(".cache")));
    base.unwrap_or_else(std::env::temp_dir).join(format!("egret/scripts-{}", env!("CARGO_PKG_VERSION")))
}
