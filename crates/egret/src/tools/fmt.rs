//! `egret fmt`: lays out scripts in place.
use super::files_below::{files_below, is_script};
use anyhow::{Context, Result, bail};
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(super) struct Options {
    /// Say which files would change, change none, and fail if there are any
    #[arg(long)]
    check: bool,
    /// Scripts, and folders of scripts; - reads standard input and writes standard output
    #[arg(required = true, value_name = "FILE | FOLDER")]
    paths: Vec<PathBuf>,
}

/// The most bytes of a script.
const LARGEST: u64 = 64 << 20;

pub(super) fn run(options: &Options) -> Result<ExitCode> {
    if options.paths == [Path::new("-")] {
        let mut text = Vec::new();
        std::io::stdin().take(LARGEST).read_to_end(&mut text).context("standard input")?;
        let out = script_format::format(&text).context("standard input")?;
        std::io::stdout().write_all(&out).context("standard output")?;
        return Ok(if options.check && out != text { ExitCode::FAILURE } else { ExitCode::SUCCESS });
    }
    let mut files = Vec::new();
    for path in &options.paths {
        let meta = fs::metadata(path).with_context(|| path.display().to_string())?;
        if meta.is_dir() {
            files_below(path, &is_script, &mut files).with_context(|| path.display().to_string())?;
        } else {
            files.push(path.clone());
        }
    }
    let mut changed = 0usize;
    for file in &files {
        if lay_out(file, options.check).with_context(|| file.display().to_string())? {
            changed += 1;
            if options.check {
                println!("{}", file.display());
            }
        }
    }
    let would = if options.check { "would change" } else { "changed" };
    eprintln!("{changed} of {} files {would}", files.len());
    Ok(if options.check && changed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Lays out a file. Whether that changes it.
fn lay_out(file: &Path, check: bool) -> Result<bool> {
    if fs::metadata(file)?.len() > LARGEST {
        bail!("larger than {} MB", LARGEST >> 20);
    }
    let text = fs::read(file)?;
    let out = script_format::format(&text)?;
    if out == text {
        return Ok(false);
    }
    if !check {
        // A file beside it takes its place at once, with its mode: a crash leaves one or the other.
        let folder = file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let name = file.file_name().context("no file name")?.to_string_lossy();
        let beside = folder.join(format!(".{name}.{}", std::process::id()));
        fs::write(&beside, &out)?;
        let ended = fs::set_permissions(&beside, fs::metadata(file)?.permissions())
            .and_then(|()| fs::rename(&beside, fs::canonicalize(file)?));
        if let Err(e) = ended {
            drop(fs::remove_file(&beside));
            return Err(e.into());
        }
    }
    Ok(true)
}
