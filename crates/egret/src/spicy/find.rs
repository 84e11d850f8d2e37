//! Finds imported modules in folders.
use spicy_sema::{Find, Found};
use std::path::Path;

pub(crate) struct Folders {
    pub(crate) paths: Vec<String>,
}

impl Find for Folders {
    fn find(&mut self, module: &str, path: Option<&str>, _importer: &str) -> Option<Found> {
        let file = format!("{}.spicy", module.to_lowercase());
        let mut candidates = Vec::new();
        let inner = path.map(|p| if p.contains('/') { p.to_owned() } else { p.replace('.', "/") });
        for base in self.paths.iter().map(|p| Path::new(p).to_path_buf()) {
            let folder = inner.as_ref().map_or(base.clone(), |i| base.join(i));
            candidates.push(folder.join(&file));
            candidates.push(folder.join(format!("{module}.spicy")));
        }
        candidates.into_iter().find_map(|c| {
            let text = std::fs::read_to_string(&c).ok()?;
            let name = c.to_string_lossy().trim_start_matches("./").to_owned();
            Some(Found { name, text })
        })
    }
}
