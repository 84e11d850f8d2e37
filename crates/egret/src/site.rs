//! The folders of an installation, derived from the program's own path: the site folder of `PREFIX/bin/egret` is
//! `PREFIX/etc/egret/site`, and that of `/usr/bin/egret` is `/etc/egret/site`. `packaging/zeek-config` reports the same
//! paths.
use std::path::{Path, PathBuf};

/// Returns the folders that are searched for scripts without ZEEKPATH: the working folder, then the site folder if it
/// exists.
pub(crate) fn default_folders() -> String {
    let program = std::env::current_exe().and_then(std::fs::canonicalize).ok();
    let site = program.and_then(|p| folder_of(&p)).filter(|f| f.is_dir());
    match site.as_deref().and_then(Path::to_str) {
        Some(site) => format!(".:{site}"),
        None => ".".to_owned(),
    }
}

fn folder_of(program: &Path) -> Option<PathBuf> {
    let bin = program.parent()?;
    let prefix = bin.parent().filter(|_| bin.file_name().is_some_and(|name| name == "bin"))?;
    let root = if prefix == Path::new("/usr") { Path::new("/") } else { prefix };
    Some(root.join("etc/egret/site"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_site_folder_follows_the_program() {
        let folder = |program: &str| folder_of(Path::new(program));
        assert_eq!(folder("/usr/bin/egret"), Some("/etc/egret/site".into()));
        assert_eq!(folder("/opt/egret/bin/egret"), Some("/opt/egret/etc/egret/site".into()));
        assert_eq!(folder("/home/me/target/release/egret"), None);
    }
}
