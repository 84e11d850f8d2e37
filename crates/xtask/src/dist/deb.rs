//! Debian packages, made by dpkg-deb.
use super::build::Built;
use super::contents::{From, ITEMS, Item, Package};
use super::{Options, control, output};
use anyhow::{Context, Result};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The maintainer scripts of a package, which dpkg runs. Each is optional in packaging/debian.
const SCRIPTS: [&str; 4] = ["preinst", "postinst", "prerm", "postrm"];

/// Makes a package and returns its path.
pub(super) fn pack(root: &Path, package: &Package, built: &Built, options: &Options) -> Result<PathBuf> {
    let staged = options.out.join("work").join(package.name);
    let mut kept = String::new();
    for item in ITEMS.iter().filter(|i| i.package == package.name) {
        let path = item.installed(&built.multiarch);
        if path.starts_with("etc/") {
            kept.push_str(&format!("/{path}\n"));
        }
        lay(root, built, item, &staged.join(path)).with_context(|| item.to_string())?;
    }
    let version = format!("{}-{}", env!("CARGO_PKG_VERSION"), options.revision);
    let text = control::control(package, built, &version, &staged)?;
    let sums = sums(&staged)?;
    let about = staged.join("DEBIAN");
    fs::create_dir_all(&about)?;
    fs::write(about.join("control"), text)?;
    fs::write(about.join("md5sums"), sums)?;
    if !kept.is_empty() {
        fs::write(about.join("conffiles"), kept)?;
    }
    for script in SCRIPTS {
        let from = root.join(format!("packaging/debian/{}.{script}", package.name));
        if from.exists() {
            copy(&from, &about.join(script), 0o755)?;
        }
    }
    let made = output(
        Command::new("dpkg-deb").args(["--root-owner-group", "--build"]).arg(&staged).arg(&options.out),
    )?;
    // dpkg-deb: building package 'egret' in '/…/egret_0.1.0-1_amd64.deb'.
    let text = String::from_utf8_lossy(&made);
    let path = text.rsplit('\'').nth(1).with_context(|| format!("dpkg-deb said: {text}"))?;
    Ok(path.into())
}

/// Installs an item at `to`, creating its folders.
pub(super) fn lay(root: &Path, built: &Built, item: &Item, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    match item.from {
        From::Built(name) => copy(&built.folder.join(name), to, item.mode),
        From::Tree(path) => copy(&root.join(path), to, item.mode),
        From::Link(target) => Ok(symlink(target, to)?),
    }
}

/// Copies a file, or a folder with its contents.
fn copy(from: &Path, to: &Path, mode: u32) -> Result<()> {
    if from.is_dir() {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            copy(&entry.path(), &to.join(entry.file_name()), mode)?;
        }
        return Ok(());
    }
    fs::copy(from, to).with_context(|| from.display().to_string())?;
    Ok(fs::set_permissions(to, fs::Permissions::from_mode(mode))?)
}

/// Returns the file md5sums, which `dpkg --verify` checks.
fn sums(staged: &Path) -> Result<Vec<u8>> {
    output(
        Command::new("sh")
            .current_dir(staged)
            .args(["-c", "find . -type f -printf '%P\\0' | LC_ALL=C sort -z | xargs -0r md5sum"]),
    )
}

#[cfg(test)]
mod tests {
    use super::super::contents::PACKAGES;
    use super::*;

    /// Catches scripts that belong to no package, and missing files, before a release does.
    #[test]
    fn the_table_names_files_that_exist() {
        let root = crate::root();
        for item in ITEMS {
            assert!(PACKAGES.iter().any(|p| p.name == item.package), "{item}: no such package");
            if let From::Tree(path) = item.from {
                assert!(root.join(path).exists(), "{path} is missing");
            }
        }
        for entry in fs::read_dir(root.join("packaging/debian")).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let known = PACKAGES.iter().any(|p| SCRIPTS.iter().any(|s| name == format!("{}.{s}", p.name)));
            assert!(known, "packaging/debian/{name} belongs to no package");
        }
    }
}
