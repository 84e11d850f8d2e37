//! Three machines as network namespaces, joined by a switch whose cables can be pulled.
use crate::live::net::{Namespace, run};
use anyhow::Context;
use std::process::{Child, Command, Stdio};

/// The machines: one with manager and logger, and two sensors.
pub(super) const NAMES: [&str; 3] = ["center", "west", "east"];

/// The address of a machine, by its place in [`NAMES`].
pub(super) fn address(machine: usize) -> String {
    format!("10.77.0.{}", machine + 1)
}

pub(super) struct Machines {
    switch: Namespace,
    all: [Namespace; 3],
}

impl Machines {
    /// Creates the namespaces. Each sensor also gets a pair of interfaces for traffic, `near` and `far`.
    pub(super) fn new() -> anyhow::Result<Self> {
        let switch = Namespace::new("switch")?;
        run(switch.command("ip").args(["link", "add", "switch", "type", "bridge"]))?;
        run(switch.command("ip").args(["link", "set", "switch", "up"]))?;
        let [center, west, east] = NAMES.map(Namespace::new);
        let machines = Machines { switch, all: [center?, west?, east?] };
        for (n, name) in NAMES.into_iter().enumerate() {
            machines.join(n, name).with_context(|| format!("the network of {name}"))?;
        }
        for sensor in &machines.all[1..] {
            sensor.pair("near", "far")?;
        }
        Ok(machines)
    }

    fn join(&self, n: usize, name: &str) -> anyhow::Result<()> {
        let machine = &self.all[n];
        let on_switch = |args: &[&str]| run(self.switch.command("ip").args(args));
        on_switch(&["link", "add", name, "type", "veth", "peer", "name", "wire", "netns", machine.name()])?;
        on_switch(&["link", "set", name, "master", "switch", "up"])?;
        let on_machine = |args: &[&str]| run(machine.command("ip").args(args));
        on_machine(&["address", "add", &format!("{}/24", address(n)), "dev", "wire"])?;
        on_machine(&["link", "set", "wire", "up"])?;
        on_machine(&["link", "set", "lo", "up"])?;
        Ok(())
    }

    /// A command that runs on a machine.
    pub(super) fn command(&self, machine: usize, program: &str) -> Command {
        self.all[machine].command(program)
    }

    /// Pulls the cable between a machine and the switch, or plugs it in again.
    pub(super) fn cable(&self, machine: usize, is_plugged: bool) -> anyhow::Result<()> {
        let state = if is_plugged { "up" } else { "down" };
        run(self.switch.command("ip").args(["link", "set", NAMES[machine], state]))?;
        Ok(())
    }

    /// Starts to send a capture to a sensor again and again.
    pub(super) fn send(
        &self,
        machine: usize,
        capture: &std::path::Path,
        mbps: u32,
    ) -> anyhow::Result<Process> {
        let mut command = self.command(machine, "tcpreplay");
        command.args(["-q", "-K", "--loop", "0", "--mbps", &mbps.to_string(), "-i", "far"]).arg(capture);
        Process::start(command.stdout(Stdio::piped()).stderr(Stdio::null()))
    }
}

/// A process that ends at the latest when it is dropped.
pub(super) struct Process(Child);

impl Process {
    pub(super) fn start(command: &mut Command) -> anyhow::Result<Self> {
        Ok(Process(command.stdin(Stdio::null()).spawn().with_context(|| format!("{command:?}"))?))
    }

    pub(super) fn is_running(&mut self) -> anyhow::Result<bool> {
        Ok(self.0.try_wait()?.is_none())
    }

    /// Ends it at once, as a power failure would.
    pub(super) fn kill(mut self) -> anyhow::Result<()> {
        self.0.kill()?;
        self.0.wait()?;
        Ok(())
    }

    /// Asks it to end with this signal and waits. Returns what it printed, if that is a pipe.
    pub(super) fn end(mut self, signal: &str) -> anyhow::Result<String> {
        run(Command::new("kill").args([signal, &self.0.id().to_string()]))?;
        let mut text = String::new();
        if let Some(mut out) = self.0.stdout.take() {
            std::io::Read::read_to_string(&mut out, &mut text)?;
        }
        self.0.wait()?;
        Ok(text)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It has ended if this fails.
        drop(self.0.kill());
        drop(self.0.wait());
    }
}
