//! A DFA that is built as bytes arrive. When its memory is full, it drops all states except those that streams are in.
use regex_automata::nfa::thompson::{NFA, State};
use regex_automata::util::look::Look;
use regex_automata::util::primitives::StateID;
use std::collections::HashMap;
use std::mem::size_of;
use std::rc::Rc;

/// The state from which nothing can match.
pub(crate) const DEAD: u32 = 0;
/// A transition that is not computed yet.
const UNKNOWN: u32 = u32::MAX;
/// The flag of a transition to a state that needs a check: the dead state or an accepting one. The other bits are the
/// start of the state's row in the table, so that each byte costs one addition and one load.
const LOOK: u32 = 1 << 31;

/// Keeps a state when the cache is cleared.
pub(crate) struct Pin {
    state: u32,
    _hold: Rc<()>,
}

impl Pin {
    /// The state that is kept.
    pub(crate) fn state(&self) -> u32 {
        self.state
    }
}

struct Node {
    /// The NFA states, in order.
    nfa: Rc<[StateID]>,
    /// The patterns that match in this state.
    accepts: Box<[u32]>,
    /// Whether every byte leads to the dead state.
    ends: bool,
    /// Patterns that match here if the stream ends; computed on first use.
    at_end: Option<Box<[u32]>>,
    /// A counter of pins: its count is the number of pins plus one.
    hold: Rc<()>,
}

pub(crate) struct Lazy {
    nfa: NFA,
    /// For each byte, its column in a row of the table.
    classes: Box<[u8; 256]>,
    stride: usize,
    nodes: Vec<Option<Node>>,
    /// `nodes.len() × stride` transitions.
    table: Vec<u32>,
    free: Vec<u32>,
    index: HashMap<Rc<[StateID]>, u32, foldhash::fast::RandomState>,
    /// The size of the nodes in bytes, without the table.
    bytes: usize,
    limit: usize,
    closure: Closure,
    /// The state before the first byte; computed on first use.
    start: Option<Pin>,
}

impl Lazy {
    pub(crate) fn new(nfa: NFA, limit: usize) -> Self {
        let stride = nfa.byte_classes().alphabet_len();
        let closure = Closure::new(nfa.states().len());
        let classes = Box::new(std::array::from_fn(|byte| nfa.byte_classes().get(byte as u8)));
        let mut lazy = Lazy {
            nfa,
            classes,
            stride,
            nodes: Vec::new(),
            table: Vec::new(),
            free: Vec::new(),
            index: HashMap::default(),
            bytes: 0,
            limit,
            closure,
            start: None,
        };
        let dead = lazy.intern(Vec::new(), None);
        debug_assert_eq!(dead, DEAD);
        // Every byte leads from the dead state back to it.
        lazy.table.fill(DEAD | LOOK);
        lazy
    }

    /// The state before the first byte.
    pub(crate) fn start(&mut self) -> u32 {
        if let Some(start) = &self.start {
            return start.state;
        }
        let begin = self.nfa.start_anchored();
        let set = self.closure.of(&self.nfa, [begin].into_iter(), Some(Look::Start));
        let state = self.intern(set, None);
        self.start = Some(self.pin(state));
        state
    }

    pub(crate) fn pin(&self, state: u32) -> Pin {
        let hold = self.nodes.get(state as usize).and_then(Option::as_ref).map(|n| Rc::clone(&n.hold));
        Pin { state, _hold: hold.unwrap_or_default() }
    }

    /// Whether a stream has pinned any state.
    pub(crate) fn is_waited_in(&self) -> bool {
        self.nodes.iter().enumerate().any(|(id, node)| {
            let own = 1 + usize::from(self.start.as_ref().is_some_and(|s| s.state as usize == id));
            node.as_ref().is_some_and(|n| Rc::strong_count(&n.hold) > own)
        })
    }

    /// Runs over `data` until it reaches the dead state or another accepting state. Returns that state and the number
    /// of bytes used. Pin the state before running from another one, since the run may drop it.
    pub(crate) fn run(&mut self, from: u32, data: &[u8]) -> (u32, usize) {
        let (mut row, mut taken) = (from as usize * self.stride, 0);
        while let Some(rest @ [_, ..]) = data.get(taken..) {
            let (reached, n) = self.glide(row, rest);
            (row, taken) = (reached, taken + n);
            let Some(&byte) = data.get(taken) else { break };
            taken += 1;
            let (at, slot) = (self.state(row as u32), self.slot(row, byte));
            match self.table.get(slot) {
                Some(&to) if to == row as u32 | LOOK => {}
                Some(&to) if to != UNKNOWN => return (self.state(to), taken),
                _ => {
                    let to = self.compute(at, byte, slot);
                    if to != at && self.needs_look(to) {
                        return (to, taken);
                    }
                    row = to as usize * self.stride;
                }
            }
        }
        (self.state(row as u32), taken)
    }

