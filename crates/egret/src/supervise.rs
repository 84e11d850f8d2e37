//! `egret -j`: a supervisor, its stem, and the nodes that the stem starts.
//!
//! All three are this program. The supervisor runs scripts and starts the stem as its child (`link`); the stem starts
//! nodes with the supervisor's own command line and environment, and keeps them running (`stem`); a node learns from its
//! standard input which one it is (`node`). The kernel ends a node when its stem is gone, and the stem ends all nodes when
//! its standard input closes, so nothing stays behind.
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

/// The program that runs, even if its file was replaced meanwhile.
const THIS_PROGRAM: &str = "/proc/self/exe";

/// Runs a stem, if the command line asks for one.
pub(crate) fn answer(words: &[OsString]) -> Option<ExitCode> {
    (words.get(1)? == STEM).then(|| stem::run(words))
}
