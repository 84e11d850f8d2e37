//! Decides when each node is started, asked to end, and restarted.
use crate::message::Order;
use crate::node::NodeConfig;
use crate::revival::Revival;
use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

/// The time that a node has to end before it gets the next signal.
const PATIENCE: Duration = Duration::from_secs(2);

/// The number of SIGTERMs that a node gets before SIGKILL.
const REQUESTS: u32 = 13;

/// An action for the owner of a [`Nursery`].
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// Start the process of a node; call [`Nursery::handle_end`] if that fails.
    Start(Box<NodeConfig>),
    /// Send a signal to the process of a node.
    Urge(String, Urge),
}

/// A signal that asks or forces a node to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urge {
    /// SIGTERM.
    Ask,
    /// SIGKILL.
    Kill,
}

/// The nodes of a stem.
#[derive(Debug, Default)]
pub struct Nursery {
    nodes: BTreeMap<String, Node>,
    acts: VecDeque<Act>,
    never_kills: bool,
    is_over: bool,
}

#[derive(Debug)]
struct Node {
    config: Box<NodeConfig>,
    revival: Revival,
    phase: Phase,
}

#[derive(Debug)]
enum Phase {
    /// The process runs or is being started.
    Running,
    /// The process ended and is started again at this time.
    Waiting(Instant),
    /// The process was sent `asked` signals. The next signal is due at `again`.
    Ending { asked: u32, again: Instant, then: Then },
}

/// The action after the process has ended.
#[derive(Debug)]
enum Then {
    Start,
    Forget,
}

impl Nursery {
    /// Creates a nursery without nodes.
    pub fn new() -> Self {
        Nursery::default()
    }

    /// Makes the nursery send only SIGTERM, never SIGKILL.
    #[must_use]
    pub fn never_killing(mut self) -> Self {
        self.never_kills = true;
        self
    }

    /// Carries out an order. Orders for unknown nodes, and orders after [`Nursery::handle_stop`], are ignored.
    pub fn handle_order(&mut self, order: Order, now: Instant) {
        if self.is_over {
            return;
        }
        match order {
            Order::Create(config) => self.create(config, now),
            Order::Destroy(name) => self.end(&name, Then::Forget, now),
            Order::Restart(name) => self.end(&name, Then::Start, now),
        }
    }

    /// Handles the end of a node's process, or the failure to start it. Returns whether the node will be started again
    /// because its end was not requested.
    pub fn handle_end(&mut self, name: &str, now: Instant) -> bool {
        let Some(node) = self.nodes.get_mut(name) else { return false };
        match &node.phase {
            Phase::Ending { then: Then::Start, .. } if !self.is_over => {
                self.start(name, now);
                false
            }
            Phase::Running if !self.is_over => {
                node.phase = Phase::Waiting(now + node.revival.ended(now));
                true
            }
            _ => {
                self.nodes.remove(name);
                false
            }
        }
    }

    /// Does everything that is due at this time.
    pub fn handle_time(&mut self, now: Instant) {
        let mut due = Vec::new();
        for (name, node) in &mut self.nodes {
            match &mut node.phase {
                Phase::Waiting(until) if *until <= now => due.push(name.clone()),
                Phase::Ending { asked, again, .. } if *again <= now => {
                    let urge = if *asked < REQUESTS || self.never_kills { Urge::Ask } else { Urge::Kill };
                    *asked += 1;
                    *again = now + PATIENCE;
                    self.acts.push_back(Act::Urge(name.clone(), urge));
                }
                _ => {}
            }
        }
        due.iter().for_each(|name| self.start(name, now));
    }

    /// Ends all nodes.
    pub fn handle_stop(&mut self, now: Instant) {
        if std::mem::replace(&mut self.is_over, true) {
            return;
        }
        let names: Vec<String> = self.nodes.keys().cloned().collect();
        names.iter().for_each(|name| self.end(name, Then::Forget, now));
    }

    /// Returns the next action.
    pub fn poll_act(&mut self) -> Option<Act> {
        self.acts.pop_front()
    }

    /// Returns the time at which [`Nursery::handle_time`] must be called next.
    pub fn next_time(&self) -> Option<Instant> {
        let times = self.nodes.values().filter_map(|node| match node.phase {
            Phase::Running => None,
            Phase::Waiting(at) | Phase::Ending { again: at, .. } => Some(at),
        });
        times.min()
    }

    /// Whether the nursery was stopped and all nodes have ended.
    pub fn is_empty_and_over(&self) -> bool {
        self.is_over && self.nodes.is_empty()
    }

    fn create(&mut self, config: Box<NodeConfig>, now: Instant) {
        let name = config.name.clone();
        if let Some(node) = self.nodes.get_mut(&name) {
            // An older process of this name is still ending.
            node.config = config;
            node.revival = Revival::default();
            if let Phase::Ending { then, .. } = &mut node.phase {
                *then = Then::Start;
            }
            return;
        }
        let phase = Phase::Running;
        self.nodes.insert(name.clone(), Node { config, revival: Revival::default(), phase });
        self.start(&name, now);
    }

    fn start(&mut self, name: &str, now: Instant) {
        let Some(node) = self.nodes.get_mut(name) else { return };
        node.phase = Phase::Running;
        node.revival.started(now);
        self.acts.push_back(Act::Start(node.config.clone()));
    }

    fn end(&mut self, name: &str, then: Then, now: Instant) {
        let Some(node) = self.nodes.get_mut(name) else { return };
        match (&mut node.phase, then) {
            (Phase::Waiting(_), Then::Forget) => drop(self.nodes.remove(name)),
            (Phase::Waiting(_), Then::Start) => self.start(name, now),
            (Phase::Running, then) => {
                node.phase = Phase::Ending { asked: 1, again: now + PATIENCE, then };
                self.acts.push_back(Act::Urge(name.to_owned(), Urge::Ask));
            }
            // A node that is being destroyed cannot be restarted.
            (Phase::Ending { then: Then::Forget, .. }, Then::Start) => {}
            (Phase::Ending { then: old, .. }, then) => *old = then,
        }
    }
}
