//! What a soak runs on: a small file system of its own, a pair of interfaces, the monitor and the sender.
use super::Args;
use super::sender::Sent;
use crate::live::monitor::egret;
use crate::live::net::{self, Namespace};
use anyhow::{Context, bail, ensure};
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The size of the file system, in MiB.
const DISK: u64 = 1024;
/// The longest wait for something that should take seconds.
const PATIENCE: Duration = Duration::from_secs(120);
/// The environment variable that marks the process with mounts of its own.
const OWN_MOUNTS: &str = "EGRET_LAB_OWN_MOUNTS";

/// The script of the monitor: an option that a file sets, and messages that tell when input was read.
const SCRIPT: &str = "@load frameworks/intel/seen
module Soak;
export { option level: count = 0; }
redef Config::config_files += { \"soak.cfg\" };
redef Intel::read_files += { \"soak.intel\" };
event Input::end_of_data(name: string, source: string) { Reporter::info(fmt(\"read %s\", source)); }
";

/// The processes and files of a soak. Processes end and interfaces vanish when it is dropped.
pub(super) struct Stage {
    /// The mounted file system, the monitor's working folder. Its logs are in `logs`.
    pub(super) disk: PathBuf,
    /// The monitor's standard error, outside of the file system.
    told: PathBuf,
    pub(super) net: Namespace,
    monitor: Child,
    sender: Child,
    commands: ChildStdin,
    answers: BufReader<ChildStdout>,
    _folder: tempfile::TempDir,
}

/// Runs this program again with mounts of its own, which vanish with it; `None` if it has them already.
pub(super) fn with_own_mounts() -> anyhow::Result<Option<ExitCode>> {
    if std::env::var_os(OWN_MOUNTS).is_some() {
        return Ok(None);
    }
    let mut command = Command::new("unshare");
    command.arg("--mount").arg(std::env::current_exe()?).args(std::env::args_os().skip(1));
    let status = command.env(OWN_MOUNTS, "1").status().context("unshare(1)")?;
    Ok(Some(ExitCode::from(status.code().and_then(|c| u8::try_from(c).ok()).unwrap_or(2))))
}

/// The options of a monitor in a soak, for the reference too.
pub(super) fn options(args: &Args) -> Vec<String> {
    let fixed = ["-C", "soak.zeek"].map(str::to_owned);
    fixed.into_iter().chain(args.monitor.iter().cloned()).collect()
}

/// Writes the files that the monitor reads.
pub(super) fn write_inputs(folder: &Path) -> anyhow::Result<()> {
    fs::write(folder.join("soak.zeek"), SCRIPT)?;
    write_config(folder, 0)?;
    write_intel(folder, 0)
}

/// Sets the option to a level.
pub(super) fn write_config(folder: &Path, level: usize) -> anyhow::Result<()> {
    replace(&folder.join("soak.cfg"), &format!("Soak::level {level}\n"))
}

/// Writes as many indicators.
pub(super) fn write_intel(folder: &Path, indicators: usize) -> anyhow::Result<()> {
    let mut text = "#fields\tindicator\tindicator_type\tmeta.source\n".to_owned();
    for n in 0..=indicators {
        text.push_str(&format!("192.0.2.{}\tIntel::ADDR\tsoak\n", n % 256));
    }
    replace(&folder.join("soak.intel"), &text)
}

/// Replaces a file at once, as an editor does.
fn replace(file: &Path, text: &str) -> anyhow::Result<()> {
    let new = file.with_extension("new");
    fs::write(&new, text)?;
    fs::rename(&new, file).with_context(|| file.display().to_string())
}

impl Stage {
    /// Makes everything, and waits until the monitor listens and the sender sends.
    pub(super) fn build(args: &Args) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let disk = folder.path().join("disk");
        fs::create_dir(&disk)?;
        let size = format!("size={DISK}m");
        net::run(Command::new("mount").args(["-t", "tmpfs", "-o", &size, "soak"]).arg(&disk))?;
        fs::create_dir(disk.join("logs"))?;
        write_inputs(&disk)?;
        let net = Namespace::new("soak")?;
        net.pair("near", "far")?;
        let told = folder.path().join("told");
        let mut command = net.command(&egret()?);
        command.args(["-i", "near", "--memory-budget", &args.budget]).args(options(args));
        command.args(["Log::default_logdir=logs", "Log::default_rotation_interval=1min"]);
        command.arg(format!("Pcap::bufsize={}", args.ring));
        let mut monitor = command
            .current_dir(&disk)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(&told)?)
            .spawn()
            .context("the monitor")?;
        let begun = Instant::now();
        while !fs::read_to_string(&told)?.contains("listening on") {
            if let Some(status) = monitor.try_wait()? {
                bail!("the monitor does not listen: {status}: {}", fs::read_to_string(&told)?);
            }
            ensure!(begun.elapsed() < PATIENCE, "the monitor does not listen");
            std::thread::sleep(Duration::from_millis(50));
        }
        std::thread::sleep(Duration::from_millis(300));
        let mut command = net.command(&std::env::current_exe()?.display().to_string());
        command.args(["soak-sender", "--interface", "far", "--rate", &args.rate.to_string()]);
        command.args(&args.captures);
        let mut sender =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().context("the sender")?;
        let commands = sender.stdin.take().context("the sender's standard input")?;
        let answers = BufReader::new(sender.stdout.take().context("the sender's standard output")?);
        Ok(Stage { disk, told, net, monitor, sender, commands, answers, _folder: folder })
    }

    /// The process of the monitor.
    pub(super) fn pid(&self) -> u32 {
        self.monitor.id()
    }

    /// Sends the monitor a signal, by the name that kill(1) knows.
    pub(super) fn signal(&self, name: &str) -> anyhow::Result<()> {
        net::run(Command::new("kill").args([&format!("-{name}"), &self.pid().to_string()])).map(drop)
    }

    /// What the monitor has written to its standard error.
    pub(super) fn told(&self) -> anyhow::Result<String> {
        Ok(String::from_utf8_lossy(&fs::read(&self.told)?).into_owned())
    }

    /// Fails if the monitor has ended.
    pub(super) fn check(&mut self) -> anyhow::Result<()> {
        if let Some(status) = self.monitor.try_wait()? {
            bail!("the monitor ended: {status}: {}", self.told()?);
        }
        Ok(())
    }

    /// Gives the sender a command and waits for its answer.
    pub(super) fn command(&mut self, line: &str) -> anyhow::Result<String> {
        writeln!(self.commands, "{line}")?;
        self.commands.flush()?;
        let mut answer = String::new();
        ensure!(self.answers.read_line(&mut answer)? > 0, "{line}: the sender ended");
        Ok(answer)
    }

    /// Ends the sender when all flows have ended.
    pub(super) fn end_sender(&mut self) -> anyhow::Result<Sent> {
        Ok(serde_json::from_str(&self.command("end")?)?)
    }

    /// Ends the monitor with SIGTERM.
    pub(super) fn end_monitor(&mut self) -> anyhow::Result<ExitStatus> {
        self.signal("TERM")?;
        let begun = Instant::now();
        loop {
            if let Some(status) = self.monitor.try_wait()? {
                return Ok(status);
            }
            ensure!(begun.elapsed() < PATIENCE, "the monitor does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // Both fail if they have ended.
        for child in [&mut self.sender, &mut self.monitor] {
            let _ = child.kill();
            let _ = child.wait();
        }
        let _ = Command::new("umount").arg(&self.disk).status();
    }
}
