//! Vectors: loops over elements until a count, a condition, a token or the end.
use super::body::{Builder, Label};
use crate::bytecode::{Catch, Inst, NONE, Reg, RegKind};
use spicy_sema::hir::{Const, Field, Thunk, Until};
use spicy_sema::types::Ty;

impl Builder<'_, '_> {
    pub(crate) fn repeat(
        &mut self,
        unit: u32,
        f: &Field,
        until: &Until,
        element: &Field,
        store: Option<u32>,
    ) -> Option<Reg> {
        let hir = self.c.hir;
        let u = self.this;
        let member = f.member.map(|m| &hir.units[unit as usize].members[m as usize]);
        // Elements of an anonymous field are passed to `foreach` and not kept.
        let keep = member.is_none_or(|m| !m.anonymous) && !f.skip;
        // Nothing asks for the elements of a member that nothing reads, unless one of these does.
        let asks = f.convert.is_some() || !f.requires.is_empty() || !f.sinks.is_empty() || f.skip;
        let asked = asks || member.is_none_or(|m| m.hooks.list.iter().any(|h| h.dollar));
        let push = keep && (asked || f.member.is_none_or(|m| self.c.is_used(unit, m)));
        let (list, start) = (self.temp(RegKind::Any), self.temp(RegKind::Int));
        let args = self.args(Vec::new());
        self.emit(Inst::List { d: list, args });
        if let Some(i) = store {
            self.emit(Inst::SetField { o: u, i, s: list });
        }
        let position = self.save_position();
        let (again, end) = (self.label(), self.label());
        let left = match until {
            Until::Count(t) => {
                let n = self.thunk(t);
                let left = self.temp(RegKind::Int);
                self.emit(Inst::Move { d: left, s: n });
                Some(left)
            }
            _ => None,
        };
        self.place(again);
        if keep
            && member.is_none_or(|m| m.each.list.is_empty() && m.hooks.list.is_empty())
            && !element.synchronize
        {
            self.many(until, element, if push { list } else { NONE }, left);
        }
        let sync = element.synchronize.then(|| {
            let (err, to) = (self.temp(RegKind::Error), self.label());
            (err, to)
        });
        if let Some(left) = left {
            self.emit(Inst::CountDown { left, to: Self::to(end) });
        }
        if let Some((err, to)) = sync {
            self.handler(to, err, Catch::Recoverable);
        }
        let out = self.label();
        self.emit(Inst::Cursor { d: start });
        if left.is_none() {
            self.look(until, if sync.is_some() { out } else { end }, sync.is_some());
        }
        self.set_position();
        let leave = if sync.is_some() { out } else { end };
        let value = self.spec(unit, element, None, false);
        let value = match value {
            Some(v) => v,
            None => self.constant(&Const::Null, Ty::NULL),
        };
        self.condition(until, value, leave, true);
        if let Some(m) = member {
            self.each(&m.each.list, value, leave, f.span);
            self.apply_input();
        }
        if push {
            self.emit(Inst::Push { list, s: value });
        }
        self.condition(until, value, leave, false);
        if left.is_none() {
            self.emit_at(Inst::CheckMoved { start }, f.span);
        }
        if let Some((err, to)) = sync {
            self.emit(Inst::PopHandler);
            self.jump(again);
            self.place(to);
            self.search(&element.first, err, unit, self.is_after(&element.what));
            self.jump(again);
            self.place(out);
            self.emit(Inst::PopHandler);
        } else {
            self.jump(again);
            self.place(out);
        }
        self.place(end);
        if let Some(position) = position {
            self.restore_position(position);
        }
        (keep || !f.skip).then_some(list)
    }

    /// Whether another element follows, as far as known before parsing it.
    fn look(&mut self, until: &Until, end: Label, sync: bool) {
        match until {
            Until::EndOfData | Until::Until(_) | Until::Including(_) | Until::While(_) => {
                let c = self.temp(RegKind::Bool);
                self.emit(Inst::AtEnd { d: c });
                self.jump_if(c, end);
            }
            Until::LookAhead { first, follow, default } => {
                let c = self.temp(RegKind::Bool);
                self.emit(Inst::AtEnd { d: c });
                self.jump_if(c, end);
                let body = self.label();
                if first.is_empty() && follow.is_empty() {
                    return;
                }
                let all: Vec<u32> = first.iter().chain(follow).copied().collect();
                let set = self.c.set(all);
                self.emit(Inst::LookAhead { set });
                let set = self.c.set(first.clone());
                self.emit(Inst::JumpIfToken { set, to: Self::to(body) });
                if *default {
                    let set = self.c.set(follow.clone());
                    self.emit(Inst::JumpIfToken { set, to: Self::to(end) });
                } else {
                    // If elements are synchronized on, anything else is an error to recover from.
                    if sync && follow.is_empty() {
                        self.emit(Inst::NoToken);
                    }
                    self.jump(end);
                }
                self.place(body);
            }
            Until::Count(_) => {}
        }
    }

    /// Whether this element was the last; checked `before` it is stored, or after.
    fn condition(&mut self, until: &Until, value: Reg, end: Label, before: bool) {
        let (t, stop_if): (&Thunk, bool) = match (until, before) {
            (Until::Until(t), true) => (t, true),
            (Until::While(t), true) => (t, false),
            (Until::Including(t), false) => (t, true),
            _ => return,
        };
        let old = std::mem::replace(&mut self.dollar, value);
        let c = self.thunk(t);
        self.dollar = old;
        if stop_if { self.jump_if(c, end) } else { self.jump_if_not(c, end) }
    }

    /// Runs `foreach` hooks, each of which may stop the loop.
    fn each(&mut self, list: &[spicy_sema::hir::Hook], value: Reg, end: Label, at: spicy_syntax::Span) {
        let debug = self.c.debug;
        for h in list.iter().filter(|h| (!h.debug || debug) && h.only.is_none_or(|s| s == at)) {
            let mut regs = vec![self.this];
            if h.dollar {
                regs.push(value);
            }
            let args = self.args(regs);
            let d = self.temp(RegKind::Any);
            self.emit(Inst::Call { f: h.function, d, args });
            let b = self.temp(RegKind::Bool);
            self.emit(Inst::Convert {
                how: spicy_sema::hir::Convert::ToBool,
                d: b,
                s: d,
                from: Ty::ANY,
                to: Ty::BOOL,
            });
            self.jump_if(b, end);
        }
    }
}
