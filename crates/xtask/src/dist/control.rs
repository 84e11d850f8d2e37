//! The control file of a package.
use super::build::Built;
use super::contents::{From, ITEMS, Package};
use super::output;
use anyhow::{Result, ensure};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// Returns the text of the control file.
pub(super) fn control(package: &Package, built: &Built, version: &str, staged: &Path) -> Result<String> {
    let machine = output(Command::new("dpkg").arg("--print-architecture"))?;
    let machine =
        if package.any_machine { "all".to_owned() } else { String::from_utf8(machine)?.trim().to_owned() };
    let size = String::from_utf8(output(Command::new("du").arg("-sk").arg(staged))?)?;
    let size = size.split_whitespace().next().unwrap_or("0").to_owned();
    let mut text = format!(
        "Package: {}\nVersion: {version}\nArchitecture: {machine}\nSection: net\nPriority: optional\n\
         Maintainer: Egret <egret@localhost>\nInstalled-Size: {size}\n",
        package.name,
    );
    if !package.any_machine {
        writeln!(text, "Depends: libc6 (>= {}), libgcc-s1", newest_glibc(package, built)?)?;
    }
    text.push_str(&package.relations.replace("{version}", version));
    let description = wrapped(package.description);
    writeln!(text, "Description: {}\n{description}", package.synopsis)?;
    Ok(text)
}

/// Returns the newest glibc version whose symbols the package's programs need.
fn newest_glibc(package: &Package, built: &Built) -> Result<String> {
    let mut newest = (0, 0);
    for item in ITEMS.iter().filter(|i| i.package == package.name && i.mode == 0o755 || i.to.contains(".so"))
    {
        let From::Built(name) = item.from else { continue };
        for version in versions(&std::fs::read(built.folder.join(name))?) {
            newest = newest.max(version);
        }
    }
    ensure!(newest > (0, 0), "{}: no program names a version of glibc", package.name);
    Ok(format!("{}.{}", newest.0, newest.1))
}

/// Returns the versions in strings such as `GLIBC_2.34`.
fn versions(program: &[u8]) -> impl Iterator<Item = (u32, u32)> {
    const MARK: &[u8] = b"GLIBC_";
    program.windows(MARK.len()).enumerate().filter(|(_, w)| *w == MARK).filter_map(|(at, _)| {
        let text = program[at + MARK.len()..].split(|b| *b == 0).next()?;
        let (major, minor) = std::str::from_utf8(text.get(..text.len().min(8))?).ok()?.split_once('.')?;
        Some((major.parse().ok()?, minor.split('.').next()?.parse().ok()?))
    })
}

/// Breaks the paragraph into lines of at most 78 characters, each indented by the space that control files require.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a line");
        if !line.is_empty() && line.len() + word.len() > 76 {
            lines.push(word.to_owned());
        } else {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    lines.iter().map(|l| format!(" {l}")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found_between_other_bytes() {
        let found: Vec<_> =
            versions(b"\0GLIBC_2.17\0x\xffGLIBC_2.34\0GLIBC_PRIVATE\0GLIBC_2.2.5\0").collect();
        assert_eq!(found, [(2, 17), (2, 34), (2, 2)]);
    }

    #[test]
    fn descriptions_are_wrapped() {
        let text = wrapped(&"word ".repeat(40));
        assert!(text.lines().count() > 1 && text.lines().all(|l| l.starts_with(" w") && l.len() < 80));
    }
}
