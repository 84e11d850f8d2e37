//! The grammars of a run: named on the command line, or found as archives in package folders.
use super::archive;
use super::find::Folders;
use crate::hiargs::HiArgs;
use spicy_analyzers::{Grammar, Kind, Source};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How deep package folders are searched.
const DEPTH: usize = 16;

/// The grammars of a command line, of scripts, and of the folders of packages.
pub(crate) fn of_run(args: &HiArgs, loaded: &[String]) -> Result<Vec<Arc<Grammar>>, Vec<String>> {
    // Without a variable, where zkg and `make install` put archives.
    let folder = |name: &str, place: &str| {
        std::env::var(name).unwrap_or_else(|_| format!("{}/lib/egret/{place}", super::spicyz::prefix()))
    };
    let files: Vec<String> = args.grammars.iter().chain(loaded).cloned().collect();
    load(&Paths {
        files: &files,
        folders: [folder("ZEEK_PLUGIN_PATH", "plugins"), folder("ZEEK_SPICY_MODULE_PATH", "spicy")],
        carets: !crate::scripts::is_plain(args),
    })
}

/// Where to find grammars.
struct Paths<'a> {
    /// Files of the command line.
    files: &'a [String],
    /// Lists of folders, separated by colons.
    folders: [String; 2],
    /// Show errors with the line that contains them.
    carets: bool,
}

/// Loads all of them. Errors are returned as messages.
fn load(paths: &Paths<'_>) -> Result<Vec<Arc<Grammar>>, Vec<String>> {
    let mut archives = Vec::new();
    let (mut sources, mut near) = (Vec::new(), BTreeSet::new());
    for f in paths.files {
        if f.ends_with(".hlto") {
            archives.push(PathBuf::from(f));
            continue;
        }
        let text = fs::read_to_string(f).map_err(|e| vec![format!("fatal error: cannot read {f}: {e}")])?;
        sources.push(Source { name: f.clone(), text });
        let folder = Path::new(f).parent().map_or_else(String::new, |p| p.to_string_lossy().into_owned());
        near.insert(if folder.is_empty() { ".".to_owned() } else { folder });
    }
    for list in &paths.folders {
        for folder in list.split(':').filter(|f| !f.is_empty()) {
            collect(Path::new(folder), DEPTH, &mut archives);
        }
    }
    let mut seen = BTreeSet::new();
    archives.retain(|a| seen.insert(fs::canonicalize(a).unwrap_or_else(|_| a.clone())));
    let mut out = Vec::new();
    if !sources.is_empty() {
        let mut find = Folders { paths: near.into_iter().collect() };
        out.push(Arc::new(loaded(&sources, &mut find, paths.carets)?));
    }
    for a in &archives {
        let bytes =
            fs::read(a).map_err(|e| vec![format!("fatal error: cannot read {}: {e}", a.display())])?;
        let packed =
            archive::unpack(&bytes).map_err(|e| vec![format!("fatal error: {}: {e}", a.display())])?;
        let mut find = archive::Packed { modules: packed.modules };
        out.push(Arc::new(loaded(&packed.sources, &mut find, paths.carets)?));
    }
    match spicy_analyzers::conflicts(&out) {
        none if none.is_empty() => Ok(out),
        some => Err(some.into_iter().map(|c| format!("fatal error: {c}")).collect()),
    }
}

/// The lines of `-NN` for what grammars offer.
pub(crate) fn listed(grammars: &[Arc<Grammar>]) -> String {
    let mut out = String::new();
    for a in grammars.iter().flat_map(|g| &g.analyzers) {
        let sort = match a.kind {
            Kind::Tcp | Kind::Udp => "Analyzer",
            Kind::File => "File Analyzer",
            Kind::Packet => "Packet Analyzer",
        };
        out.push_str(&format!("    [{sort}] {} (ANALYZER_{}, enabled)\n", a.name, a.label));
    }
    out
}

fn loaded(sources: &[Source], find: &mut dyn spicy_sema::Find, carets: bool) -> Result<Grammar, Vec<String>> {
    let (grammar, warnings) = Grammar::load(sources, find, carets)?;
    for w in warnings {
        eprintln!("{w}");
    }
    Ok(grammar)
}

/// Archives below a folder, sorted by name; folders whose names begin with a dot are skipped.
fn collect(folder: &Path, depth: usize, out: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for p in paths {
        let hidden = p.file_name().is_some_and(|n| n.to_string_lossy().starts_with('.'));
        if p.is_dir() {
            if depth > 0 && !hidden {
                collect(&p, depth - 1, out);
            }
        } else if p.extension().is_some_and(|e| e == "hlto") {
            out.push(p);
        }
    }
}
