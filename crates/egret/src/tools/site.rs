//! `egret site`: one file for a site, checked, taken over from Zeek, and put into effect.
use anyhow::{Context, Result, bail};
use clap::Subcommand;
use site_file::{Site, ZeekFiles, migrated};
use std::fs;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

#[derive(clap::Args, Debug)]
pub(super) struct Options {
    #[command(subcommand)]
    what: What,
    /// The file
    #[arg(long, global = true, value_name = "FILE", default_value = "/etc/egret/site.toml")]
    file: PathBuf,
    /// Where applied settings are kept; monitors read options of scripts there
    #[arg(long, global = true, value_name = "FOLDER", default_value = "/var/lib/egret")]
    state: PathBuf,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Say every mistake in the file and in the scripts that it names, and change nothing
    Check,
    /// Check the file and put it into effect: options of scripts at once, in running monitors; all else by their restart
    Apply {
        /// Restart the monitors that must be: their open connections are logged first
        #[arg(long)]
        restart: bool,
    },
    /// Print a file made from node.cfg, networks.cfg and zeekctl.cfg of a folder
    Import {
        /// The folder, such as /opt/zeek/etc
        folder: PathBuf,
    },
    /// Run the monitor of an interface, as its service does
    Run {
        /// The interface
        interface: String,
    },
}

/// The file with the options of scripts, and that of the command lines that were applied, in the state's folder.
const OPTIONS: &str = "options.dat";
const APPLIED: &str = "site.applied";

pub(super) fn run(options: &Options) -> Result<ExitCode> {
    let options_file = options.state.join(OPTIONS).display().to_string();
    match &options.what {
        What::Import { folder } => import(folder),
        What::Run { interface } => {
            let Some(site) = read(&options.file)? else { return Ok(ExitCode::FAILURE) };
            let words = site.words(interface, &options_file);
            // This process becomes the monitor, so the service manager sees one.
            Err(Command::new(std::env::current_exe()?).args(words).exec().into())
        }
        What::Check => {
            let Some(site) = read(&options.file)? else { return Ok(ExitCode::FAILURE) };
            let sound = scripts_are_sound(&site, &options.file)?;
            if sound {
                println!("{}: no mistakes", options.file.display());
            }
            Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        What::Apply { restart } => {
            let Some(site) = read(&options.file)? else { return Ok(ExitCode::FAILURE) };
            if !scripts_are_sound(&site, &options.file)? {
                return Ok(ExitCode::FAILURE);
            }
            apply(&site, &options.state, *restart)
        }
    }
}

/// Reads the file; `None` if it has mistakes, which were told.
fn read(file: &Path) -> Result<Option<Site>> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    match Site::read(&text) {
        Ok(site) => Ok(Some(site)),
        Err(mistakes) => {
            for m in mistakes {
                eprintln!("{}, line {}: {}", file.display(), m.line, m.text);
            }
            Ok(None)
        }
    }
}

/// Checks interfaces, and the scripts and variables that the file names, as the monitors would load them.
fn scripts_are_sound(site: &Site, file: &Path) -> Result<bool> {
    for (name, line) in &site.interfaces {
        let device = name.split("::").last().unwrap_or(name);
        if !Path::new("/sys/class/net").join(device).exists() {
            eprintln!("{}, line {line}: warning: there is no interface {device} now", file.display());
        }
    }
    let Some((first, _)) = site.interfaces.first() else { return Ok(false) };
    let mut words = site.words(first, "/nowhere");
    // Only the scripts: without the interface, nothing is captured.
    words.drain(..2);
    let settings = site.options.iter().map(|(name, value, _)| format!("{name}={value}"));
    let checked = Command::new(std::env::current_exe()?)
        .arg("-a")
        .args(words)
        .args(settings)
        .stdin(Stdio::null())
        .status()
        .context("checking scripts")?;
    Ok(checked.success())
}

