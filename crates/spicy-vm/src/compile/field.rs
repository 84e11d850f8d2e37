//! Fields: parse, convert, check, store, run hooks.
use super::body::Builder;
use super::bytes::{checked_limit, takes_its_size};
use crate::bytecode::{Catch, Inst, Item, NONE, Reg, RegKind};
use spicy_sema::hir::{Const, Field, Kind, Thunk, What};
use spicy_sema::types::Ty;
use spicy_syntax::Span;

impl Builder<'_, '_> {
    pub(crate) fn field(&mut self, unit: u32, f: &Field) {
        let before = std::mem::replace(&mut self.span, f.span);
        let hir = self.c.hir;
        let member = f.member.map(|m| (m, &hir.units[unit as usize].members[m as usize]));
        let done = self.label();
        self.set_position();
        let mut before_field = self.facts.clone();
        if let Some(c) = &f.condition {
            self.branch_on_thunk(c, false, done);
            before_field.retain(|f| self.facts.contains(f));
        }
        let from = self.place_in_input();
        let attempt = f.attempt.then(|| {
            let (saved, err, to) = (self.temp(RegKind::Input), self.temp(RegKind::Error), self.label());
            self.emit(Inst::SaveInput { d: saved });
            self.handler(to, err, Catch::Backtrack);
            (saved, to)
        });
        let errors = member.filter(|(_, m)| !m.errors.list.is_empty()).map(|(_, m)| {
            let (err, to) = (self.temp(RegKind::Error), self.label());
            self.handler(to, err, Catch::Failures);
            (err, to, m)
        });
        if let What::Bytes { chunked: true, .. } = f.what {
            self.chunks(unit, f);
        } else {
            let store = member.filter(|(_, m)| !m.anonymous && !m.hidden).map(|(i, _)| i);
            let store = store.filter(|i| self.c.keeps(unit, *i) || self.c.embedded(unit, *i).is_some());
            let value = self.spec(unit, f, store, true);
            self.after(unit, f, value, from);
        }
        if errors.is_some() {
            self.emit(Inst::PopHandler);
        }
        if let Some((saved, _)) = attempt {
            self.emit(Inst::PopHandler);
            // The input need not be kept for a retry any more.
            self.emit(Inst::Default { d: saved, ty: Ty::NULL });
        }
        let simple = errors.is_none() && attempt.is_none();
        if !simple {
            self.jump(done);
        }
        if let Some((err, to, m)) = errors {
            self.place(to);
            let message = self.temp(RegKind::Any);
            self.emit(Inst::Message { d: message, s: err });
            self.call_hooks(&m.errors.list, &[], &[message]);
            self.emit(Inst::Rethrow { s: err });
        }
        if let Some((saved, to)) = attempt {
            self.place(to);
            self.emit(Inst::RestoreInput { s: saved });
        }
        match &f.condition {
            Some(_) if simple => {
                before_field.retain(|f| self.facts.contains(f));
                self.place_known(done, before_field);
            }
            _ => self.place_end(done),
        }
        self.span = before;
    }

    /// The register with the place in the input, if units record such places.
    pub(super) fn place_in_input(&mut self) -> Reg {
        if !self.c.ranges {
            return NONE;
        }
        let d = self.temp(RegKind::Int);
        self.emit(Inst::Cursor { d });
        d
    }

    /// Stores a parsed value and runs its hooks.
    pub(super) fn after(&mut self, unit: u32, f: &Field, value: Option<Reg>, from: Reg) {
        let hir = self.c.hir;
        let u = self.this;
        let Some(m) = f.member else { return };
        let member = &hir.units[unit as usize].members[m as usize];
        if let Some(value) = value {
            let kept = !member.anonymous && !member.hidden && self.c.keeps(unit, m);
            let stored = self.c.embedded(unit, m).is_some() || (from == NONE && self.is_stored(unit, m, f));
            if kept && !stored {
                self.emit(Inst::Store { u, i: m, s: value, from });
            }
            if !member.anonymous {
                self.learn(u, Some(unit), m, value);
            }
            let items = std::mem::take(&mut self.bits);
            for (i, lifted) in f.lifted.iter().enumerate() {
                if !self.c.is_used(unit, *lifted) {
                    continue;
                }
                let s = items.get(i).copied().unwrap_or_else(|| {
                    let d = self.temp(RegKind::Any);
                    self.emit(Inst::Field { d, o: value, i: i as u32, attempt: false });
                    d
                });
                if self.c.keeps(unit, *lifted) {
                    self.emit(Inst::Store { u, i: *lifted, s, from });
                }
                self.learn(u, Some(unit), *lifted, s);
            }
        }
        let asked = !f.sinks.is_empty() || member.hooks.list.iter().any(|h| h.dollar);
        let value = value.unwrap_or_else(|| match asked {
            true => self.constant(&Const::Null, Ty::NULL),
            false => NONE,
        });
        for s in &f.sinks {
            let sink = self.thunk(s);
            let args = self.args(vec![sink, value]);
            let d = self.temp(RegKind::Any);
            self.emit(Inst::Native { op: spicy_sema::hir::Op::SinkWrite, d, args });
        }
        self.field_hooks(&member.hooks.list, value, f.span);
        self.apply_input();
    }

