//! Tools in addition to the monitor. The first word of the command line selects one: `egret fmt FILE…`.
//!
//! A script of the same name is still run by its file name (`egret fmt.zeek`) or path (`egret ./fmt`).
mod cluster;
mod files_below;
mod fmt;
mod lsp;
mod site;
mod test;
mod view;

use clap::{Parser, Subcommand};
use std::ffi::OsString;
use std::process::ExitCode;

/// Tools for scripts.
#[derive(Parser, Debug)]
#[command(name = "egret", disable_version_flag = true)]
struct Line {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Subcommand, Debug)]
enum Tool {
    /// Check, start, watch and end the nodes of a cluster
    Cluster(cluster::Options),
    /// Lay out scripts: indentation and blanks, nothing else
    Fmt(fmt::Options),
    /// Speak the Language Server Protocol on standard input and output
    Lsp(lsp::Options),
    /// Check a site's file and put it into effect
    Site(site::Options),
    /// Run scripts and compare what they print with what is expected
    Test(test::Options),
    /// Show a folder of logs as a page, to a browser on this machine
    View(view::Options),
}

/// The first words that name a tool.
const NAMES: [&str; 6] = ["cluster", "fmt", "lsp", "site", "test", "view"];

/// Runs a tool if the command line begins with its name.
pub(crate) fn answer(words: &[OsString]) -> Option<ExitCode> {
    let name = words.get(1)?.to_str()?;
    if !NAMES.contains(&name) {
        return None;
    }
    let ended = match Line::parse_from(words).tool {
        Tool::Cluster(options) => cluster::run(&options),
        Tool::Fmt(options) => fmt::run(&options),
        Tool::Lsp(options) => lsp::run(&options),
        Tool::Site(options) => site::run(&options),
        Tool::Test(options) => test::run(&options),
        Tool::View(options) => view::run(&options),
    };
    Some(ended.unwrap_or_else(|e| {
        eprintln!("egret {name}: {e:#}");
        ExitCode::FAILURE
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn every_tool_is_known_by_its_name() {
        let command = Line::command();
        command.clone().debug_assert();
        let mut declared: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        declared.sort_unstable();
        assert_eq!(declared, NAMES);
    }
}
