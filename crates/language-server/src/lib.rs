//! `egret lsp`: the Language Server Protocol over scripts.
//!
//! A [`Session`] answers an editor: diagnostics while it types, hover with our documentation, definitions, references,
//! completion of names and fields, rename of variables, the layout of `egret fmt`. What names mean comes from the checker
//! itself ([`script_sema::index`]), so an editor shows what a run would do. Scripts are loaded by a [`Scripts`], which the
//! binary supplies: this crate opens no file, knows no clock and never starts a process.
//!
//! A document is checked as a script of its own after the default scripts. Those are loaded ahead, while the editor is
//! silent ([`Scripts::prepare`]), so a keystroke costs the check of the document alone.
#![cfg_attr(
    not(test),
    deny(clippy::indexing_slicing, clippy::string_slice, reason = "a panic ends the process: panic = abort")
)]

mod complete;
mod documents;
mod hover;
mod messages;
mod places;
mod requests;
mod session;

pub use session::{Session, serve};

use script_sema::load::Outcome;
use script_syntax::Diagnostic;

/// A loaded session with what was said about it.
pub struct Checked {
    /// The program, its sources and its index.
    pub outcome: Outcome,
    /// Messages in the order in which they came up.
    pub diagnostics: Vec<Diagnostic>,
}

/// Loads scripts for a [`Session`].
pub trait Scripts {
    /// The text of a file that the editor has open, in place of the one on disk; `None` once it is closed.
    fn open(&mut self, path: &str, text: Option<&str>);

    /// Loads the default scripts and then `path`, with an index.
    fn check(&mut self, path: &str) -> Checked;

    /// Loads the default scripts and every script below `folder`, with an index. Files with errors are indexed as far as
    /// they go.
    fn check_folder(&mut self, folder: &str) -> Checked;

    /// Does work ahead of the next check.
    fn prepare(&mut self);

    /// Where an editor can open a source of this name. The packed scripts have no file: it is made.
    fn file(&mut self, source: &str) -> Option<String>;
}
