//! Decides which rules match: after patterns have matched, and at the end of a stream.
use super::{Endpoint, Endpoints, Engine, Facts, KEPT_TEXT, Match, OnMatch};
use crate::signature::rule::{Condition, Rule};
use std::rc::Rc;

impl Engine {
    pub(super) fn conclude(
        &mut self,
        ends: &mut Endpoints,
        is_orig: bool,
        facts: &mut dyn Facts,
        out: OnMatch<'_>,
    ) {
        let Some(end) = ends.of_mut(is_orig) else { return };
        // Most datagrams match nothing.
        if end.streams.is_empty() && end.hits.is_none() && end.plan.pure().is_empty() {
            return;
        }
        let mut hits = Vec::new();
        let position = end.position;
        for (&n, stream) in end.plan.automata().iter().zip(&mut end.streams) {
            let (Some(a), Some(s)) = (self.automata.get_mut(n), stream.as_mut()) else { continue };
            let owners = &a.owners;
            a.set
                .finish(s, &mut |id, at| hits.extend(owners.get(id).map(|&(rule, place)| (rule, place, at))));
        }
        self.record_hits(ends, is_orig, hits, position, &[], facts, out);
        self.pure(ends, is_orig, true, facts, out);
        let waiting =
            ends.of(is_orig).map_or_else(Vec::new, |e| e.hits().complete.iter().map(|c| c.0).collect());
        for rule in waiting {
            self.attempt(ends, is_orig, rule, None, true, facts, out);
        }
    }

    /// Records patterns that matched, and tries the rules that they complete.
    pub(super) fn record_hits(
        &self,
        ends: &mut Endpoints,
        is_orig: bool,
        hits: Vec<(usize, usize, u64)>,
        before: u64,
        data: &[u8],
        facts: &mut dyn Facts,
        out: OnMatch<'_>,
    ) {
        let Some(end) = ends.of_mut(is_orig) else { return };
        if hits.is_empty() {
            return;
        }
        // Rules that were complete before but whose conditions failed are tried again.
        let mut touched: Vec<usize> = end.hits().complete.iter().map(|c| c.0).collect();
        for (rule, place, at) in hits {
            let known = &mut end.hits_mut().patterns;
            if !known.iter().any(|&(r, p, _)| (r, p) == (rule, place)) {
                known.push((rule, place, at));
            }
            if !touched.contains(&rule) {
                touched.push(rule);
            }
        }
        touched.sort_unstable();
        for i in touched {
            let Some(rule) = self.rules.get(i) else { continue };
            let Some(found) = ends.of_mut(is_orig).map(Endpoint::hits_mut) else { return };
            let mut last = 0;
            let all = rule.patterns.iter().enumerate().all(|(place, p)| {
                let hit = found.patterns.iter().find(|&&(r, n, _)| (r, n) == (i, place));
                last = last.max(hit.map_or(0, |f| f.2));
                hit.is_some_and(|f| f.2 <= p.depth)
            });
            if !all || found.rules.contains(&i) {
                continue;
            }
            let first = !found.complete.iter().any(|c| c.0 == i);
            if first {
                found.complete.push((i, Box::default(), last.saturating_sub(before)));
            }
            self.attempt(ends, is_orig, i, Some(data), false, facts, out);
            // A rule that has to wait needs the text.
            if let Some(end) = ends.of_mut(is_orig).filter(|e| first && !e.hits().rules.contains(&i))
                && let Some((_, text, _)) = end.hits_mut().complete.iter_mut().find(|c| c.0 == i)
            {
                *text = data.get(..data.len().min(KEPT_TEXT)).unwrap_or_default().into();
            }
        }
    }

