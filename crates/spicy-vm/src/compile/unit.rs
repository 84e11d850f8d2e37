//! Compiles units to the functions that parse them.
use super::body::{Builder, Label};
use crate::bytecode::{Catch, Inst, NONE, Reg, RegKind};
use spicy_sema::hir::{Const, Item, Kind, MemberKind, Requires, Thunk};
use spicy_sema::types::{Ty, Type};
use spicy_syntax::Span;

/// The state of a limit on the input.
pub(crate) struct Limits {
    pub(crate) size: Option<(Reg, Reg, Reg, Span)>,
    pub(crate) max: Option<(Reg, Reg, Reg, Span)>,
    pub(crate) redirect: Option<Reg>,
}

impl Builder<'_, '_> {
    /// The function that initializes variables and sinks.
    pub(crate) fn unit_init(&mut self, unit: u32) {
        let o = self.take_self();
        self.unit = Some(unit);
        self.initialize(unit, o);
    }

    /// Gives variables their first values, and makes sinks.
    pub(super) fn initialize(&mut self, unit: u32, o: Reg) {
        let hir = self.c.hir;
        for (i, m) in hir.units[unit as usize].members.iter().enumerate() {
            let i = i as u32;
            let s = match (m.kind, &m.init) {
                (MemberKind::Sink, _) => {
                    let d = self.temp(RegKind::Any);
                    self.emit(Inst::Default { d, ty: Ty::SINK });
                    d
                }
                (MemberKind::Var, Some(t)) if self.c.initial(m).is_none() => {
                    let r = self.thunk(t);
                    // A default is new: nothing else holds it.
                    let new = matches!(&*t.ex.kind, Kind::Default);
                    if !new && self.c.hir.types.is_copied(t.ex.ty) {
                        let d = self.of_type(t.ex.ty);
                        self.emit(Inst::Copy { d, s: r });
                        d
                    } else {
                        r
                    }
                }
                _ => continue,
            };
            self.emit(Inst::SetField { o, i, s });
        }
    }

    /// The function that parses a unit.
    pub(crate) fn parse_unit(&mut self, unit: u32) {
        let hir = self.c.hir;
        let u = &hir.units[unit as usize];
        self.span = u.span;
        self.unit = Some(unit);
        let this = self.take_self();
        self.f.parses = true;
        let takes = self.c.takes_arguments(unit);
        if takes {
            self.take_arguments(unit);
        }
        let filtered = u.uses_filter;
        let track = self.c.keeps_place(unit) || u.moves || u.keeps_input || filtered;
        // Nothing asks other units where they begin.
        let begins = track || self.c.ranges;
        let saved = if begins { self.reg(RegKind::Input) } else { NONE };
        let filters = if filtered { self.reg(RegKind::Input) } else { saved };
        let handled = self.c.handles_errors(unit);
        let err = if handled { self.reg(RegKind::Error) } else { saved };
        let limits = self.unit_limits(unit);
        if begins {
            self.emit(Inst::BeginUnit { u: this, saved, track });
        }
        let (failed, failed_again, done) = (self.label(), self.label(), self.label());
        if handled {
            self.handler(failed, err, Catch::All);
        }
        self.offset = self.begin_offset(unit);
        self.inside(unit, filtered.then_some(filters));
        if !filtered {
            self.end_limits(&limits, false);
        }
        if handled {
            self.emit(Inst::PopHandler);
        }
        if filtered {
            self.emit(Inst::EndFilters { u: this, saved: filters });
        }
        let closes = self.c.closes(unit);
        if closes {
            self.emit(Inst::CloseUnit { u: this, abort: false });
        }
        self.unit_hooks("finally", &[]);
        // What a unit lets go of may hold it.
        let holds = !takes && u.params.iter().any(|p| self.may_hold_unit(p.ty));
        if begins || handled || holds || u.context.is_some() {
            self.emit(Inst::EndUnit { u: this, saved });
        }
        if filtered {
            self.end_limits(&limits, false);
        }
        if !handled {
            self.emit(Inst::ReturnVoid);
            return;
        }
        self.jump(done);

        // On an error: %error runs, the unit ends, then the error is raised again.
        self.place(failed);
        let trial = self.label();
        let err2 = self.reg(RegKind::Error);
        self.handler(failed_again, err2, Catch::All);
        self.emit(Inst::JumpIfTrial { to: Self::to(trial) });
        if !u.hook("error").is_empty() {
            let skip = self.label();
            let is_failure = self.temp(RegKind::Bool);
            let message = self.temp(RegKind::Any);
            self.emit(Inst::Message { d: message, s: err });
            self.emit(Inst::Convert {
                how: spicy_sema::hir::Convert::ToBool,
                d: is_failure,
                s: message,
                from: Ty::ANY,
                to: Ty::BOOL,
            });
            self.jump_if_not(is_failure, skip);
            self.unit_hooks("error", &[message]);
            self.place(skip);
        }
        self.place(trial);
        self.emit(Inst::PopHandler);
        self.emit(Inst::CloseUnit { u: this, abort: true });
        self.unit_hooks("finally", &[]);
        self.emit(Inst::EndUnit { u: this, saved });
        self.emit(Inst::Rethrow { s: err });
        self.place(failed_again);
        self.emit(Inst::CloseUnit { u: this, abort: true });
        self.unit_hooks("finally", &[]);
        self.emit(Inst::EndUnit { u: this, saved });
        self.emit(Inst::Rethrow { s: err2 });
        self.place(done);
        self.emit(Inst::ReturnVoid);
    }

