//! Runs the program and captures its output.
#![allow(dead_code, reason = "each test uses a part")]
use std::path::Path;
use std::process::{Command, ExitStatus};

/// The program, to be run in a folder.
pub(crate) fn egret(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_egret"));
    command.current_dir(folder);
    command
}

/// The output of a run.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) status: ExitStatus,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

/// Runs a command to its end.
#[track_caller]
pub(crate) fn said(command: &mut Command) -> Said {
    let ran = command.output().expect("egret runs");
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    Said { status: ran.status, out: text(&ran.stdout), err: text(&ran.stderr) }
}
