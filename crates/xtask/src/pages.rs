//! Generates `docs/protocols.md`, and the list of protocols in README.md.
use crate::protocol::{FOLDER, Protocol, Protocols};
use crate::{Generated, HEAD, section};
use anyhow::Result;
use std::fmt::Write as _;
use std::path::Path;

/// Generates all pages.
pub(crate) fn generate(root: &Path, protocols: &Protocols) -> Result<Vec<Generated>> {
    let mut page = format!("<!-- {HEAD} {FOLDER}/*/protocol.toml. -->\n# Protocols\n\n");
    page.push_str(
        "The protocols that Egret parses, the documents that define them, and the logs that their scripts write. An \
         analyzer\nwithout ports is selected by content or attached by another one.\n\n",
    );
    page.push_str("| protocol | analyzers | ports of servers | defined by | logs |\n|---|---|---|---|---|\n");
    for p in shown(protocols) {
        let analyzers = p.analyzers.iter().filter(|a| a.maker.is_some()).map(|a| format!("`{}`", a.tag));
        let ports = p.analyzers.iter().flat_map(|a| a.ports.iter().cloned());
        let logs = p.logs.iter().map(|l| format!("{l}.log"));
        writeln!(
            page,
            "| **{}**: {} | {} | {} | {} | {} |",
            p.name,
            p.description,
            listed(analyzers),
            listed(ports),
            p.standards.join(", "),
            listed(logs)
        )?;
    }
    let names = listed(shown(protocols).into_iter().map(|p| p.name.clone()));
    let lines = format!(
        "{}\n",
        wrap(
            &format!("- **Protocols** (docs/protocols.md has their analyzers, ports and logs): {names}."),
            118
        )
    );
    Ok(vec![
        Generated { path: "docs/protocols.md".into(), text: page },
        section::replace(root, "README.md", "protocols", &lines)?,
    ])
}

/// Returns the protocols that have an analyzer, by name.
fn shown(protocols: &Protocols) -> Vec<&Protocol> {
    let built = |p: &&Protocol| p.analyzers.iter().any(|a| a.maker.is_some());
    let mut all: Vec<_> = protocols.all.iter().filter(built).collect();
    all.sort_by_key(|p| p.name.to_lowercase());
    all
}

fn listed(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}

/// Breaks a list item into lines.
fn wrap(text: &str, width: usize) -> String {
    let (mut out, mut at) = (String::new(), 0);
    for word in text.split(' ') {
        if at > 0 && at + 1 + word.len() > width {
            out.push_str("\n  ");
            at = 2;
        } else if at > 0 {
            out.push(' ');
            at += 1;
        }
        out.push_str(word);
        at += word.len();
    }
    out
}
