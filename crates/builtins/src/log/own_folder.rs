//! Claims log folders: two runs that write into the same file would ruin it.
use super::fatal;
use super::make::default_folder;
use crate::call::{Call, Stop};
use crate::services::Part;
use std::path::Path;
use value::Context;

/// Claims `Log::default_logdir`.
///
/// # Errors
/// If another run has claimed the folder, this one ends.
pub fn claim_default_folder(cx: &mut dyn Context) -> value::Result<()> {
    Call::run(cx, &[], |c| claim_folder(c).map(|()| true.into())).map(drop)
}

/// Claims `Log::default_logdir`, from within a call.
pub(super) fn claim_folder(c: &mut Call<'_>) -> Result<(), Stop> {
    let folder = default_folder(c);
    claim(c, Path::new(&folder)).map_err(|held| fatal(c, held))
}

/// Claims the folder of a log. On failure, the error names the process that has claimed it.
pub(super) fn claim_folder_of(c: &mut Call<'_>, file: &Path) -> Result<(), String> {
    claim(c, file.parent().unwrap_or(Path::new("")))
}

fn claim(c: &mut Call<'_>, folder: &Path) -> Result<(), String> {
    // A supervisor's nodes may share its folder: the configuration chose the folders of all of them.
    if !matches!(c.invocation().part, Part::Alone) {
        return Ok(());
    }
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    c.disk().claim_folder(&folder.to_string_lossy())
}
