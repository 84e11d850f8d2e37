//! The manual page of egret-cached.conf, from the table in the documentation of `namecache::config`.
use super::output;
use anyhow::{Context, Result, ensure};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The module whose documentation describes the file.
const SOURCE: &str = "crates/namecache/src/config.rs";

/// Writes the page compressed, without a timestamp.
pub(super) fn write_gz(to: &Path, text: &[u8]) -> Result<()> {
    let plain = to.with_extension("");
    fs::write(&plain, text).with_context(|| plain.display().to_string())?;
    let packed = output(Command::new("gzip").args(["-9nc"]).arg(&plain))?;
    fs::remove_file(&plain)?;
    fs::write(to, packed).with_context(|| to.display().to_string())
}

/// Returns the page in roff.
pub(super) fn of_configuration(root: &Path) -> Result<String> {
    let path = root.join(SOURCE);
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    page(&text).context(SOURCE)
}

fn page(source: &str) -> Result<String> {
    let lines = source.lines().map_while(|l| l.strip_prefix("//!")).map(str::trim);
    let mut out = String::from(
        ".TH egret\\-cached.conf 5\n.SH NAME\negret\\-cached.conf \\- configuration of the name-service cache\n\
         .SH SYNOPSIS\n.B /etc/egret\\-cached.conf\n.SH DESCRIPTION\n",
    );
    let (mut options, mut after) = (0, false);
    for line in lines {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        match cells[..] {
            ["option", ..] => out.push_str(".SH OPTIONS\n"),
            [rule, ..] if rule.starts_with("--") => {}
            [option, value, default] if line.starts_with('|') => {
                options += 1;
                write!(out, ".TP\n.B {}\n{}. Default: {}.\n", roff(option), roff(value), roff(default))?;
            }
            [""] => out.push_str(".PP\n"),
            _ => {
                if options > 0 && !after {
                    after = true;
                    out.push_str(".SH NOTES\n");
                }
                writeln!(out, "{}", roff(line))?;
            }
        }
    }
    ensure!(options > 0, "expected a table of options with three columns in the module's documentation");
    out.push_str(".SH SEE ALSO\n.BR egret\\-cached (8),\n.BR nsswitch.conf (5)\n");
    Ok(out)
}

/// Escapes text for roff. Backquotes are dropped.
fn roff(text: &str) -> String {
    let text = text.replace('`', "").replace('\\', "\\e").replace('-', "\\-");
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_becomes_options() {
        let text = page("//! The file.\n//!\n//! | option | value | default |\n//! |---|---|---|\n//! | `a-b` | yes, no | no |\n//!\n//! More.\nuse x;")
            .unwrap();
        for part in
            [".SH OPTIONS\n.TP\n.B a\\-b\nyes, no. Default: no.\n", ".SH NOTES\nMore.\n", "The file.\n"]
        {
            assert!(text.contains(part), "{part:?} in {text}");
        }
        assert!(!text.contains("use x"));
        assert!(page("//! No table.\n").unwrap_err().to_string().contains("expected a table"));
    }
}
