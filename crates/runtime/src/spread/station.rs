//! The equipment of a starting node: its name, its place in the hub, the shared logs.
use super::Message;
use super::turns::Turn;
use cluster::{Caps, Hub, Node, NodeId, Seat, Taken};
use log_framework::JointLogs;
use std::fmt::Write as _;
use std::sync::Weak;
use std::sync::mpsc::{Receiver, SyncSender};

/// A node of this process that is about to start.
pub struct Station {
    /// The node's number, from 0: the workers, then the manager, then the proxy.
    pub number: usize,
    /// The node's name, such as `worker-1`.
    pub name: String,
    /// The logs that all nodes share.
    pub logs: JointLogs,
    workers: usize,
    seat: Seating,
    load: Turn,
    turn: Option<Receiver<()>>,
}

/// How a node joins the hub, and how it is woken.
pub(super) struct Seating {
    pub(super) hub: Hub,
    pub(super) caps: Caps,
    pub(super) wake: Weak<SyncSender<Message>>,
}

impl Station {
    pub(super) fn new(
        number: usize,
        name: &str,
        workers: usize,
        logs: JointLogs,
        seat: Seating,
        (load, turn): (Turn, Option<Receiver<()>>),
    ) -> Self {
        Station { number, name: name.to_owned(), logs, workers, seat, load, turn }
    }

    /// Waits until this node may load its scripts.
    pub(super) fn wait_to_load(&self) {
        self.load.begin();
    }

    /// Called when the node's scripts are loaded. Waits until the first worker is ready. Returns false if that failed to
    /// start; then no other node may start.
    #[must_use]
    pub fn wait(&self) -> bool {
        self.load.end();
        self.turn.as_ref().is_none_or(|begin| begin.recv().is_ok())
    }

    /// Joins the hub. `host` and `pid` make the node's id unique.
    ///
    /// # Errors
    /// The node has joined before.
    pub fn join(&self, host: &str, pid: u32) -> Result<Node, Taken> {
        let id = NodeId::local(&self.name, host, pid, self.number as u64);
        let sender = self.seat.wake.clone();
        let wake = move || {
            // If the queue is full, the node is busy, and it checks for mail after each message.
            if let Some(send) = sender.upgrade() {
                let _ = send.try_send(Message::Mail);
            }
        };
        self.seat.hub.join(Seat::new(&self.name, id, self.seat.caps).wake(Box::new(wake)))
    }

    /// Returns a script that describes the cluster. It replaces the file `cluster-layout`.
    #[must_use]
    pub fn layout(&self) -> String {
        let mut text = "redef Cluster::joint_logs = T;\nredef Cluster::nodes = {\n".to_owned();
        let control = [("manager".to_owned(), "MANAGER"), ("proxy-1".to_owned(), "PROXY")];
        let workers = (1..=self.workers).map(|n| (format!("worker-{n}"), "WORKER"));
        for (name, role) in control.into_iter().chain(workers) {
            let manager = if role == "MANAGER" { "" } else { ", $manager=\"manager\"" };
            let node = format!("[$node_type=Cluster::{role}, $ip=127.0.0.1{manager}]");
            let _ = writeln!(text, "\t[\"{name}\"] = {node},");
        }
        text.push_str("};\n");
        text
    }
}
