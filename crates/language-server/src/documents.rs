//! Documents that the editor has open.
use crate::Checked;
use lsp_types::Uri;
use script_sema::index::Index;
use script_syntax::{Source, SourceMap};
use std::rc::Rc;

/// An open document.
pub(crate) struct Document {
    pub(crate) uri: Uri,
    /// Its absolute path.
    pub(crate) path: String,
    pub(crate) text: String,
    pub(crate) version: i32,
    /// It changed since it was checked.
    pub(crate) dirty: bool,
    /// The last check.
    pub(crate) checked: Option<Checked>,
}

impl Document {
    /// The document's own file in its session.
    pub(crate) fn source(&self) -> Option<(&Rc<Source>, &SourceMap, &Index)> {
        let checked = self.checked.as_ref()?;
        let sources = &checked.outcome.sources;
        let own = sources.files().find(|f| f.name == self.path)?;
        Some((own, sources, checked.outcome.index.as_ref()?))
    }
}
