//! Fields of bytes: taken whole, skipped, or in pieces as they arrive.
use super::body::Builder;
use crate::bytecode::{Inst, NONE, Reg, RegKind};
use spicy_sema::hir::{Field, Thunk, What};
use spicy_sema::types::Type;
use spicy_syntax::Span;

/// Whether a field takes or skips exactly as many bytes as its size says, so that nothing needs to limit it.
pub(super) fn takes_its_size(f: &Field) -> bool {
    let whole = matches!(f.what, What::Bytes { until: None, chunked: false });
    whole && f.around.size.is_some() && f.around.max_size.is_none() && !f.eod
}

/// The limit of a field that ends at a delimiter, if taking the bytes also checks it.
pub(super) fn checked_limit(f: &Field) -> Option<&(Thunk, Span)> {
    let until = matches!(f.what, What::Bytes { until: Some(_), chunked: false });
    f.around.max_size.as_ref().filter(|_| until && f.around.size.is_none())
}

impl Builder<'_, '_> {
    pub(super) fn bytes(
        &mut self,
        f: &Field,
        until: Option<&(Thunk, bool, Span)>,
        store: Option<u32>,
    ) -> Option<Reg> {
        let skip = f.skip || self.c.hir.types.get(f.parsed) == &Type::Void;
        if let Some((t, including, span)) = until {
            let limit = checked_limit(f);
            let max = limit.map_or(NONE, |(t, _)| self.thunk(t));
            let delimiter = self.thunk(t);
            let (d, taken, facts) = (self.temp(RegKind::Bytes), self.label(), self.facts.clone());
            let (u, i) = (if store.is_some() { self.this } else { NONE }, store.unwrap_or(0));
            let (including, eod, to) = (*including, f.eod, Self::to(taken));
            self.emit_at(Inst::TakeUntil { d, delimiter, including, eod, u, i, max, to }, *span);
            if let Some((_, span)) = limit {
                let text = self.c.text("parsing not done within &max-size bytes");
                self.emit_at(Inst::Fail { text, assertion: false }, *span);
            }
            self.place_known(taken, facts);
            return Some(d);
        }
        let span = f.span;
        match (&f.around.size, skip) {
            (Some((t, _)), true) => {
                let n = self.size(f, t);
                let left = self.temp(RegKind::Int);
                self.emit(Inst::Move { d: left, s: n });
                self.emit_at(Inst::SkipSize { left, eod: f.eod }, span);
                None
            }
            (Some((t, _)), false) => {
                let n = self.size(f, t);
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

    /// The register with the size of this field. Sizes are evaluated once: where there is a limit, it has evaluated it.
    fn size(&mut self, f: &Field, t: &Thunk) -> Reg {
        if takes_its_size(f) {
            return self.thunk(t);
        }
        let found = self.f.code.iter().rev().find_map(|i| match i {
            Inst::Limit { n, extra: 0, .. } => Some(*n),
            _ => None,
        });
        found.unwrap_or_else(|| self.thunk(t))
    }

    /// `&chunked`: each piece as it arrives.
    pub(super) fn chunks(&mut self, unit: u32, f: &Field) {
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
            let n = self.size(f, t);
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
