//! The description of the cluster, its script, and the servers of NATS.
use super::Carrier;
use super::machines::{Machines, NAMES, Process, address};
use anyhow::{Context, ensure};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The nodes, with the places of their machines in [`NAMES`].
pub(super) const NODES: [(&str, usize); 4] = [("manager", 0), ("logger", 0), ("west", 1), ("east", 2)];

/// Rows that each worker writes a second.
pub(super) const ROWS_PER_SECOND: u64 = 1000;

/// Each worker numbers its rows and notes how many it has written, also if it is killed the next moment; all nodes note
/// who comes and goes.
const SCRIPT: &str = r#"
module Faults;

export {
	redef enum Log::ID += { LOG };
	type Row: record { node: string &log; process: count &log; n: count &log; };
}

global n = 0;
global written: file;
global links = open_for_append("links");

event more()
	{
	local end = n + 100;

	while ( n < end )
		Log::write(Faults::LOG, [$node=Cluster::node, $process=getpid(), $n=++n]);

	print written, fmt("%d %d", n, get_net_stats()$pkts_dropped);
	schedule 0.1 sec { more() };
	}

event zeek_init()
	{
	Log::create_stream(Faults::LOG, [$columns=Row, $path="faults"]);
	set_buf(links, F);

	if ( Cluster::local_node_type() == Cluster::WORKER )
		{
		written = open(fmt("written-%d", getpid()));
		set_buf(written, F);
		schedule 0.1 sec { more() };
		}
	}

event Cluster::node_up(name: string, id: string) { print links, fmt("%.6f up %s", current_time(), name); }
event Cluster::node_down(name: string, id: string) { print links, fmt("%.6f down %s", current_time(), name); }
"#;

/// The western sensor has a leaf server of its own. Through it, JetStream is known by its domain.
const LEAF: &str = r#"
redef Cluster::Backend::NATS::domain = "hub";

@if ( Cluster::node == "west" )
redef Cluster::Backend::NATS::servers = vector("nats://127.0.0.1:4222");
@endif
"#;

/// Writes the description and its script. Returns the description's path.
pub(super) fn write(folder: &Path, carrier: Carrier) -> anyhow::Result<PathBuf> {
    let mut text = format!("backend = \"{}\"\nscripts = [\"faults.zeek\"]\n", carrier.backend());
    if carrier == Carrier::Nats {
        text += &format!("servers = [\"nats://{}:4222\"]\n", address(0));
    }
    for (name, machine) in NODES {
        let role = if machine == 0 { name } else { "worker" };
        text += &format!("[nodes.{name}]\nrole = \"{role}\"\nhost = \"{}\"\n", address(machine));
        if machine > 0 {
            text += "interface = \"near\"\n";
        }
    }
    let leaf = if carrier == Carrier::Nats { LEAF } else { "" };
    std::fs::write(folder.join("faults.zeek"), format!("{leaf}{SCRIPT}"))?;
    let path = folder.join("cluster.toml");
    std::fs::write(&path, text)?;
    Ok(path)
}

/// The servers of NATS: one beside manager and logger, and a leaf on the western sensor.
pub(super) struct Servers<'m> {
    machines: &'m Machines,
    program: String,
    folder: PathBuf,
    running: [Option<Process>; 2],
}

impl<'m> Servers<'m> {
    pub(super) fn start(machines: &'m Machines, program: String, folder: &Path) -> anyhow::Result<Self> {
        let hub = format!(
            "listen: \"{0}:4222\"\njetstream {{ store_dir: \"{1}\", domain: hub }}\nleafnodes {{ listen: \"{0}:7422\" }}\n",
            address(0),
            folder.join("store").display()
        );
        let leaf = format!(
            "listen: \"127.0.0.1:4222\"\nleafnodes {{ reconnect: \"1s\", remotes: [ {{ url: \"nats://{}:7422\" }} ] }}\n",
            address(0)
        );
        for (machine, text) in [hub, leaf].iter().enumerate() {
            std::fs::write(folder.join(NAMES[machine]).with_extension("conf"), text)?;
        }
        let mut servers = Servers { machines, program, folder: folder.to_owned(), running: [None, None] };
        servers.start_again(0)?;
        servers.start_again(1)?;
        Ok(servers)
    }

    /// Starts the server of a machine with what it has stored.
    pub(super) fn start_again(&mut self, machine: usize) -> anyhow::Result<()> {
        let config = self.folder.join(NAMES[machine]).with_extension("conf");
        let output = File::options().create(true).append(true).open(config.with_extension("log"))?;
        let mut command = self.machines.command(machine, &self.program);
        command.arg("-c").arg(&config).stdout(output.try_clone()?).stderr(output);
        let mut server = Process::start(&mut command)?;
        std::thread::sleep(Duration::from_millis(300));
        ensure!(server.is_running()?, "{}", std::fs::read_to_string(config.with_extension("log"))?);
        self.running[machine] = Some(server);
        Ok(())
    }

    pub(super) fn kill(&mut self, machine: usize) -> anyhow::Result<()> {
        self.running[machine].take().context("the server does not run")?.kill()
    }
}
