//! Generators, packages ([`dist`]), HTML of the documentation ([`book`]), and the house rules as tests
//! (`tests/direction.rs`, `tests/tidy.rs`).
//!
//! A protocol is declared once: its events and records in `.zeek` files below `crates/scripts/tree`, everything else in
//! the `protocol.toml` of its folder in `crates/protocols/src`. `engine.toml`, beside these folders, contains the
//! declarations that belong to no protocol. [`generate`] derives the rest. Generated text is committed, and a test
//! fails if it is stale.
#![expect(clippy::disallowed_methods, reason = "generators read the tree")]
pub mod book;
mod declarations;
pub mod dist;
mod event_modules;
mod forms;
mod lists;
mod log_columns;
mod ms_tables;
mod pages;
mod protocol;
mod registry;
mod section;
mod tags;

pub use declarations::Declarations;
pub use protocol::Protocols;

use anyhow::Result;
use std::path::{Path, PathBuf};

/// A generated file.
pub struct Generated {
    /// Its path below the root.
    pub path: String,
    /// Its text.
    pub text: String,
}

impl Generated {
    /// Whether the file on disk has this text.
    pub fn is_current(&self, root: &Path) -> bool {
        std::fs::read(root.join(&self.path)).is_ok_and(|there| there == self.text.as_bytes())
    }
}

/// The first line of a generated file, without the comment marker.
const HEAD: &str = "Written by `cargo xtask generate`; edit its sources instead:";

/// Returns the root of the tree.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("crates/xtask lies two below the root")
        .into()
}

/// Generates all files.
pub fn generate(root: &Path) -> Result<Vec<Generated>> {
    let declarations = Declarations::read(&root.join("crates/scripts/tree"))?;
    let protocols = Protocols::read(root)?;
    let mut files = event_modules::generate(root, &declarations, &protocols)?;
    files.extend(registry::generate(root, &protocols)?);
    files.push(tags::generate(&protocols)?);
    files.extend(lists::generate(root, &protocols)?);
    files.extend(pages::generate(root, &protocols)?);
    files.extend(ms_tables::generate()?);
    files.push(log_columns::generate(root)?);
    Ok(files)
}