    /// The parameters behind the unit itself that hold its arguments.
    fn take_arguments(&mut self, unit: u32) {
        let kinds = self.c.hir.units[unit as usize].params.iter().map(|p| self.kind_of(p.ty));
        let kinds: Vec<RegKind> = kinds.collect();
        let regs: Vec<Reg> = kinds.into_iter().map(|k| self.reg(k)).collect();
        self.f.params += regs.len() as u16;
        self.params = Some(regs);
    }

    /// Whether a value of this type may be a unit.
    fn may_hold_unit(&self, ty: Ty) -> bool {
        let plain = matches!(
            self.c.hir.types.get(ty),
            Type::Bool | Type::Int { .. } | Type::Real | Type::Bytes | Type::Str | Type::Enum(_)
        );
        !plain
    }

    /// Parses a unit's items, with its hooks from `%init` to `%done`. What its filters put out is parsed if there is a
    /// register for the input around them.
    pub(super) fn inside(&mut self, unit: u32, filters: Option<Reg>) {
        let hir = self.c.hir;
        let u = &hir.units[unit as usize];
        self.unit_hooks("init", &[]);
        self.apply_input();
        if let Some(saved) = filters {
            self.emit(Inst::StartFilters { u: self.this, saved });
        }
        if let Some(regexp) = u.skip_pre {
            self.emit(Inst::SkipRegexp { regexp });
        }
        if let Some(regexp) = u.skip {
            self.emit(Inst::SkipRegexp { regexp });
        }
        self.groups(unit, &u.items);
        if let Some(regexp) = u.skip_post {
            self.emit(Inst::SkipRegexp { regexp });
        }
        for r in &u.requires {
            self.require(r);
        }
        self.set_position();
        self.unit_hooks("done", &[]);
        self.apply_input();
    }

    /// Moves to the place that a hook has asked for.
    pub(crate) fn apply_input(&mut self) {
        if self.unit.is_some_and(|u| self.c.hir.units[u as usize].moves) {
            self.emit(Inst::ApplyInput { u: self.this });
        }
    }

    pub(crate) fn handler(&mut self, to: Label, d: Reg, catch: Catch) {
        self.emit(Inst::PushHandler { to: Self::to(to), d, catch });
    }

    pub(super) fn unit_limits(&mut self, unit: u32) -> Limits {
        let hir = self.c.hir;
        let u = &hir.units[unit as usize];
        let size = u.size.as_ref().map(|(t, span)| self.limit(t, 0, *span));
        let max = u.max_size.as_ref().map(|(t, span)| self.limit(t, 1, *span));
        Limits { size, max, redirect: None }
    }

