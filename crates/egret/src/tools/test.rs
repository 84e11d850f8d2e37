//! `egret test`: scripts whose results are known.
//!
//! A test is a markdown file (`script_tests` says how its blocks are read), or a script `NAME.zeek` with `NAME.out`
//! beside it: what it prints, then what it reports, then its status if that is not 0. A script's first line may hold
//! options: `# egret: -b -r trace.pcap`. A word among options that names a file beside the test stands for that file.
use super::files_below::files_below;
use anyhow::{Context, Result, bail};
use script_tests::{Block, Case, difference, rewritten};
use std::collections::VecDeque;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

#[derive(clap::Args, Debug)]
pub(super) struct Options {
    /// Take what the scripts do now as what is expected
    #[arg(long)]
    accept: bool,
    /// Run without the default scripts
    #[arg(short, long)]
    bare_mode: bool,
    /// Seconds that a script may run
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    timeout: u64,
    /// Tests, and folders of tests
    #[arg(required = true, value_name = "FILE | FOLDER")]
    paths: Vec<PathBuf>,
}

const MARKS: [&str; 3] = ["output", "errors", "exit"];
/// The most of a script's output that is compared.
const OUTPUT: u64 = 16 << 20;

pub(super) fn run(options: &Options) -> Result<ExitCode> {
    let mut files = Vec::new();
    for path in &options.paths {
        let found = files.len();
        let meta = fs::metadata(path).with_context(|| path.display().to_string())?;
        if meta.is_dir() {
            files_below(path, &is_test, &mut files).with_context(|| path.display().to_string())?;
        } else {
            files.push(path.clone());
        }
        if found == files.len() {
            bail!("{}: no test; a test is FILE.md, or FILE.zeek with FILE.out beside it", path.display());
        }
    }
    let total = files.len();
    let waiting = Mutex::new(VecDeque::from(files));
    let failed = Mutex::new(Vec::new());
    let lock = |e: PoisonError<_>| e.into_inner();
    let worker = || {
        loop {
            let Some(file) = waiting.lock().unwrap_or_else(lock).pop_front() else { return };
            let told = match test(&file, options) {
                Ok(difference) if difference.is_empty() => continue,
                Ok(difference) => difference,
                Err(e) => format!("{e:#}\n"),
            };
            failed.lock().unwrap_or_else(PoisonError::into_inner).push((file, told));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(total);
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(worker);
        }
        worker();
    });
    let mut failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    failed.sort();
    for (file, told) in &failed {
        print!("{}:\n{told}", file.display());
    }
    println!("{} of {total} tests passed", total - failed.len());
    Ok(if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs a test. Returns how its result differs; with `--accept` nothing differs.
fn test(file: &Path, options: &Options) -> Result<String> {
    let beside = file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = fs::canonicalize(beside)?;
    let text = fs::read_to_string(file)?;
    let (target, made) = if file.extension().is_some_and(|e| e == "md") {
        let mut broken = None;
        let made = rewritten(&text, &MARKS, &mut |case| {
            if case.files.iter().any(|(name, _)| name.starts_with('/')) {
                broken = Some(anyhow::anyhow!("the files of a case stand in its own folder"));
                return Vec::new();
            }
            result(case, &beside, options).unwrap_or_else(|e| {
                broken = Some(e);
                Vec::new()
            })
        });
        if let Some(e) = broken {
            return Err(e);
        }
        (file.to_owned(), made)
    } else {
        let first = text.lines().next().unwrap_or_default();
        let words = first.strip_prefix("# egret:").unwrap_or_default().split_whitespace();
        // A script runs where it stands: what it loads is beside it.
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let main = format!("{}/{name}", beside.display());
        let case = Case { files: vec![(main, String::new())], options: words.map(str::to_owned).collect() };
        let blocks = result(&case, &beside, options)?;
        (file.with_extension("out"), blocks.into_iter().map(|(_, text)| text).collect())
    };
    if options.accept {
        if fs::read_to_string(&target).ok().as_deref() != Some(&made) {
            fs::write(&target, made)?;
        }
        return Ok(String::new());
    }
    let expected = fs::read_to_string(&target)
        .with_context(|| format!("{}; --accept writes what the script does now", target.display()))?;
    Ok(difference(&expected, &made))
}

/// What a case prints and reports.
fn result(case: &Case, beside: &Path, options: &Options) -> Result<Vec<Block>> {
    let folder = tempfile::tempdir()?;
    for (name, text) in case.files.iter().filter(|(name, _)| !name.starts_with('/')) {
        let path = folder.path().join(name);
        if path.parent().is_none_or(|p| !p.starts_with(folder.path())) || name.contains("..") {
            bail!("{name}: the files of a case stand in its own folder");
        }
        fs::create_dir_all(path.parent().context("a folder")?)?;
        fs::write(path, text)?;
    }
    let main = &case.files.first().context("no script")?.0;
    let words = case.options.iter().map(|word| {
        let there = beside.join(word);
        if !word.starts_with('-') && there.exists() { there.into_os_string() } else { word.into() }
    });
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("--plain-errors").args(options.bare_mode.then_some("-b")).args(words).arg(main);
    let mut path = std::ffi::OsString::from(".:");
    path.push(beside);
    if let Some(more) = std::env::var_os("ZEEKPATH") {
        path.push(":");
        path.push(more);
    }
    command.env("ZEEKPATH", path).env("TZ", "UTC").current_dir(folder.path());
    let (out, err) = (tempfile::tempfile()?, tempfile::tempfile()?);
    command.stdin(Stdio::null()).stdout(out.try_clone()?).stderr(err.try_clone()?);
    let mut child = command.spawn()?;
    let until = Instant::now() + Duration::from_secs(options.timeout);
    let mut pause = Duration::from_millis(1);
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if Instant::now() > until {
            child.kill()?;
            child.wait()?;
            bail!("it ran longer than {} s", options.timeout);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
    };
    let read = |mut file: fs::File| -> Result<String> {
        std::io::Seek::rewind(&mut file)?;
        let mut bytes = Vec::new();
        file.take(OUTPUT).read_to_end(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes).replace(&format!("./{main}"), main);
        Ok(text.replace(&format!("{}/", beside.display()), ""))
    };
    let exit = match status.code() {
        Some(0) => String::new(),
        Some(code) => format!("{code}\n"),
        None => format!("{status}\n"),
    };
    Ok(vec![("output", read(out)?), ("errors", read(err)?), ("exit", exit)])
}

/// Whether a file is a test.
fn is_test(path: &Path) -> bool {
    let is = |extension: &str| path.extension().is_some_and(|e| e == extension);
    is("md") || is("zeek") && path.with_extension("out").exists()
}