fn import(folder: &Path) -> Result<ExitCode> {
    let read = |name: &str| match fs::read_to_string(folder.join(name)) {
        Ok(text) => Ok(text),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(e) => Err(e).with_context(|| folder.join(name).display().to_string()),
    };
    let (nodes, networks, control) = (read("node.cfg")?, read("networks.cfg")?, read("zeekctl.cfg")?);
    if nodes.is_empty() {
        bail!("{}: no node.cfg there", folder.display());
    }
    let made = migrated(&ZeekFiles { nodes: &nodes, networks: &networks, control: &control });
    print!("{}", made.text);
    for left in made.left {
        eprintln!("{left}");
    }
    Ok(ExitCode::SUCCESS)
}

/// What the service manager is told.
#[derive(Debug, PartialEq, Eq)]
enum Step {
    Start(String),
    Restart(String),
    Stop(String),
}

/// What changes between two lists of command lines, by interface.
fn steps(before: &[(String, String)], after: &[(String, String)]) -> Vec<Step> {
    let find = |list: &[(String, String)], name: &str| list.iter().find(|l| l.0 == name).map(|l| l.1.clone());
    let mut all = Vec::new();
    for (name, words) in after {
        match find(before, name) {
            None => all.push(Step::Start(name.clone())),
            Some(old) if old != *words => all.push(Step::Restart(name.clone())),
            Some(_) => {}
        }
    }
    all.extend(before.iter().filter(|b| find(after, &b.0).is_none()).map(|b| Step::Stop(b.0.clone())));
    all
}

fn apply(site: &Site, state: &Path, restart: bool) -> Result<ExitCode> {
    fs::create_dir_all(state).with_context(|| state.display().to_string())?;
    let (options, applied) = (state.join(OPTIONS), state.join(APPLIED));
    let made = site.options_file();
    if fs::read_to_string(&options).unwrap_or_default() != made {
        replace(&options, &made)?;
        println!("options of scripts: written; running monitors take them and keep their connections");
    }
    let options = options.display().to_string();
    let line = |i: &(String, usize)| (i.0.clone(), format!("{:?}", site.words(&i.0, &options)));
    let after: Vec<(String, String)> = site.interfaces.iter().map(line).collect();
    let text = fs::read_to_string(&applied).unwrap_or_default();
    let before: Vec<(String, String)> =
        text.lines().filter_map(|l| l.split_once(' ')).map(|(a, b)| (a.to_owned(), b.to_owned())).collect();
    let steps = steps(&before, &after);
    if steps.is_empty() {
        println!("nothing else changed");
        return Ok(ExitCode::SUCCESS);
    }
    // Where no manager runs, as in a container that is being built, its units start as the file says.
    let managed = Path::new("/run/systemd/system").exists();
    let mut waiting = false;
    for step in &steps {
        let (words, name) = match step {
            Step::Start(name) => (&["enable", "--now"][..], name),
            Step::Stop(name) => (&["disable", "--now"][..], name),
            Step::Restart(name) => (&["restart"][..], name),
        };
        let unit = format!("egret@{name}");
        let told = format!("systemctl {} {unit}", words.join(" "));
        let wait = matches!(step, Step::Restart(_)) && !restart;
        if !managed || wait {
            println!("to do: {told}");
            waiting |= wait;
            continue;
        }
        println!("{told}");
        let done = Command::new("systemctl").args(words).arg(&unit).status().context("systemctl")?;
        if !done.success() {
            bail!("{told}: {done}");
        }
    }
    if !waiting {
        let lines: String = after.iter().map(|(name, words)| format!("{name} {words}\n")).collect();
        replace(&applied, &lines)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes a file that takes the place of another at once.
fn replace(file: &Path, text: &str) -> Result<()> {
    let beside = file.with_extension(format!("new-{}", std::process::id()));
    fs::write(&beside, text).with_context(|| beside.display().to_string())?;
    fs::rename(&beside, file).with_context(|| file.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_changed_is_touched() {
        let of =
            |list: &[(&str, &str)]| list.iter().map(|(a, b)| ((*a).into(), (*b).into())).collect::<Vec<_>>();
        let before = of(&[("a", "1"), ("b", "1"), ("c", "1")]);
        let after = of(&[("a", "1"), ("b", "2"), ("d", "1")]);
        let expected = [Step::Restart("b".into()), Step::Start("d".into()), Step::Stop("c".into())];
        assert_eq!(steps(&before, &after), expected);
        assert!(steps(&after, &after).is_empty());
    }
}
