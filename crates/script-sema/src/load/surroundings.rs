//! The loader's interface to the outside, and its descriptions of files.
use crate::tree::{ExprRef, Program};
use net_types::Addr;
use script_syntax::{Diagnostic, SourceMap, Span, Text};

/// The services that the loader needs from outside.
pub trait Surroundings {
    /// Finds the script that `path` names, in `@load` or on the command line: a file, a file without its extension, or
    /// a folder with `__load__.zeek`. A path that begins with a dot is relative to `from`, the folder of the loading
    /// file; others are found on the search path.
    fn find_script(&mut self, path: &str, from: Option<&str>) -> Option<Found>;

    /// Finds the signature file that `path` names, by the same rules.
    fn find_signatures(&mut self, path: &str, from: Option<&str>) -> Option<Found>;

    /// Returns the names of functions and events that signatures use, in these files and in others that the host knows.
    fn mentioned(&mut self, signatures: &[Signatures]) -> Vec<String>;

    /// Finds the script that extends `script` under `prefix` (`@prefixes`). Its name is the prefix, a dot, and the path
    /// of `script` on the search path with dots for slashes.
    fn find_prefixed(&mut self, script: &Found, prefix: &str) -> Option<Found>;

    /// Reads a file that was found.
    fn read(&mut self, file: &Found) -> Result<Text, String>;

    /// Evaluates the condition of an `@if` in the program so far, which must stay unchanged. Returns `None` on an
    /// error.
    fn evaluate(&mut self, program: &mut Program, condition: &ExprRef) -> Option<bool>;

    /// Looks up the addresses of a host name in a script. Returns `None` if host names are not looked up.
    fn addresses(&mut self, host: &str) -> Option<Vec<Addr>> {
        let _ = host;
        None
    }

    /// Shows a message. The loader has already counted errors.
    fn report(&mut self, diagnostic: &Diagnostic, sources: &SourceMap);
}

/// A file that was found.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Found {
    /// Its name in messages.
    pub name: String,
    /// An identifier that is the same for all paths to the file, so that it is loaded once.
    pub key: String,
    /// The value of `@DIR` in the file, and the base of its relative loads.
    pub dir: String,
}

/// An input to load.
#[derive(Clone, Debug)]
pub enum Input {
    /// The path of a script.
    Script(String),
    /// Text that is not a file, such as standard input.
    Text {
        /// Its name in messages.
        name: String,
        /// The value of `@DIR` in the text.
        dir: String,
        /// The text.
        text: Vec<u8>,
    },
}

/// A loaded file.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The file.
    pub file: Found,
    /// The number of files that were open when it was loaded.
    pub depth: usize,
    /// Whether `@unload` named it: it counts as loaded, but was not read.
    pub skipped: bool,
}

/// A signature file that `@load-sigs` requested.
#[derive(Clone, Debug)]
pub struct Signatures {
    /// The path as written.
    pub asked: String,
    /// The file; `None` if it was not found.
    pub file: Option<Found>,
    /// The place of the request.
    pub span: Span,
}
