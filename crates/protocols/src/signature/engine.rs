//! Matches rules against connections.
//!
//! Header conditions form a tree of guards: rules that begin with the same conditions share them, and each guard is
//! tested at most once per direction. A guard's patterns for the same subject form one [`pattern::Set`], so a stream is
//! scanned once, however many patterns there are. Guards with the same parent, and rules at the same guard, are tried
//! from last to first, an order that scripts can see.
mod attempt;
mod plan;

use super::headers::PacketHeaders;
use super::rule::{HeaderTest, Rule, SUBJECTS, States, Subject};
use pattern::{Set, SetError, Stream};
use plan::{Plan, Plans};
use session::analyzer::Extent;
use std::collections::HashMap;
use std::rc::Rc;

/// The memory limit of one automaton, in bytes.
const AUTOMATON: usize = 8 << 20;

/// The number of bytes of matched text that are kept for a rule that waits for other rules.
const KEPT_TEXT: usize = 2048;

/// Evaluates the conditions of rules that concern the connection or scripts.
pub trait Facts {
    /// Whether a TCP connection is established; `None` for other transports.
    fn tcp_established(&self) -> Option<bool>;
    /// True for a UDP flow.
    fn is_udp(&self) -> bool;
    /// True if both addresses are the same.
    fn same_ip(&self) -> bool;
    /// Calls a script function, or reads a script's bool.
    fn eval(&mut self, function: &str, rule: &Rule, is_orig: bool, payload_size: u64, data: &[u8]) -> bool;
}

/// A rule that matched.
#[derive(Debug)]
pub struct Match<'a> {
    /// The rule.
    pub rule: &'a Rule,
    /// The direction that matched.
    pub is_orig: bool,
    /// Size of that direction's first payload, in bytes.
    pub payload_size: u64,
    /// The data in which the last pattern matched.
    pub data: &'a [u8],
    /// The offset in `data` of the byte after the match.
    pub end_of_match: u64,
}

/// A node of the tree: a header condition, and the rules whose header conditions end with it.
struct Guard {
    /// `None` for the root, which every packet passes.
    test: Option<HeaderTest>,
    /// The guards of further conditions.
    below: Vec<usize>,
    /// Rules without patterns.
    pure: Vec<usize>,
    /// The automaton of each subject.
    sets: [Option<usize>; SUBJECTS],
}

/// The patterns of one subject, and for each the rule and its position among the rule's patterns.
type Group<'a> = (Vec<&'a str>, Vec<(usize, usize)>);

struct Automaton {
    set: Set,
    /// For each pattern: the rule and its position among the rule's patterns.
    owners: Vec<(usize, usize)>,
    /// The input of all its patterns.
    subject: Subject,
    /// Whether no pattern matches an empty stream, so that a stream need not exist before its first byte.
    wants_bytes: bool,
}

impl Automaton {
    fn new(patterns: &[&str], owners: Vec<(usize, usize)>, subject: Subject) -> Result<Self, SetError> {
        let mut set = Set::new(patterns, AUTOMATON)?;
        let mut wants_bytes = true;
        let mut empty = set.stream();
        set.feed(&mut empty, &[], &mut |_, _| wants_bytes = false);
        set.finish(&mut empty, &mut |_, _| wants_bytes = false);
        Ok(Automaton { set, owners, subject, wants_bytes })
    }
}

/// All rules, compiled.
pub struct Engine {
    rules: Vec<Rule>,
    guards: Vec<Guard>,
    automata: Vec<Automaton>,
    plans: Plans,
    /// The subjects that have patterns.
    subjects: [bool; SUBJECTS],
    /// For each rule: the rules that require it.
    dependents: Vec<Vec<usize>>,
    by_name: HashMap<String, usize>,
}

/// The matching state of one direction.
pub struct Endpoint {
    plan: Rc<Plan>,
    /// The stream of each automaton of the plan; empty before one is needed.
    streams: Box<[Option<Stream>]>,
    /// `None` before the first match of a pattern or rule.
    hits: Option<Box<Hits>>,
    payload: Option<u32>,
    position: u64,
}

/// What has matched in a direction.
#[derive(Default)]
struct Hits {
    rules: Vec<usize>,
    /// Patterns that matched: rule, position, end of the match.
    patterns: Vec<(usize, usize, u64)>,
    /// Rules whose patterns all matched, with the matched text and the end of the match.
    complete: Vec<(usize, Box<[u8]>, u64)>,
}

/// The hits of a direction before the first.
static NO_HITS: Hits = Hits { rules: Vec::new(), patterns: Vec::new(), complete: Vec::new() };

