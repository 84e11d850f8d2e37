//! `--networks FILE`: the site's own networks in the format of Zeek's networks.cfg, one per line with an optional
//! description. They become elements of `Site::local_nets`.
use anyhow::{Context, bail};
use net_types::Subnet;
use std::fmt::Write;
use std::path::Path;

/// Reads the file, and returns a script that adds its networks.
///
/// # Errors
/// The file cannot be read, or a line does not begin with a network; the error names the line.
pub(crate) fn script_of(file: &Path) -> anyhow::Result<String> {
    let text = std::fs::read_to_string(file).with_context(|| format!("--networks {}", file.display()))?;
    script(&text).with_context(|| file.display().to_string())
}

fn script(text: &str) -> anyhow::Result<String> {
    let mut code = String::new();
    for (at, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        let Some(word) = line.split_whitespace().next() else { continue };
        let net = if word.contains('/') { word.parse::<Subnet>().ok() } else { None };
        let Some(net) = net else {
            bail!("line {}: expected a network such as 192.168.0.0/16 or fd00::/8, found {word:?}", at + 1);
        };
        let bracketed = match net.to_string().split_once('/') {
            Some((address, width)) if address.contains(':') => format!("[{address}]/{width}"),
            _ => net.to_string(),
        };
        write!(code, "{}{bracketed}", if code.is_empty() { "" } else { ", " })?;
    }
    if code.is_empty() {
        return Ok(code);
    }
    Ok(format!("@load base/utils/site\nredef Site::local_nets += {{ {code} }};\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<&str, &str>) {
        match (script(text), expected) {
            (Ok(found), Ok(expected)) => assert!(found.contains(expected), "{found}"),
            (Err(e), Err(expected)) => assert!(format!("{e:#}").contains(expected), "{e:#}"),
            (found, _) => panic!("{found:?}"),
        }
    }

    #[test]
    fn networks_become_a_redef() {
        check("# ours\n\n10.0.0.0/8\tPrivate\nfd00::/8 # v6\n", Ok("+= { 10.0.0.0/8, [fd00::]/8 };"));
        assert_eq!(script("# nothing yet\n").unwrap(), "");
    }

    #[test]
    fn mistakes_name_their_line() {
        check("10.0.0.0/8\n10.0.0.0 Private\n", Err("line 2: expected a network such as"));
        check("10.0.0.0/33\n", Err("found \"10.0.0.0/33\""));
        check("office\n", Err("line 1"));
    }
}