    pub(crate) fn field_hooks(&mut self, list: &[spicy_sema::hir::Hook], value: Reg, at: Span) {
        let debug = self.c.debug;
        for h in list.iter().filter(|h| (!h.debug || debug) && h.only.is_none_or(|s| s == at)) {
            let mut regs = vec![self.this];
            if h.dollar {
                regs.push(value);
            }
            if h.captures {
                let c =
                    if self.captures == NONE { self.constant(&Const::Null, Ty::NULL) } else { self.captures };
                regs.push(c);
            }
            self.hook(h.function, regs);
        }
    }

    /// Parses with limits, converts and checks. Returns the final value, if the field has one.
    pub(crate) fn spec(&mut self, unit: u32, f: &Field, store: Option<u32>, outer: bool) -> Option<Reg> {
        let limits = match takes_its_size(f) || checked_limit(f).is_some() {
            true => self.redirect(&f.around),
            false => self.around(&f.around),
        };
        // The value is visible while it is parsed, unless another value is stored in its place.
        let early = store.filter(|_| f.convert.is_none());
        if outer {
            self.captures = NONE;
        }
        let parsed = self.what(unit, f, early);
        self.end_limits(&limits, f.eod);
        let parsed = parsed?;
        let before = std::mem::replace(&mut self.dollar, parsed);
        let value = match &f.convert {
            Some(t) => {
                let v = self.thunk(t);
                self.own_copy(v, t.ex.ty)
            }
            None => parsed,
        };
        if let (Some(m), false) = (store, f.requires.is_empty()) {
            if self.c.embedded(unit, m).is_none() {
                self.emit(Inst::SetField { o: self.this, i: m, s: value });
            }
            self.learn(self.this, Some(unit), m, value);
        }
        for r in &f.requires {
            self.require(r);
        }
        self.dollar = before;
        Some(value)
    }

    /// The value itself, or a copy if something else could change it.
    fn own_copy(&mut self, s: Reg, ty: Ty) -> Reg {
        if !self.c.hir.types.is_copied(ty) {
            return s;
        }
        let d = self.of_type(ty);
        self.emit(Inst::Copy { d, s });
        d
    }

    fn order(&mut self, order: Option<&Thunk>) -> Reg {
        order.map_or(NONE, |t| self.thunk(t))
    }

    /// The register with the order of bytes, or no register and whether the least significant byte comes first.
    fn known_order(&mut self, order: Option<&Thunk>) -> (Reg, bool) {
        match super::fixed::is_little(order) {
            Some(little) => (NONE, little),
            None => (self.order(order), false),
        }
    }

    fn what(&mut self, unit: u32, f: &Field, store: Option<u32>) -> Option<Reg> {
        let before = std::mem::replace(&mut self.span, f.what_span);
        let out = self.what_here(unit, f, store);
        self.span = before;
        out
    }

