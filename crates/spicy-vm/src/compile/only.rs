//! Finds units that are nothing but one field, such as `unit { x: bytes &until=b"\n"; } &convert=self.x`: the field is
//! parsed in their place, without an instance of the unit.
use super::Compiler;
use spicy_sema::hir::{Ex, Field, Item, Kind, Thunk, Unit, What};

/// Whether an expression has the same value everywhere: it names neither `self` nor a parameter.
fn is_fixed(ex: &Ex) -> bool {
    match &*ex.kind {
        Kind::Const(_) | Kind::Global(_) => true,
        Kind::Convert { of, .. } | Kind::Neg(of) => is_fixed(of),
        Kind::Int { a, b, .. } => is_fixed(a) && is_fixed(b),
        _ => false,
    }
}

fn all_fixed<'t>(thunks: impl IntoIterator<Item = Option<&'t Thunk>>) -> bool {
    thunks.into_iter().flatten().all(|t| t.locals.is_empty() && is_fixed(&t.ex))
}

/// Whether a unit does nothing besides parsing its items and converting the result.
fn only_parses(u: &Unit) -> bool {
    let acts = u.hooks.iter().any(|(_, h)| !h.list.is_empty()) || !u.requires.is_empty();
    let limited = u.size.is_some() || u.max_size.is_some();
    let skips = u.skip_pre.is_some() || u.skip.is_some() || u.skip_post.is_some();
    let moves = u.asks_place || u.moves || u.keeps_input || u.uses_filter || u.is_filter;
    let given = !u.params.is_empty() || u.context.is_some();
    !(acts || limited || skips || moves || given)
}

/// Whether a field only takes bytes or a number, and always does.
fn only_takes(f: &Field) -> bool {
    let a = &f.around;
    let elsewhere = a.parse_from.is_some() || a.parse_at.is_some();
    let depends = f.condition.is_some() || f.attempt || f.synchronize || f.skip || elsewhere;
    let acts = f.convert.is_some() || !f.requires.is_empty() || !f.sinks.is_empty() || !f.lifted.is_empty();
    let limits = [&a.size, &a.max_size].map(|l| l.as_ref().map(|(t, _)| t));
    let fixed = match &f.what {
        What::Int { order } => all_fixed([order.as_ref()]),
        What::Bytes { until, chunked: false } => all_fixed([until.as_ref().map(|(t, ..)| t)]),
        _ => false,
    };
    !depends && !acts && fixed && all_fixed(limits)
}

impl<'a> Compiler<'a> {
    /// The field that a unit consists of, if the unit stands for its value.
    pub(super) fn only_field(&self, unit: u32) -> Option<&'a Field> {
        let u = &self.hir.units[unit as usize];
        let ([Item::Field(f)], [member]) = (&u.items[..], &u.members[..]) else { return None };
        let given = match u.convert.as_ref().map(|t| &*t.ex.kind) {
            Some(Kind::Field { of, index: 0, .. }) => matches!(&*of.kind, Kind::SelfUnit),
            _ => false,
        };
        let hooks = [&member.hooks, &member.each, &member.errors];
        let plain = hooks.iter().all(|h| h.list.is_empty()) && member.default.is_none() && !member.hidden;
        (given && plain && f.member == Some(0) && only_parses(u) && only_takes(f)).then_some(f)
    }
}
