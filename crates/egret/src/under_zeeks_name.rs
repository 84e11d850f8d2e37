//! The program under the name `zeek`, which the package `egret-zeek-names` installs: version and messages have the form
//! that Zeek's tools expect.
use crate::lowargs::LowArgs;
use clap::{Command, CommandFactory, FromArgMatches};
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::Path;

/// Parses the command line.
pub(crate) fn parse(words: Vec<OsString>) -> LowArgs {
    let called = is_called(&words);
    let matches = command(called).get_matches_from(words);
    let mut low = LowArgs::from_arg_matches(&matches).unwrap_or_else(|e| e.exit());
    if called {
        // Tools compare messages; people at a terminal get the longer form.
        low.plain_errors |= !std::io::stderr().is_terminal();
    }
    low
}

/// Whether the program was started as `zeek`.
fn is_called(words: &[OsString]) -> bool {
    words.first().and_then(|w| Path::new(w).file_name()).is_some_and(|name| name == "zeek")
}

fn command(called: bool) -> Command {
    let command = LowArgs::command();
    if !called {
        return command;
    }
    command.name("zeek").display_name("zeek version").version(builtins::COMPATIBLE_VERSION)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_decides_on_the_version() {
        let called = |name: &str| is_called(&[OsString::from(name)]);
        assert!(called("zeek") && called("/usr/bin/zeek"));
        assert!(!called("egret") && !called("/opt/zeek/egret") && !called("zeek-cut"));
        assert_eq!(
            command(true).render_version(),
            format!("zeek version {}\n", builtins::COMPATIBLE_VERSION)
        );
        assert!(command(false).render_version().starts_with("egret "));
    }
}