    fn what_here(&mut self, unit: u32, f: &Field, store: Option<u32>) -> Option<Reg> {
        match &f.what {
            What::Void => Some(self.constant(&Const::Null, Ty::NULL)),
            What::Inner(inner) => self.spec(unit, inner, None, false),
            What::Int { order } => {
                let (order, little) = self.known_order(order.as_ref());
                let (signed, bits) = self.width(f.parsed);
                let d = self.temp(RegKind::Int);
                self.emit(Inst::UnpackInt { d, signed, bits, order, little });
                Some(d)
            }
            What::Real { kind, order } => {
                let kind = self.thunk(kind);
                let order = self.order(order.as_ref());
                let d = self.temp(RegKind::Real);
                self.emit(Inst::UnpackReal { d, kind, order });
                Some(d)
            }
            What::Addr { v6, order } => {
                let order = self.order(order.as_ref());
                let d = self.temp(RegKind::Any);
                self.emit(Inst::UnpackAddr { d, v6: *v6, order });
                Some(d)
            }
            What::Bitfield { id, order, token } => {
                if let Some(token) = token {
                    self.emit(Inst::UseToken { token: *token });
                }
                let bits = self.c.hir.bitfields[*id as usize].bits;
                let (order, little) = self.known_order(order.as_ref());
                let s = self.temp(RegKind::Int);
                self.emit(Inst::UnpackInt { d: s, signed: false, bits, order, little });
                Some(self.bitfield(unit, *id, s, f))
            }
            What::Bytes { until, .. } => self.bytes(f, until.as_ref(), store),
            What::Literal { value, order, token } => {
                let d =
                    self.temp(if matches!(value, Const::Bytes(_)) { RegKind::Bytes } else { RegKind::Int });
                let k = self.c.constant(value);
                if matches!(value, Const::Bytes(_)) {
                    self.emit(Inst::Literal { d, k, token: *token });
                } else {
                    let (order, little) = self.known_order(order.as_ref());
                    let (signed, bits) = self.width(f.parsed);
                    self.emit(Inst::LiteralInt { d, k, token: *token, signed, bits, order, little });
                }
                Some(d)
            }
            What::Regexp { regexp, captures, token } => {
                let d = self.temp(RegKind::Bytes);
                let used = self.uses_captures(unit, f);
                let into = if used { self.temp(RegKind::Any) } else { NONE };
                self.emit(Inst::MatchRegexp { d, regexp: *regexp, token: *token, captures: into });
                if used && !captures {
                    // `&nosub`: the match is the only group.
                    let args = self.args(vec![d]);
                    self.emit(Inst::List { d: into, args });
                }
                self.captures = into;
                Some(d)
            }
            What::Unit { unit: sub, args } => {
                if let Some(only) = self.c.only_field(*sub) {
                    return self.spec(*sub, only, None, false);
                }
                let regs: Vec<Reg> = args
                    .iter()
                    .map(|a| {
                        let r = self.thunk(a);
                        // Nothing changes these before the unit takes them.
                        if matches!(
                            &*a.ex.kind,
                            Kind::Const(_) | Kind::SelfUnit | Kind::Field { .. } | Kind::UnitParam(_)
                        ) || self.standing_for(r).is_some()
                        {
                            return r;
                        }
                        let d = self.of_type(a.ex.ty);
                        self.emit(Inst::Move { d, s: r });
                        d
                    })
                    .collect();
                let hir = self.c.hir;
                let convert = hir.units[*sub as usize].convert.as_ref();
                let store = store.filter(|_| convert.is_none());
                let nested = self.fixed(*sub).is_none() && self.c.nested_weight(*sub).is_some();
                let d = match nested {
                    true => self.parse_nested(*sub, regs.clone(), store),
                    false => self.parse_called(*sub, regs.clone(), store),
                };
                let Some(t) = convert else { return Some(d) };
                // In a unit's own `&convert`, `self` is that unit, not the enclosing one.
                let before = (
                    std::mem::replace(&mut self.this, d),
                    std::mem::replace(&mut self.dollar, d),
                    self.params.replace(regs),
                    self.offset.take(),
                );
                let v = self.thunk(t);
                (self.this, self.dollar, self.params, self.offset) = before;
                Some(self.own_copy(v, t.ex.ty))
            }
            What::Repeat { until, element } => self.repeat(unit, f, until, element, store),
        }
    }

