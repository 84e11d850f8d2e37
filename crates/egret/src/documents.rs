//! `-X`: writes documents about the loaded scripts to files.
use anyhow::{Context, bail};
use runtime::{Prepared, Target};
use std::fs;
use std::path::Path;

/// Writes the documents that the lines of `targets` request. Relative paths are below the working folder.
pub(crate) fn write(scripts: &mut Prepared, targets: &Path) -> anyhow::Result<()> {
    let text = fs::read_to_string(targets).context("reading what to document")?;
    for target in Target::parse(&text)? {
        let documents = scripts.documents(&target);
        if documents.is_empty() {
            bail!("no loaded script has what {} names", target.pattern);
        }
        for (file, text) in documents {
            if let Some(folder) = Path::new(&file).parent() {
                fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
            }
            fs::write(&file, text).with_context(|| file.clone())?;
        }
    }
    Ok(())
}