    /// Limits the input to that many bytes (and `extra` more, to see that they were too many).
    pub(crate) fn limit(&mut self, t: &Thunk, extra: u8, span: Span) -> (Reg, Reg, Reg, Span) {
        let (start, n, old) = (self.temp(RegKind::Int), self.temp(RegKind::Int), self.temp(RegKind::Int));
        let value = self.thunk(t);
        self.emit(Inst::Move { d: n, s: value });
        self.emit(Inst::Cursor { d: start });
        self.emit_at(Inst::Limit { old, n, extra }, span);
        (start, n, old, span)
    }

    pub(crate) fn end_limits(&mut self, l: &Limits, eod: bool) {
        if let Some((start, n, old, span)) = l.max {
            self.emit_at(Inst::EndMax { start, n, old }, span);
        }
        if let Some((start, n, old, span)) = l.size {
            self.emit_at(Inst::EndSize { start, n, old, eod }, span);
        }
        if let Some(s) = l.redirect {
            self.emit(Inst::RestoreInput { s });
        }
    }

    /// Moves to another input and limits it, if the field asks for that.
    pub(crate) fn around(&mut self, a: &spicy_sema::hir::Around) -> Limits {
        let mut l = self.redirect(a);
        l.size = a.size.as_ref().map(|(t, span)| self.limit(t, 0, *span));
        l.max = a.max_size.as_ref().map(|(t, span)| self.limit(t, 1, *span));
        l
    }

    /// Moves to another input, without a limit.
    pub(crate) fn redirect(&mut self, a: &spicy_sema::hir::Around) -> Limits {
        let mut l = Limits { size: None, max: None, redirect: None };
        let from = a.parse_from.as_ref().or(a.parse_at.as_ref());
        if let Some(t) = from {
            let saved = self.temp(RegKind::Input);
            let s = self.thunk(t);
            self.emit(Inst::SaveInput { d: saved });
            if a.parse_from.is_some() && t.ex.ty == Ty::BYTES {
                self.emit(Inst::RedirectFrom { s });
            } else {
                self.emit(Inst::RedirectAt { s });
            }
            l.redirect = Some(saved);
        }
        l
    }

    pub(crate) fn require(&mut self, r: &Requires) {
        let mark = self.mark();
        let before = std::mem::replace(&mut self.span, r.span);
        let ok = self.label();
        // What the test leaves unchanged is known behind it.
        let mut facts = self.facts.clone();
        let is_result = matches!(self.c.hir.types.get(r.test.ex.ty), Type::Result(_));
        if is_result {
            let c = self.thunk(&r.test);
            facts.retain(|f| self.facts.contains(f));
            let b = self.temp(RegKind::Bool);
            self.emit_at(
                Inst::Convert {
                    how: spicy_sema::hir::Convert::ToBool,
                    d: b,
                    s: c,
                    from: r.test.ex.ty,
                    to: Ty::BOOL,
                },
                r.span,
            );
            self.jump_if(b, ok);
            self.emit_at(Inst::Throw { s: c }, r.span);
        } else {
            self.branch_on_thunk(&r.test, true, ok);
            facts.retain(|f| self.facts.contains(f));
            let text = self.c.text(&format!("&requires failed: {}", r.text));
            self.emit_at(Inst::Fail { text, assertion: false }, r.span);
        }
        self.place_known(ok, facts);
        self.span = before;
        self.release(mark);
    }

    /// Groups items by synchronization point: an error in a group continues at the next point.
    pub(crate) fn groups(&mut self, unit: u32, items: &[Item]) {
        let points: Vec<usize> = items
            .iter()
            .enumerate()
            .filter(|(_, i)| matches!(i, Item::Field(f) if f.synchronize))
            .map(|(i, _)| i)
            .collect();
        if points.is_empty() {
            return self.items(unit, items);
        }
        let done = self.label();
        let mut starts = vec![0];
        starts.extend(points.iter().copied().filter(|p| *p > 0));
        if points.first() == Some(&0) {
            starts[0] = 0;
        }
        // A point is reached by a search, or by parsing up to it.
        let searches: Vec<Label> = starts.iter().map(|_| self.label()).collect();
        let entries: Vec<Label> = starts.iter().map(|_| self.label()).collect();
        let err = self.reg(RegKind::Error);
        for (k, start) in starts.iter().enumerate() {
            let end = starts.get(k + 1).copied().unwrap_or(items.len());
            let failed = self.label();
            self.place(entries[k]);
            self.handler(failed, err, Catch::Recoverable);
            self.items(unit, &items[*start..end]);
            self.emit(Inst::PopHandler);
            match entries.get(k + 1) {
                Some(next) => {
                    let next = *next;
                    self.jump(next);
                }
                None => self.jump(done),
            }
            self.place(failed);
            let is_point = matches!(&items.get(*start), Some(Item::Field(f)) if f.synchronize);
            if is_point {
                self.emit(Inst::JumpIfTrial { to: Self::to(searches[k]) });
            }
            match searches.get(k + 1) {
                Some(next) => {
                    let next = *next;
                    self.jump(next);
                }
                None => self.emit(Inst::Rethrow { s: err }),
            }
        }
        for (k, start) in starts.iter().enumerate() {
            self.place(searches[k]);
            if let Some(Item::Field(f)) = items.get(*start).filter(|_| k > 0 || points.first() == Some(&0)) {
                self.search(&f.first, err, unit, self.is_after(&f.what));
            }
            let entry = entries[k];
            self.jump(entry);
        }
        self.place(done);
    }

