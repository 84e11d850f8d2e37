//! What loading needs from outside, and what it says of files.
use crate::tree::{ExprRef, Program};
use net_types::Addr;
use script_syntax::{Diagnostic, SourceMap, Span, Text};

/// What loading needs from outside.
pub trait Surroundings {
    /// The script that `path` names, as after `@load` or on the command line: a file, a file without its ending, a
    /// folder with `__load__.zeek`. A path that begins with a dot is looked for from `from`, the folder of the file
    /// that asks; others on the search path.
    fn find_script(&mut self, path: &str, from: Option<&str>) -> Option<Found>;

    /// The signature file that `path` names, likewise.
    fn find_signatures(&mut self, path: &str, from: Option<&str>) -> Option<Found>;

    /// Names of functions and events that signatures use, of these files and of others that the host knows.
    fn mentioned(&mut self, signatures: &[Signatures]) -> Vec<String>;

    /// The script that adds to `script` under `prefix` (`@prefixes`): its path on the search path with dots for
    /// slashes, after the prefix and a dot.
    fn find_prefixed(&mut self, script: &Found, prefix: &str) -> Option<Found>;

    /// The bytes of a file that was found.
    fn read(&mut self, file: &Found) -> Result<Text, String>;

    /// Evaluates the condition of an `@if` in the program read so far, which stays as it is. `None` on an error.
    fn evaluate(&mut self, program: &mut Program, condition: &ExprRef) -> Option<bool>;

    /// The addresses of a host that is named in a script. `None` where host names are not looked up.
    fn addresses(&mut self, host: &str) -> Option<Vec<Addr>> {
        let _ = host;
        None
    }

    /// A message. Errors were counted already.
    fn report(&mut self, diagnostic: &Diagnostic, sources: &SourceMap);
}

/// A file that exists.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Found {
    /// As messages name it.
    pub name: String,
    /// The same for all ways to name the file: what is loaded once is known by it.
    pub key: String,
    /// What `@DIR` gives in it, and what its relative loads start from.
    pub dir: String,
}

/// What is read, in order.
#[derive(Clone, Debug)]
pub enum Input {
    /// A script by its path.
    Script(String),
    /// Text that is no file: standard input.
    Text {
        /// As messages name it.
        name: String,
        /// What `@DIR` gives in it.
        dir: String,
        /// The text.
        text: Vec<u8>,
    },
}

/// A file that was read, in order of its first mention.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The file.
    pub file: Found,
    /// How many files were open when it was asked for.
    pub depth: usize,
    /// `@unload`: it is only taken as read.
    pub skipped: bool,
}

/// A signature file that `@load-sigs` asked for.
#[derive(Clone, Debug)]
pub struct Signatures {
    /// As written.
    pub asked: String,
    /// The file; `None` if it was not found.
    pub file: Option<Found>,
    /// Where it was asked for.
    pub span: Span,
}
