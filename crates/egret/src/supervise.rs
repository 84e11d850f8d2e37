//! `egret -j`: a supervisor, its stem, and the nodes that the stem starts.
//!
//! All three are this program. The supervisor runs scripts and starts the stem as its child (`link`). The stem starts
//! nodes with the supervisor's own command line and environment, and keeps them running (`stem`). A node reads its
//! configuration from its standard input (`node`). The kernel ends a node when its stem is gone, and the stem ends all
//! nodes when its standard input closes, so no process is left over.
mod link;
mod node;
mod stem;

pub(crate) use link::StemLink;
pub(crate) use node::Supervised;

use std::ffi::OsString;
use std::process::ExitCode;

/// The first argument of a stem.
const STEM: &str = "--as-stem";

/// The first argument of a node.
const NODE: &str = "--as-supervised-node";

/// The running program, even if its file was replaced meanwhile.
const THIS_PROGRAM: &str = "/proc/self/exe";

/// Runs as the stem if the command line says so.
pub(crate) fn answer(words: &[OsString]) -> Option<ExitCode> {
    (words.get(1)? == STEM).then(|| stem::run(words))
}