    /// Whether the token of a synchronization point is consumed.
    pub(crate) fn is_after(&self, what: &spicy_sema::hir::What) -> bool {
        use spicy_sema::hir::What;
        match what {
            What::Unit { unit, .. } => {
                let u = &self.c.hir.units[*unit as usize];
                u.sync_at.is_none() && u.sync_after.is_some()
            }
            What::Repeat { element, .. } => self.is_after(&element.what),
            _ => false,
        }
    }

    /// Searches for one of the tokens and continues in trial mode.
    pub(crate) fn search(&mut self, tokens: &[u32], error: Reg, unit: u32, after: bool) {
        let (again, found) = (self.label(), self.label());
        let (u, hook) = (self.this, self.reg(RegKind::Bool));
        let set = self.c.set(tokens.to_vec());
        let hir = self.c.hir;
        self.emit(Inst::SyncAdvance { u });
        self.place(again);
        self.emit(Inst::Synchronize { set, error, u, after, hook });
        self.jump_if_not(hook, found);
        if !hir.units[unit as usize].hook("sync_advance").is_empty() {
            let at = self.temp(RegKind::Int);
            self.emit(Inst::Cursor { d: at });
            self.unit_hooks("sync_advance", &[at]);
        }
        self.jump(again);
        self.place(found);
        self.emit(Inst::EnterTrial { error });
        self.set_position();
        self.unit_hooks("synced", &[]);
        self.apply_input();
    }

    pub(crate) fn items(&mut self, unit: u32, items: &[Item]) {
        let hir = self.c.hir;
        let skip = hir.units[unit as usize].skip;
        let mut run: Option<(Label, usize)> = None;
        let mut before_run = Vec::new();
        for (i, item) in items.iter().enumerate() {
            if run.is_none() {
                run = self.run_of_numbers(unit, items.get(i..).unwrap_or_default()).map(|(l, n)| (l, i + n));
                before_run = self.facts.clone();
            }
            let mark = self.mark();
            match item {
                Item::Field(f) => self.field(unit, f),
                Item::Switch(s) => self.unit_switch(unit, s),
                Item::If { condition, then, otherwise } => {
                    let (no, done) = (self.label(), self.label());
                    self.set_position();
                    let mut before = self.facts.clone();
                    self.branch_on_thunk(condition, false, no);
                    before.retain(|f| self.facts.contains(f));
                    self.items(unit, then);
                    let mut after = self.facts.clone();
                    self.jump(done);
                    self.place_known(no, before);
                    self.items(unit, otherwise);
                    after.retain(|f| self.facts.contains(f));
                    self.place_known(done, after);
                }
            }
            self.release(mark);
            if let (Some(regexp), Item::Field(_)) = (skip, item) {
                self.emit(Inst::SkipRegexp { regexp });
            }
            if let Some((parsed, _)) = run.take_if(|(_, end)| *end == i + 1) {
                before_run.retain(|f| self.facts.contains(f));
                self.place_known(parsed, std::mem::take(&mut before_run));
            }
        }
    }

    /// A truth value in a register.
    pub(crate) fn truth(&mut self, b: bool) -> Reg {
        self.constant(&Const::Bool(b), Ty::BOOL)
    }
}