    /// Returns the state to which one byte leads.
    pub(crate) fn step(&mut self, at: u32, byte: u8) -> u32 {
        let slot = self.slot(at as usize * self.stride, byte);
        match self.table.get(slot) {
            Some(&to) if to != UNKNOWN => self.state(to),
            _ => self.compute(at, byte, slot),
        }
    }

    /// Follows transitions without [`LOOK`]. Returns the row reached and the number of bytes used.
    fn glide(&self, mut row: usize, data: &[u8]) -> (usize, usize) {
        let (classes, table) = (&*self.classes, &*self.table);
        let mut taken = 0;
        while let Some(&byte) = data.get(taken) {
            match table.get(row + usize::from(classes[usize::from(byte)])) {
                Some(&to) if to & LOOK == 0 && to as usize != row => row = to as usize,
                Some(&to) if to & LOOK == 0 => {
                    // A run of bytes that stay in this state: each check is independent of the previous one.
                    let stays = table.get(row..row + self.stride).unwrap_or_default();
                    let rest = data.get(taken + 1..).unwrap_or_default();
                    let stay = |b: &u8| stays.get(usize::from(classes[usize::from(*b)])) == Some(&to);
                    taken += rest.iter().position(|b| !stay(b)).unwrap_or(rest.len());
                }
                _ => return (row, taken),
            }
            taken += 1;
        }
        (row, data.len())
    }

    fn slot(&self, row: usize, byte: u8) -> usize {
        row + usize::from(self.classes[usize::from(byte)])
    }

    /// Returns the state to which a transition leads, or whose row begins at this offset.
    fn state(&self, to: u32) -> u32 {
        (to & !LOOK) / self.stride as u32
    }

    fn needs_look(&self, state: u32) -> bool {
        state == DEAD || self.is_accepting(state)
    }

    pub(crate) fn is_accepting(&self, state: u32) -> bool {
        !self.accepts(state).is_empty()
    }

    pub(crate) fn accepts(&self, state: u32) -> &[u32] {
        self.nodes.get(state as usize).and_then(Option::as_ref).map_or(&[], |n| &n.accepts)
    }

    /// Whether nothing can match beyond this state.
    pub(crate) fn ends(&self, state: u32) -> bool {
        self.nodes.get(state as usize).and_then(Option::as_ref).is_none_or(|n| n.ends)
    }

    /// Patterns that match if the stream ends in this state.
    pub(crate) fn accepts_at_end(&mut self, state: u32) -> &[u32] {
        let Some(node) = self.nodes.get_mut(state as usize).and_then(Option::as_mut) else { return &[] };
        node.at_end.get_or_insert_with(|| {
            let end = self.closure.of(&self.nfa, node.nfa.iter().copied(), Some(Look::End));
            let accepts = accepts(&self.nfa, &end).into_boxed_slice();
            self.bytes += size_of_val(&*accepts);
            accepts
        })
    }

    pub(crate) fn memory(&self) -> usize {
        self.bytes + self.table.len() * size_of::<u32>()
    }

    fn set(&self, state: u32) -> Rc<[StateID]> {
        self.nodes
            .get(state as usize)
            .and_then(Option::as_ref)
            .map_or_else(|| [].into(), |n| Rc::clone(&n.nfa))
    }

    #[cold]
    fn compute(&mut self, from: u32, byte: u8, slot: usize) -> u32 {
        let nfa = &self.nfa;
        let from_set = self.set(from);
        let targets = from_set.iter().filter_map(|&id| match nfa.state(id) {
            State::ByteRange { trans } => trans.matches_byte(byte).then_some(trans.next),
            State::Sparse(s) => s.matches_byte(byte),
            State::Dense(d) => d.matches_byte(byte),
            _ => None,
        });
        let set = self.closure.of(nfa, targets, None);
        let to = self.intern(set, Some(from));
        // If `intern` cleared the cache, it kept `from`, so `slot` is still in its row.
        let look = if self.needs_look(to) { LOOK } else { 0 };
        if let Some(t) = self.table.get_mut(slot) {
            *t = (to * self.stride as u32) | look;
        }
        to
    }