    /// Parses a unit by a call of its function.
    fn parse_called(&mut self, unit: u32, args: Vec<Reg>, store: Option<u32>) -> Reg {
        let (d, parsed) = (self.temp(RegKind::Unit), self.label());
        let takes = self.c.takes_arguments(unit);
        let (held, mut given) = if takes { (Vec::new(), args) } else { (args, Vec::new()) };
        let args = self.args(held);
        if let Some(layout) = self.fixed(unit) {
            self.emit(Inst::FixedUnit { d, layout, to: Self::to(parsed) });
        }
        self.emit(Inst::NewUnit { d, unit, args, begun: false });
        if let Some(init) = self.c.init_of(unit) {
            let (list, none) = (self.args(vec![d]), self.temp(RegKind::Any));
            self.emit(Inst::Call { f: init, d: none, args: list });
        }
        if let Some(i) = store {
            self.emit(Inst::SetField { o: self.this, i, s: d });
            self.learn(self.this, self.unit, i, d);
        }
        given.insert(0, d);
        let (list, none) = (self.args(given), self.temp(RegKind::Any));
        let f = self.c.parser_of(unit);
        self.emit(Inst::Call { f, d: none, args: list });
        self.place_end(parsed);
        d
    }

    /// Whether the member holds its value already, and nothing can have replaced it: a value that was checked, or a unit
    /// since before it was parsed.
    fn is_stored(&self, unit: u32, member: u32, f: &Field) -> bool {
        if !f.requires.is_empty() {
            let in_chunks = matches!(f.what, What::Bytes { chunked: true, .. });
            return !in_chunks && self.c.is_parsed_only(unit, member);
        }
        let What::Unit { unit: sub, .. } = f.what else { return false };
        let converted = f.convert.is_some() || self.c.hir.units[sub as usize].convert.is_some();
        // Units of numbers are stored when they are complete.
        let at_once = self.c.layout_index.get(&sub).is_none_or(Option::is_some);
        !converted && !at_once && self.c.is_parsed_only(unit, member)
    }

    fn uses_captures(&self, unit: u32, f: &Field) -> bool {
        let members = &self.c.hir.units[unit as usize].members;
        f.member.is_none_or(|m| members[m as usize].hooks.list.iter().any(|h| h.captures))
            || !f.requires.is_empty()
            || f.convert.is_some()
    }

    /// Extracts a bitfield's items from its integer.
    fn bitfield(&mut self, unit: u32, id: u32, s: Reg, f: &Field) -> Reg {
        let hir = self.c.hir;
        let b = &hir.bitfields[id as usize];
        let mut regs = Vec::new();
        for r in &b.ranges {
            let (from, to) = if b.msb0 {
                (b.bits.saturating_sub(1 + r.to), b.bits.saturating_sub(1 + r.from))
            } else {
                (r.from, r.to)
            };
            let bit = self.temp(RegKind::Int);
            self.emit(Inst::Bits { d: bit, s, from, to, item: Item::Number });
            if let Some(value) = r.expected {
                let name = self.c.text(&r.name);
                let span = f.what_span;
                self.emit_at(Inst::ExpectBits { s: bit, value, name }, span);
            }
            let value = match &r.convert {
                Some(t) => {
                    let before = std::mem::replace(&mut self.dollar, bit);
                    let v = self.thunk(t);
                    self.dollar = before;
                    v
                }
                None => bit,
            };
            let before = std::mem::replace(&mut self.dollar, value);
            for test in &r.requires {
                self.require(test);
            }
            self.dollar = before;
            regs.push(value);
        }
        if self.only_items(unit, f) {
            self.bits = regs;
            return NONE;
        }
        let inside = f.member.filter(|_| self.unit == Some(unit)).and_then(|m| self.inside_of_this(m));
        let d = match inside {
            Some(d) => {
                self.mark_inside(unit, f.member);
                for (i, s) in (0..).zip(&regs).filter(|(i, _)| self.c.keeps_item(id, *i)).collect::<Vec<_>>()
                {
                    self.emit(Inst::SetField { o: d, i, s: *s });
                }
                d
            }
            None => {
                let d = self.temp(RegKind::Any);
                let args = self.args(regs.clone());
                self.emit(Inst::List { d, args });
                d
            }
        };
        (0..).zip(regs).for_each(|(i, r)| self.learn(d, None, i, r));
        d
    }

    /// Whether the items of a bitfield are members themselves, and nothing asks for the bitfield as a whole.
    fn only_items(&self, unit: u32, f: &Field) -> bool {
        let members = &self.c.hir.units[unit as usize].members;
        let Some(member) = f.member.and_then(|m| members.get(m as usize)) else { return false };
        let asked =
            member.hooks.list.iter().any(|h| h.dollar) || f.convert.is_some() || !f.requires.is_empty();
        !f.lifted.is_empty() && member.anonymous && !asked && f.sinks.is_empty()
    }
}
