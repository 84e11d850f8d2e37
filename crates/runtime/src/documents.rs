//! Documents about the scripts of a run (`-X`).
use crate::prepared::Prepared;
use script_docs::{Known, Target};
use script_vm::Machine;
use value::{Context as _, Type, Value};

/// The globals of loaded scripts.
struct Globals<'a>(&'a Machine);

impl Known for Globals<'_> {
    fn global_type(&self, name: &str) -> Option<Type> {
        Some(self.0.global_type(self.0.global_id(name)?)?.1)
    }

    fn value(&self, name: &str) -> Option<Value> {
        self.0.global(self.0.global_id(name)?)
    }
}

impl Prepared {
    /// Returns the paths and contents of a target's documents. Empty if the scripts declare nothing of that name.
    pub fn documents(&mut self, target: &Target) -> Vec<(String, String)> {
        let program = &mut self.services().program;
        let docs = program.docs();
        let search = program.search.clone();
        let readme = |path: &str| {
            let text = search.as_ref()?.read(path).ok()?;
            Some(String::from_utf8_lossy(&text).into_owned())
        };
        target.documents(&docs, &Globals(self.machine()), &readme)
    }
}
