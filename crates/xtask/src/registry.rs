//! Generates the registry of analyzers and the list of modules of the crate `protocols`.
use crate::protocol::{FOLDER, Protocols};
use crate::{Generated, HEAD, section};
use anyhow::Result;
use std::fmt::Write as _;
use std::path::Path;

/// `tags/names.rs`, `registry/kinds.rs`, `registry/plugins.rs`, and the modules in `lib.rs`.
pub(crate) fn generate(root: &Path, protocols: &Protocols) -> Result<Vec<Generated>> {
    let head = format!("// {HEAD} {FOLDER}/*/protocol.toml, {FOLDER}/engine.toml.\n");
    let mut names = head.clone();
    names.push_str("//! Names and numbers of analyzers.\nuse super::Names;\nuse session::analyzer::Tag;\n");
    names.push_str("\n/// Analyzers by number.\npub(super) const NAMES: &[Names] = &[\n");
    for (name, number) in protocols.tags() {
        writeln!(
            names,
            "    Names {{ tag: Tag({number}), name: \"{name}\", script: \"Analyzer::ANALYZER_{name}\" }},"
        )?;
    }
    names.push_str("];\n");
    let plugins = plugins(&head, protocols)?;
    let mut kinds = head;
    kinds.push_str("//! Makers of analyzers.\nuse super::Kind;\nuse crate::tags::tag;\n");
    kinds.push_str("\n/// Analyzers that can be made.\npub(super) const KINDS: &[Kind] = &[\n");
    for (protocol, analyzer) in protocols.analyzers() {
        if let Some(maker) = &analyzer.maker {
            writeln!(kinds, "    (tag(\"{}\"), crate::{}::{maker}),", analyzer.tag, protocol.folder)?;
        }
    }
    kinds.push_str("];\n");
    let mods: String = protocols.all.iter().map(|p| format!("pub mod {};\n", p.folder)).collect();
    Ok(vec![
        Generated { path: format!("{FOLDER}/tags/names.rs"), text: names },
        Generated { path: format!("{FOLDER}/registry/kinds.rs"), text: kinds },
        Generated { path: format!("{FOLDER}/registry/plugins.rs"), text: plugins },
        section::replace(root, &format!("{FOLDER}/lib.rs"), "protocols", &mods)?,
    ])
}

/// What `-N` lists. A protocol has the name of the plugin that declares its events, if one does.
fn plugins(head: &str, protocols: &Protocols) -> Result<String> {
    let mut out = format!("{head}//! Protocols as plugins.\nuse super::Plugin;\n");
    out.push_str(
        "\n/// All protocols with analyzers.\n#[rustfmt::skip]\npub const PLUGINS: &[Plugin] = &[\n",
    );
    for p in protocols.all.iter().filter(|p| !p.analyzers.is_empty()) {
        let declares =
            |f: &String| Some(f.strip_prefix("base/bif/plugins/Zeek_")?.split('.').next()?.to_owned());
        let name = p.events.iter().flat_map(|e| &e.from).find_map(declares);
        let name = name.unwrap_or_else(|| p.name.replace(' ', "_"));
        let tags: Vec<String> = p.analyzers.iter().map(|a| format!("\"{}\"", a.tag)).collect();
        let tags = tags.join(", ");
        writeln!(
            out,
            "    Plugin {{ name: \"{name}\", about: {:?}, analyzers: &[{tags}] }},",
            p.description
        )?;
    }
    out.push_str("];\n");
    Ok(out)
}