    /// Tries the rules without patterns.
    pub(super) fn pure(
        &self,
        ends: &mut Endpoints,
        is_orig: bool,
        eos: bool,
        facts: &mut dyn Facts,
        out: OnMatch<'_>,
    ) {
        let Some(plan) = ends.of(is_orig).map(|e| Rc::clone(&e.plan)) else { return };
        for &rule in plan.pure() {
            self.attempt(ends, is_orig, rule, None, eos, facts, out);
        }
    }

    /// Tries a rule, then the rules that require it. `data` is the current data; without it, the match shows the text
    /// that was kept for the rule.
    fn attempt(
        &self,
        ends: &mut Endpoints,
        is_orig: bool,
        rule: usize,
        data: Option<&[u8]>,
        eos: bool,
        facts: &mut dyn Facts,
        out: OnMatch<'_>,
    ) {
        let mut work = vec![(rule, is_orig, data)];
        while let Some((i, is_orig, data)) = work.pop() {
            let (Some(rule), Some(end)) = (self.rules.get(i), ends.of(is_orig)) else { continue };
            if end.hits().rules.contains(&i) || !self.holds(rule, ends, is_orig, data, eos, facts) {
                continue;
            }
            if ends.of(!is_orig).is_some_and(|o| o.hits().rules.contains(&i)) {
                continue;
            }
            let Some(end) = ends.of_mut(is_orig) else { continue };
            end.hits_mut().rules.push(i);
            let kept = end.hits().complete.iter().find(|c| c.0 == i);
            out(&Match {
                rule,
                is_orig,
                payload_size: end.payload.unwrap_or(0).into(),
                data: data.or(kept.map(|c| &*c.1)).unwrap_or_default(),
                end_of_match: kept.map_or(0, |c| c.2),
            });
            if let Some((_, text, _)) = end.hits_mut().complete.iter_mut().find(|c| c.0 == i) {
                // A rule matches only once, so the text is no longer needed.
                *text = Box::default();
            }
            for &d in self.dependents.get(i).map_or(&[][..], |d| d) {
                for side in [!is_orig, is_orig] {
                    if self.may_try(ends, side, d) {
                        work.push((d, side, None));
                    }
                }
            }
        }
    }

    /// True if the guard of a dependent rule was passed and its patterns, if any, have matched.
    fn may_try(&self, ends: &Endpoints, is_orig: bool, rule: usize) -> bool {
        let (Some(end), Some(r)) = (ends.of(is_orig), self.rules.get(rule)) else { return false };
        if r.patterns.is_empty() {
            end.plan.pure().contains(&rule)
        } else {
            end.hits().complete.iter().any(|c| c.0 == rule)
        }
    }

    fn holds(
        &self,
        rule: &Rule,
        ends: &Endpoints,
        is_orig: bool,
        data: Option<&[u8]>,
        eos: bool,
        facts: &mut dyn Facts,
    ) -> bool {
        for q in &rule.requires {
            let Some(end) = ends.of(is_orig != q.reverse) else { return false };
            let matched = self.by_name.get(&q.signature).is_some_and(|n| end.hits().rules.contains(n));
            // A negated requirement is decided at the end of the stream.
            let known = self.by_name.contains_key(&q.signature);
            if !known || (q.negate && !eos) || matched == q.negate {
                return false;
            }
        }
        let payload = ends.of(is_orig).and_then(|e| e.payload).map(u64::from);
        rule.conditions.iter().all(|c| match c {
            Condition::PayloadSize(op, n) => payload.is_some_and(|p| p > 0 && op.holds(p, *n)),
            Condition::SameIp => facts.same_ip(),
            Condition::TcpState(s) => match facts.tcp_established() {
                Some(established) => s.stateless || (s.admits(is_orig) && (!s.established || established)),
                None => false,
            },
            Condition::UdpState(s) => facts.is_udp() && (s.stateless || s.admits(is_orig)),
            Condition::IpOptions => false,
            Condition::Eval(f, _) => {
                facts.eval(f, rule, is_orig, payload.unwrap_or(0), data.unwrap_or_default())
            }
        })
    }
}
