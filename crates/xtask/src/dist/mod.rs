//! `cargo xtask dist`: builds the programs and packs them, with manual pages, completions, configuration and units,
//! into Debian packages and a tarball.
//!
//! Needs cargo, a C compiler with `strip`, and dpkg-deb for packages. Only [`contents`] determines which file goes
//! where.
mod build;
mod contents;
mod control;
mod deb;
mod manual;
mod tarball;

use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The options of the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The folder for the packages.
    pub out: PathBuf,
    /// The cargo profile for the programs.
    pub profile: String,
    /// The Debian revision of the packages: `0.1.0-REVISION`.
    pub revision: u32,
    /// Whether to make Debian packages.
    pub debs: bool,
    /// Whether to make the tarball.
    pub tarball: bool,
}

/// The usage line.
pub const USAGE: &str =
    "cargo xtask dist [--out DIR] [--profile PROFILE] [--revision N] [--only debs|tarball]";

impl Options {
    /// Parses the command line after `dist`.
    ///
    /// # Errors
    /// An unknown option, or an invalid value.
    pub fn parse(args: &[&str], root: &Path) -> Result<Self> {
        let mut options = Options {
            out: root.join("target/dist"),
            profile: "release".to_owned(),
            revision: 1,
            debs: true,
            tarball: true,
        };
        let mut words = args.iter().copied();
        while let Some(option) = words.next() {
            let value =
                words.next().with_context(|| format!("{option}: expected a value; usage: {USAGE}"))?;
            match option {
                "--out" => options.out = std::path::absolute(value)?,
                "--profile" => options.profile = value.to_owned(),
                "--revision" => {
                    let number = value.parse().ok().filter(|n| *n > 0);
                    options.revision = number
                        .with_context(|| format!("--revision: expected a number from 1, found {value:?}"))?;
                }
                "--only" => match value {
                    "debs" => options.tarball = false,
                    "tarball" => options.debs = false,
                    other => bail!("--only: expected debs or tarball, found {other:?}"),
                },
                other => bail!("unknown option {other:?}; usage: {USAGE}"),
            }
        }
        if !options.debs && !options.tarball {
            bail!("--only debs and --only tarball exclude each other");
        }
        Ok(options)
    }
}

/// Makes the packages and returns their paths.
///
/// # Errors
/// A required program fails, or a file cannot be written; the error names it.
pub fn dist(root: &Path, options: &Options) -> Result<Vec<PathBuf>> {
    std::fs::create_dir_all(&options.out).with_context(|| options.out.display().to_string())?;
    let work = options.out.join("work");
    if work.exists() {
        std::fs::remove_dir_all(&work)?;
    }
    let built = build::build(root, &options.profile, &work.join("built"))?;
    let mut made = Vec::new();
    if options.debs {
        for package in contents::PACKAGES {
            made.push(deb::pack(root, package, &built, options)?);
        }
    }
    if options.tarball {
        made.push(tarball::pack(root, &built, options)?);
    }
    std::fs::remove_dir_all(&work)?;
    Ok(made)
}

/// Runs a program to its end and returns its output.
///
/// # Errors
/// The program cannot be started or fails; the error contains its messages.
fn output(command: &mut Command) -> Result<Vec<u8>> {
    let name = command.get_program().to_string_lossy().into_owned();
    let ended = command.output().with_context(|| format!("cannot start {name}"))?;
    if !ended.status.success() {
        bail!("{name} failed ({}): {}", ended.status, String::from_utf8_lossy(&ended.stderr).trim());
    }
    Ok(ended.stdout)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(args: &[&str], expected: &str) {
        let error = Options::parse(args, Path::new("/r")).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }

    #[test]
    fn options_have_defaults_and_limits() {
        let usual = Options::parse(&[], Path::new("/r")).unwrap();
        assert_eq!((usual.out, usual.revision, usual.debs), ("/r/target/dist".into(), 1, true));
        let other = Options::parse(&["--only", "debs", "--revision", "2"], Path::new("/r")).unwrap();
        assert_eq!((other.revision, other.debs, other.tarball), (2, true, false));
        refused(&["--out"], "expected a value");
        refused(&["--revision", "0"], "a number from 1");
        refused(&["--only", "rpm"], "expected debs or tarball");
        refused(&["--fast", "yes"], "unknown option \"--fast\"");
    }
}
