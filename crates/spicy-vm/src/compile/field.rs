//! Fields: parse, convert, check, store, run hooks.
use super::body::Builder;
use crate::bytecode::{Catch, Inst, NONE, Reg, RegKind};
use spicy_sema::hir::{Const, Field, Kind, Thunk, What};
use spicy_sema::types::{Ty, Type};

impl Builder<'_, '_> {
    pub(crate) fn field(&mut self, unit: u32, f: &Field) {
        let before = std::mem::replace(&mut self.span, f.span);
        let hir = self.c.hir;
        let member = f.member.map(|m| (m, &hir.units[unit as usize].members[m as usize]));
        let done = self.label();
        self.set_position();
        if let Some(c) = &f.condition {
            let c = self.thunk(c);
            self.jump_if_not(c, done);
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
            let store = store.filter(|i| self.c.keeps(unit, *i));
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
        if errors.is_some() || attempt.is_some() {
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
        self.place(done);
        self.span = before;
    }

    /// The register with the place in the input, if units record such places.
    fn place_in_input(&mut self) -> Reg {
        if !self.c.ranges {
            return NONE;
        }
        let d = self.temp(RegKind::Int);
        self.emit(Inst::Cursor { d });
        d
    }

    /// Stores a parsed value and runs its hooks.
    fn after(&mut self, unit: u32, f: &Field, value: Option<Reg>, from: Reg) {
        let hir = self.c.hir;
        let u = self.this;
        let Some(m) = f.member else { return };
        let member = &hir.units[unit as usize].members[m as usize];
        if let Some(value) = value {
            if !member.anonymous && !member.hidden && self.c.keeps(unit, m) {
                self.emit(Inst::Store { u, i: m, s: value, from });
            }
            let items = std::mem::take(&mut self.bits);
            for (i, lifted) in f.lifted.iter().enumerate() {
                if !self.c.keeps(unit, *lifted) {
                    continue;
                }
                let s = items.get(i).copied().unwrap_or_else(|| {
                    let d = self.temp(RegKind::Any);
                    self.emit(Inst::Field { d, o: value, i: i as u32, attempt: false });
                    d
                });
                self.emit(Inst::Store { u, i: *lifted, s, from });
            }
        }
        let value = value.unwrap_or_else(|| self.constant(&Const::Null, Ty::NULL));
        for s in &f.sinks {
            let sink = self.thunk(s);
            let args = self.args(vec![sink, value]);
            let d = self.temp(RegKind::Any);
            self.emit(Inst::Native { op: spicy_sema::hir::Op::SinkWrite, d, args });
        }
        self.field_hooks(&member.hooks.list, value, f.span);
        self.apply_input();
    }

    pub(crate) fn field_hooks(&mut self, list: &[spicy_sema::hir::Hook], value: Reg, at: spicy_syntax::Span) {
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
        let limits = self.around(&f.around);
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
                let d = self.of_type(t.ex.ty);
                self.emit(Inst::Copy { d, s: v });
                d
            }
            None => parsed,
        };
        if let (Some(m), false) = (store, f.requires.is_empty()) {
            self.emit(Inst::SetField { o: self.this, i: m, s: value });
        }
        for r in &f.requires {
            self.require(r);
        }
        self.dollar = before;
        Some(value)
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
                        ) {
                            return r;
                        }
                        let d = self.of_type(a.ex.ty);
                        self.emit(Inst::Move { d, s: r });
                        d
                    })
                    .collect();
                let args = self.args(regs);
                let d = self.temp(RegKind::Unit);
                let parsed = self.label();
                if let Some(layout) = self.fixed(*sub) {
                    self.emit(Inst::FixedUnit { d, layout, to: Self::to(parsed) });
                }
                self.emit(Inst::NewUnit { d, unit: *sub, args, begun: false });
                if let Some(init) = self.c.init_of(*sub) {
                    let (list, none) = (self.args(vec![d]), self.temp(RegKind::Any));
                    self.emit(Inst::Call { f: init, d: none, args: list });
                }
                let hir = self.c.hir;
                let convert = hir.units[*sub as usize].convert.as_ref();
                if let (Some(i), None) = (store, convert) {
                    self.emit(Inst::SetField { o: self.this, i, s: d });
                }
                let list = self.args(vec![d]);
                let none = self.temp(RegKind::Any);
                let parser = self.c.parser_of(*sub);
                self.emit(Inst::Call { f: parser, d: none, args: list });
                self.place(parsed);
                let Some(t) = convert else { return Some(d) };
                // In a unit's own `&convert`, `self` is that unit, not the enclosing one.
                let before = (std::mem::replace(&mut self.this, d), std::mem::replace(&mut self.dollar, d));
                let v = self.thunk(t);
                (self.this, self.dollar) = before;
                let d = self.of_type(t.ex.ty);
                self.emit(Inst::Copy { d, s: v });
                Some(d)
            }
            What::Repeat { until, element } => self.repeat(unit, f, until, element, store),
        }
    }

    fn uses_captures(&self, unit: u32, f: &Field) -> bool {
        let members = &self.c.hir.units[unit as usize].members;
        f.member.is_none_or(|m| members[m as usize].hooks.list.iter().any(|h| h.captures))
            || !f.requires.is_empty()
            || f.convert.is_some()
    }

    fn bytes(
        &mut self,
        f: &Field,
        until: Option<&(Thunk, bool, spicy_syntax::Span)>,
        store: Option<u32>,
    ) -> Option<Reg> {
        let skip = f.skip || self.c.hir.types.get(f.parsed) == &Type::Void;
        if let Some((t, including, span)) = until {
            let delimiter = self.thunk(t);
            let d = self.temp(RegKind::Bytes);
            let u = if store.is_some() { self.this } else { NONE };
            self.emit_at(
                Inst::TakeUntil { d, delimiter, including: *including, eod: f.eod, u, i: store.unwrap_or(0) },
                *span,
            );
            return Some(d);
        }
        let span = f.span;
        match (&f.around.size, skip) {
            (Some((t, _)), true) => {
                let n = self.last_size(t);
                let left = self.temp(RegKind::Int);
                self.emit(Inst::Move { d: left, s: n });
                self.emit_at(Inst::SkipSize { left, eod: f.eod }, span);
                None
            }
            (Some((t, _)), false) => {
                let n = self.last_size(t);
                let d = self.temp(RegKind::Bytes);
                self.emit_at(Inst::TakeSize { d, n, eod: f.eod }, span);
                Some(d)
            }
            (None, true) => {
                self.emit_at(Inst::SkipAll, span);
                None
            }
            (None, false) => {
                let d = self.temp(RegKind::Bytes);
                self.emit_at(Inst::TakeAll { d }, span);
                Some(d)
            }
        }
    }

    /// The register with the size of the limit around this field: sizes are evaluated once.
    fn last_size(&mut self, t: &Thunk) -> Reg {
        let found = self.f.code.iter().rev().find_map(|i| match i {
            Inst::Limit { n, extra: 0, .. } => Some(*n),
            _ => None,
        });
        found.unwrap_or_else(|| self.thunk(t))
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
            self.emit(Inst::Bits { d: bit, s, from, to });
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
            return self.constant(&Const::Null, Ty::NULL);
        }
        let d = self.temp(RegKind::Any);
        let args = self.args(regs);
        self.emit(Inst::List { d, args });
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

    /// `&chunked`: each piece as it arrives.
    fn chunks(&mut self, unit: u32, f: &Field) {
        let from = self.place_in_input();
        let limits = self.around(&f.around);
        let (again, end) = (self.label(), self.label());
        let d = self.temp(RegKind::Bytes);
        let What::Bytes { until, .. } = &f.what else { return };
        let (mut left, mut delimiter, mut finished) = (NONE, NONE, NONE);
        if let Some((t, _, _)) = until {
            let r = self.thunk(t);
            delimiter = self.temp(RegKind::Bytes);
            self.emit(Inst::Move { d: delimiter, s: r });
            finished = self.temp(RegKind::Bool);
            let no = self.truth(false);
            self.emit(Inst::Move { d: finished, s: no });
        } else if let Some((t, _)) = &f.around.size {
            let n = self.last_size(t);
            left = self.temp(RegKind::Int);
            self.emit(Inst::Move { d: left, s: n });
        }
        self.place(again);
        let to = Self::to(end);
        match until {
            Some((_, including, span)) => {
                self.emit_at(
                    Inst::ChunkUntil { d, delimiter, including: *including, eod: f.eod, done: finished, to },
                    *span,
                );
            }
            None if left != NONE => {
                let span = f.around.size.as_ref().map_or(f.span, |s| s.1);
                self.emit_at(Inst::ChunkSize { d, left, eod: f.eod, to }, span);
            }
            None => self.emit(Inst::ChunkAll { d, to }),
        }
        let before = std::mem::replace(&mut self.dollar, d);
        let value = match &f.convert {
            Some(t) => self.thunk(t),
            None => d,
        };
        for r in &f.requires {
            self.require(r);
        }
        self.dollar = before;
        self.after(unit, f, Some(value), from);
        self.jump(again);
        self.place(end);
        self.end_limits(&limits, f.eod);
    }
}