impl Endpoint {
    fn hits(&self) -> &Hits {
        self.hits.as_deref().unwrap_or(&NO_HITS)
    }

    fn hits_mut(&mut self) -> &mut Hits {
        self.hits.get_or_insert_default()
    }
}

/// The matching state of both directions.
#[derive(Default)]
pub struct Endpoints {
    /// The originator's direction.
    pub orig: Option<Endpoint>,
    /// The responder's direction.
    pub resp: Option<Endpoint>,
}

impl Endpoints {
    fn of(&self, is_orig: bool) -> Option<&Endpoint> {
        if is_orig { self.orig.as_ref() } else { self.resp.as_ref() }
    }

    fn of_mut(&mut self, is_orig: bool) -> Option<&mut Endpoint> {
        if is_orig { self.orig.as_mut() } else { self.resp.as_mut() }
    }
}

/// Receives matches.
pub type OnMatch<'a> = &'a mut dyn FnMut(&Match<'_>);

impl Engine {
    /// Compiles the rules. Rules that require an unknown rule never match; [`Engine::missing`] lists them.
    pub fn new(rules: Vec<Rule>) -> Result<Self, SetError> {
        let rules: Vec<Rule> = rules.into_iter().filter(|r| !r.inactive).collect();
        let by_name: HashMap<String, usize> =
            rules.iter().enumerate().map(|(i, r)| (r.name.clone(), i)).collect();
        let mut dependents = vec![Vec::new(); rules.len()];
        for (i, r) in rules.iter().enumerate() {
            for q in &r.requires {
                if let Some(list) = by_name.get(&q.signature).and_then(|&n| dependents.get_mut(n)) {
                    list.push(i);
                }
            }
        }
        let mut engine = Engine {
            rules,
            guards: Vec::new(),
            automata: Vec::new(),
            plans: Plans::default(),
            subjects: [false; SUBJECTS],
            dependents,
            by_name,
        };
        engine.build()?;
        Ok(engine)
    }

    fn build(&mut self) -> Result<(), SetError> {
        let guard = |test| Guard { test, below: Vec::new(), pure: Vec::new(), sets: [None; SUBJECTS] };
        let mut guards: Vec<(Guard, Vec<usize>)> = vec![(guard(None), Vec::new())];
        for (i, r) in self.rules.iter().enumerate() {
            // `Magic` matches file types.
            if r.patterns.iter().any(|p| p.subject == Subject::FileMagic) {
                continue;
            }
            let mut at = 0;
            for test in &r.headers {
                let below = guards.get(at).map_or(&[][..], |(g, _)| &g.below);
                let known = below
                    .iter()
                    .copied()
                    .find(|&b| guards.get(b).is_some_and(|(g, _)| g.test.as_ref() == Some(test)));
                at = match known {
                    Some(known) => known,
                    None => {
                        let new = guards.len();
                        if let Some((g, _)) = guards.get_mut(at) {
                            g.below.insert(0, new);
                        }
                        guards.push((guard(Some(test.clone())), Vec::new()));
                        new
                    }
                };
            }
            if let Some((g, members)) = guards.get_mut(at) {
                if r.patterns.is_empty() { g.pure.insert(0, i) } else { members.push(i) }
            }
        }
        for (mut guard, members) in guards {
            let mut groups: [Group<'_>; SUBJECTS] = Default::default();
            for &i in &members {
                for (n, p) in self.rules.get(i).map_or(&[][..], |r| &r.patterns).iter().enumerate() {
                    if let Some((patterns, owners)) = groups.get_mut(p.subject as usize) {
                        patterns.push(&p.syntax);
                        owners.push((i, n));
                    }
                }
            }
            let slots = guard.sets.iter_mut().zip(&mut self.subjects);
            for ((patterns, owners), (slot, looked_at)) in groups.into_iter().zip(slots) {
                let first = owners.first().and_then(|&(rule, n)| self.rules.get(rule)?.patterns.get(n));
                if let Some(subject) = first.map(|p| p.subject) {
                    *looked_at = true;
                    *slot = Some(self.automata.len());
                    self.automata.push(Automaton::new(&patterns, owners, subject)?);
                }
            }
            self.guards.push(guard);
        }
        let of_transport = |g: &Guard| matches!(g.test, None | Some(HeaderTest::Protocol(..)));
        self.plans.need_transport_alone = self.guards.iter().all(of_transport);
        Ok(())
    }

    /// True if the subject has patterns.
    pub fn looks_at(&self, subject: Subject) -> bool {
        self.subjects.get(subject as usize).is_some_and(|s| *s)
    }

    /// True if a direction without payload cannot matter: each rule has patterns that need bytes, no rule requires that
    /// another one did not match, and header conditions are about addresses, ports and transport alone.
    pub fn needs_payload_only(&self) -> bool {
        let of_guard =
            |g: &Guard| g.pure.is_empty() && g.test.as_ref().is_none_or(HeaderTest::is_of_connection);
        let of_rule = |r: &Rule| r.requires.iter().all(|q| !q.negate);
        self.guards.iter().all(of_guard)
            && self.automata.iter().all(|a| a.wants_bytes)
            && self.rules.iter().all(of_rule)
    }

    /// The rules.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The requirements on unknown rules: the rule that has the requirement, and the unknown name.
    pub fn missing(&self) -> impl Iterator<Item = (&Rule, &str)> {
        self.rules.iter().flat_map(|r| {
            let unknown = r.requires.iter().filter(|q| !self.by_name.contains_key(&q.signature));
            unknown.map(move |q| (r, q.signature.as_str()))
        })
    }

    /// Begins a direction with its first packet, after ending it if it was begun before.
    pub fn begin(
        &mut self,
        ends: &mut Endpoints,
        is_orig: bool,
        packet: &PacketHeaders<'_>,
        facts: &mut dyn Facts,
        out: OnMatch<'_>,
    ) {
        self.conclude(ends, is_orig, facts, out);
        let plan = self.plan(packet);
        let waits = plan.pure().is_empty() && plan.wants_bytes();
        let endpoint = Endpoint { plan, streams: Box::default(), hits: None, payload: None, position: 0 };
        *(if is_orig { &mut ends.orig } else { &mut ends.resp }) = Some(endpoint);
        if !waits {
            self.pure(ends, is_orig, false, facts, out);
            self.feed(ends, is_orig, Subject::Payload, &[], Extent::Next, facts, out);
        }
    }

    /// Matches data of a direction that was begun.
    pub fn feed(
        &mut self,
        ends: &mut Endpoints,
        is_orig: bool,
        subject: Subject,
        data: &[u8],
        extent: Extent,
        facts: &mut dyn Facts,
        out: OnMatch<'_>,
    ) {
        let Some(end) = ends.of_mut(is_orig) else { return };
        if subject == Subject::Payload && end.payload.is_none_or(|p| p == 0) {
            end.payload = Some(u32::try_from(data.len()).unwrap_or(u32::MAX));
        }
        let mut hits = Vec::new();
        let before = if matches!(extent, Extent::Whole | Extent::First) { 0 } else { end.position };
        let idle = end.streams.is_empty() && data.is_empty() && end.plan.wants_bytes();
        let plan: &[usize] = if idle { &[] } else { end.plan.automata() };
        // Datagrams are matched one by one, without a stream.
        if end.streams.len() < plan.len() && extent != Extent::Whole {
            end.streams = plan.iter().map(|_| None).collect();
        }
        for (at, &n) in plan.iter().enumerate() {
            let Some(a) = self.automata.get_mut(n).filter(|a| a.subject == subject) else { continue };
            let owners = &a.owners;
            let mut hit =
                |id: usize, at: u64| hits.extend(owners.get(id).map(|&(rule, place)| (rule, place, at)));
            let mut stream = end.streams.get_mut(at);
            let kept = stream
                .as_deref_mut()
                .and_then(Option::take)
                .filter(|_| matches!(extent, Extent::Next | Extent::End));
            if kept.is_none() && data.is_empty() && a.wants_bytes {
                continue;
            }
            let mut s = kept.unwrap_or_else(|| a.set.stream());
            a.set.feed(&mut s, data, &mut hit);
            if matches!(extent, Extent::Whole | Extent::End) {
                a.set.finish(&mut s, &mut hit);
            } else if let Some(stream) = stream {
                *stream = Some(s);
            }
        }
        end.position = before + data.len() as u64;
        self.record_hits(ends, is_orig, hits, before, data, facts, out);
    }

    /// Ends the connection: patterns anchored to the end match now, and negated requirements are decided.
    pub fn finish(&mut self, ends: &mut Endpoints, facts: &mut dyn Facts, out: OnMatch<'_>) {
        self.conclude(ends, true, facts, out);
        self.conclude(ends, false, facts, out);
        *ends = Endpoints::default();
    }
}

impl States {
    fn admits(self, is_orig: bool) -> bool {
        !(self.originator && !is_orig || self.responder && is_orig)
    }
}
