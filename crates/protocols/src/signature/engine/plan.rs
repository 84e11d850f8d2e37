//! Plans: the rules and automata that apply to a direction, given the guards that its first packet passed. Most
//! directions pass the same few guards, so plans are shared.
use super::{Engine, Guard};
use crate::signature::headers::PacketHeaders;
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::rc::Rc;

/// The maximum number of plans that are cached. Conditions on many addresses can be passed in many combinations.
const KEPT: usize = 4096;

/// The rules and automata that apply to a direction.
pub(super) struct Plan {
    automata: Box<[usize]>,
    pure: Box<[usize]>,
    wants_bytes: bool,
}

impl Plan {
    /// The automata that see its content.
    pub(super) fn automata(&self) -> &[usize] {
        &self.automata
    }

    /// The rules without patterns, in the order in which they are tried.
    pub(super) fn pure(&self) -> &[usize] {
        &self.pure
    }

    /// Whether no pattern matches an empty stream.
    pub(super) fn wants_bytes(&self) -> bool {
        self.wants_bytes
    }
}

/// Plans, by the guards that were passed.
#[derive(Default)]
pub(super) struct Plans {
    known: HashMap<Box<[u32]>, Rc<Plan>, RandomState>,
    /// Whether all guards ask for the transport alone.
    pub(super) need_transport_alone: bool,
    /// If so: the plans by transport.
    by_transport: Vec<(u8, Rc<Plan>)>,
    /// The guards of the current packet; kept to reuse its memory.
    passed: Vec<u32>,
}

impl Engine {
    /// The plan of a direction that begins with this packet.
    pub(super) fn plan(&mut self, packet: &PacketHeaders<'_>) -> Rc<Plan> {
        if let Some((_, plan)) = self.plans.by_transport.iter().find(|(p, _)| *p == packet.protocol) {
            return Rc::clone(plan);
        }
        let mut passed = std::mem::take(&mut self.plans.passed);
        self.pass(packet, &mut passed);
        let plan = match self.plans.known.get(&passed[..]) {
            Some(known) => Rc::clone(known),
            None => {
                let plan = Rc::new(self.made(&passed));
                if self.plans.known.len() >= KEPT {
                    self.plans.known.clear();
                }
                self.plans.known.insert(passed.as_slice().into(), Rc::clone(&plan));
                plan
            }
        };
        self.plans.passed = passed;
        if self.plans.need_transport_alone {
            self.plans.by_transport.push((packet.protocol, Rc::clone(&plan)));
        }
        plan
    }

    /// Collects the guards that a packet passes, parents first.
    fn pass(&self, packet: &PacketHeaders<'_>, passed: &mut Vec<u32>) {
        passed.clear();
        passed.push(0);
        let mut at = 0;
        while let Some(g) = passed.get(at).and_then(|&g| self.guards.get(g as usize)) {
            let holds = |b: usize| {
                self.guards.get(b).is_some_and(|g| g.test.as_ref().is_none_or(|t| t.holds(packet)))
            };
            passed.extend(g.below.iter().filter(|&&b| holds(b)).map(|&b| b as u32));
            at += 1;
        }
    }

    fn made(&self, passed: &[u32]) -> Plan {
        let guards = || passed.iter().filter_map(|&g| self.guards.get(g as usize));
        let automata: Box<[usize]> =
            guards().flat_map(|g: &Guard| g.sets.iter().flatten().copied()).collect();
        let wants_bytes = automata.iter().all(|&n| self.automata.get(n).is_some_and(|a| a.wants_bytes));
        Plan { automata, pure: guards().flat_map(|g| g.pure.iter().copied()).collect(), wants_bytes }
    }
}
