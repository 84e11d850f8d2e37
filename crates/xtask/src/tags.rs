//! Generates `base/bif/tags.zeek`: the enumerations that the program defines.
use crate::protocol::{FOLDER, Protocols};
use crate::{Generated, HEAD};
use anyhow::{Context as _, Result};
use std::fmt::Write as _;

/// Generates all enumerations, sorted by number.
pub(crate) fn generate(protocols: &Protocols) -> Result<Generated> {
    let engine = &protocols.engine;
    let sorted = |names: &std::collections::BTreeMap<String, u16>| {
        let mut names: Vec<(String, u16)> = names.iter().map(|(n, i)| (n.clone(), *i)).collect();
        names.sort_by_key(|(_, number)| *number);
        names
    };
    let analyzers: Vec<(String, u16)> =
        protocols.tags().into_iter().map(|(n, i)| (n.to_owned(), i)).collect();
    let kinds = [
        ("Analyzer", "ANALYZER", analyzers),
        ("PacketAnalyzer", "PACKETANALYZER", sorted(&engine.packet_analyzer)),
        ("Files", "FILES", sorted(&engine.file_analyzer)),
    ];
    let mut all = Vec::new();
    for (_, prefix, names) in &kinds {
        all.extend(names.iter().map(|(n, i)| (format!("{prefix}_ANALYZER_{n}"), *i)));
    }
    all.sort_by_key(|(_, number)| *number);
    let mut out = format!("# {HEAD} {FOLDER}/*/protocol.toml, {FOLDER}/engine.toml.\n");
    out.push_str(
        "#\n# Names of the built-in analyzers, readers, writers and cluster parts, loaded before anything else. The program\n\
         # knows them by these numbers, which never change. An analyzer has one number in every enum that names it.\n",
    );
    enumeration("AllAnalyzers::Tag", &all, &mut out)?;
    for (module, _, names) in &kinds {
        let names: Vec<_> = names.iter().map(|(n, i)| (format!("ANALYZER_{n}"), *i)).collect();
        enumeration(&format!("{module}::Tag"), &names, &mut out)?;
    }
    for declared in &engine.enums {
        let names: Vec<_> = declared.names.iter().cloned().zip(1..).collect();
        enumeration(&declared.name, &names, &mut out)?;
    }
    out.push_str("\nmodule GLOBAL;\n");
    Ok(Generated { path: "crates/scripts/tree/base/bif/tags.zeek".into(), text: out })
}

fn enumeration(name: &str, names: &[(String, u16)], out: &mut String) -> Result<()> {
    let (module, _) = name.split_once("::").with_context(|| format!("{name}: expected MODULE::NAME"))?;
    writeln!(out, "\nmodule {module};\n\nexport {{\n\ttype {name}: enum {{")?;
    for (name, number) in names {
        writeln!(out, "\t\t{name} = {number},")?;
    }
    out.push_str("\t};\n}\n");
    Ok(())
}