    /// Returns the number of a set of NFA states; adds new sets. At the cap, first clears the cache, except for `keep`
    /// and pinned states.
    fn intern(&mut self, set: Vec<StateID>, keep: Option<u32>) -> u32 {
        if let Some(&known) = self.index.get(&set[..]) {
            return known;
        }
        if self.memory() > self.limit {
            self.clear(keep);
        }
        let accepts = accepts(&self.nfa, &set).into_boxed_slice();
        let ends = set.iter().all(|&id| matches!(self.nfa.state(id), State::Match { .. }));
        let nfa: Rc<[StateID]> = set.into();
        self.bytes += cost(nfa.len(), accepts.len());
        let node = Node { nfa: Rc::clone(&nfa), accepts, ends, at_end: None, hold: Rc::default() };
        let id = if let Some(id) = self.free.pop() {
            self.nodes[id as usize] = Some(node);
            id
        } else {
            // Grow by an eighth instead of doubling, since the table may take megabytes.
            if self.table.capacity() < self.table.len() + self.stride {
                self.table.reserve_exact(self.stride * 16 + self.table.len() / 8);
            }
            self.nodes.push(Some(node));
            self.table.resize(self.table.len() + self.stride, UNKNOWN);
            self.nodes.len() as u32 - 1
        };
        self.index.insert(nfa, id);
        id
    }

    /// Drops all transitions, and all states except the dead one, `keep` and the pinned ones.
    fn clear(&mut self, keep: Option<u32>) {
        self.index.clear();
        self.free.clear();
        self.bytes = 0;
        for (i, slot) in self.nodes.iter_mut().enumerate() {
            let id = i as u32;
            match slot {
                Some(node) if id == DEAD || Some(id) == keep || Rc::strong_count(&node.hold) > 1 => {
                    node.at_end = None;
                    self.bytes += cost(node.nfa.len(), node.accepts.len());
                    self.index.insert(Rc::clone(&node.nfa), id);
                }
                _ => {
                    *slot = None;
                    self.free.push(id);
                }
            }
        }
        // Free unused slots at the end; the numbers of kept states do not change.
        while self.nodes.last().is_some_and(Option::is_none) {
            self.nodes.pop();
        }
        let len = self.nodes.len();
        self.free.retain(|&id| (id as usize) < len);
        self.nodes.shrink_to_fit();
        self.table.truncate(len * self.stride);
        self.table.fill(UNKNOWN);
        if let Some(row) = self.table.get_mut(..self.stride) {
            row.fill(DEAD | LOOK);
        }
    }
}

fn cost(nfa: usize, accepts: usize) -> usize {
    size_of::<Option<Node>>() + 2 * size_of::<StateID>() * nfa + 4 * accepts + 64
}

/// Returns the patterns whose match states are in the set, in order.
fn accepts(nfa: &NFA, set: &[StateID]) -> Vec<u32> {
    let mut out: Vec<u32> = set
        .iter()
        .filter_map(|&id| match nfa.state(id) {
            State::Match { pattern_id } => Some(pattern_id.as_u32()),
            _ => None,
        })
        .collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// Computes epsilon closures in reused memory.
struct Closure {
    seen: Vec<u64>,
    stack: Vec<StateID>,
}

impl Closure {
    fn new(states: usize) -> Self {
        Closure { seen: vec![0; states.div_ceil(64)], stack: Vec::new() }
    }

    /// Returns all states that can be reached without a byte if `holds` is the only assertion that holds here. Keeps
    /// only states with byte transitions, matches, and assertions of the end.
    fn of(&mut self, nfa: &NFA, from: impl Iterator<Item = StateID>, holds: Option<Look>) -> Vec<StateID> {
        self.seen.fill(0);
        self.stack.clear();
        self.stack.extend(from);
        let mut kept = Vec::new();
        while let Some(id) = self.stack.pop() {
            let Some(word) = self.seen.get_mut(id.as_usize() / 64) else { continue };
            let bit = 1 << (id.as_usize() % 64);
            if *word & bit != 0 {
                continue;
            }
            *word |= bit;
            match nfa.state(id) {
                State::Union { alternates } => self.stack.extend(alternates.iter().copied()),
                State::BinaryUnion { alt1, alt2 } => self.stack.extend([*alt1, *alt2]),
                State::Capture { next, .. } => self.stack.push(*next),
                State::Look { look, next } => {
                    if Some(*look) == holds {
                        self.stack.push(*next);
                    } else if *look == Look::End {
                        kept.push(id);
                    }
                }
                State::ByteRange { .. } | State::Sparse(_) | State::Dense(_) | State::Match { .. } => {
                    kept.push(id);
                }
                State::Fail => {}
            }
        }
        kept.sort_unstable();
        kept
    }
}
