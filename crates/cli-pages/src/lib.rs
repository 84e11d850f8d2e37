//! Manual pages and shell completions, generated from the declaration of a command line. Each binary prints its own
//! with the hidden option `--generate KIND`; `cargo xtask dist` collects them.
use clap::{Command, ValueEnum};
use clap_complete::Shell;
use std::io;

/// The output of `--generate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Page {
    /// The manual page, as roff.
    Man,
    /// Completions for bash.
    Bash,
    /// Completions for fish.
    Fish,
    /// Completions for zsh.
    Zsh,
}

/// The section of the manual that a page belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Programs of users.
    Programs,
    /// Programs of administrators.
    Daemons,
}

impl Section {
    fn number(self) -> &'static str {
        match self {
            Section::Programs => "1",
            Section::Daemons => "8",
        }
    }
}

/// Returns the text of a page about `command`.
///
/// # Errors
/// The roff writer fails, which does not happen when it writes to memory.
pub fn page(command: Command, section: Section, page: Page) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    match page {
        Page::Man => clap_mangen::Man::new(command).section(section.number()).render(&mut text)?,
        Page::Bash => complete(Shell::Bash, command, &mut text),
        Page::Fish => complete(Shell::Fish, command, &mut text),
        Page::Zsh => complete(Shell::Zsh, command, &mut text),
    }
    Ok(text)
}

fn complete(shell: Shell, mut command: Command, to: &mut Vec<u8>) {
    let name = command.get_name().to_owned();
    clap_complete::generate(shell, &mut command, name, to);
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Arg, ArgAction};

    fn check(kind: Page, expected: &[&str]) {
        let watch = Arg::new("watch").short('w').long("watch").action(ArgAction::SetTrue).help("Watch it");
        let command = Command::new("heron").about("Stands still").arg(watch);
        let text = String::from_utf8(page(command, Section::Daemons, kind).unwrap()).unwrap();
        for word in expected {
            assert!(text.contains(word), "{word:?} is missing in:\n{text}");
        }
    }

    #[test]
    fn pages_name_the_program_and_its_options() {
        check(Page::Man, &[".TH heron 8", "Stands still", "\\-\\-watch", "Watch it"]);
        check(Page::Bash, &["_heron()", "--watch"]);
        check(Page::Fish, &["complete -c heron", "-l watch", "Watch it"]);
        check(Page::Zsh, &["#compdef heron", "--watch[Watch it]"]);
    }
}
