//! Compiles construction, conversion and lookups of records, tables, sets and vectors.
use super::super::Compiler;
use super::walk::names_frame;
use crate::code::{Generic, Ins, KeyPart, Kind, R, Var, word_kind};
use script_sema::tree::{Coercion, Expr, ExprRef};
use std::rc::Rc;
use value::{TableAttrs, TableMeta, TableType, Type};

impl Compiler<'_> {
    pub(super) fn coerce(&mut self, e: &ExprRef, how: &Coercion, a: &ExprRef, d: Var) {
        match how {
            Coercion::Arith => {
                if let Var::Word(d) = d {
                    let ins: Option<fn(R, R) -> Ins> = match (&a.ty, &e.ty) {
                        (Type::Int, Type::Double | Type::Interval | Type::Time) => {
                            Some(|d, a| Ins::IntToDouble { d, a })
                        }
                        (Type::Count, Type::Double | Type::Interval | Type::Time) => {
                            Some(|d, a| Ins::CountToDouble { d, a })
                        }
                        (
                            Type::Double | Type::Interval | Type::Time,
                            Type::Double | Type::Interval | Type::Time,
                        )
                        | (Type::Int, Type::Int)
                        | (Type::Bool, Type::Count | Type::Int)
                        | (Type::Count, Type::Count) => Some(|d, a| Ins::MoveW { d, a }),
                        _ => None,
                    };
                    if let Some(ins) = ins {
                        let a = self.expr_w(a);
                        return self.emit(ins(d, a));
                    }
                }
                self.generic1(e, Generic::Arith(e.ty.clone()), a, d);
            }
            Coercion::Record(map) => {
                if let Type::Record(t) = &e.ty {
                    self.generic1(e, Generic::Record(t.clone(), map.clone()), a, d);
                }
            }
            Coercion::Table(attrs) => {
                if let Type::Table(t) = &e.ty {
                    let meta = Rc::new(TableMeta::new(t.clone(), attrs.clone()));
                    self.generic1(e, Generic::Table(meta), a, d);
                    if let Var::Value(t) = d {
                        self.local_default(e, attrs.as_ref(), t);
                    }
                }
            }
            Coercion::Vector => {
                if let Type::Vector(t) = &e.ty {
                    self.generic1(e, Generic::Vector(t.clone()), a, d);
                }
            }
            Coercion::ToAny => {
                let at = self.expr(a);
                self.move_to(at, d, &a.ty);
            }
            Coercion::FromAny => self.generic1(e, Generic::FromAny(e.ty.clone()), a, d),
        }
    }

    /// Computes the parts of a table's index; returns the pooled list of their registers.
    pub(super) fn key(&mut self, parts: &[ExprRef]) -> R {
        self.key_before(parts, &[])
    }

    /// Like [`Compiler::key`], but the parts keep their values while the expressions `then` are computed.
    pub(super) fn key_before(&mut self, parts: &[ExprRef], then: &[&Expr]) -> R {
        let mut key = Vec::with_capacity(parts.len());
        for (i, p) in parts.iter().enumerate() {
            let later: Vec<&Expr> =
                parts.iter().skip(i + 1).map(|e| &**e).chain(then.iter().copied()).collect();
            key.push(match self.operand(p, &later) {
                Var::Word(r) => KeyPart::Word(r, word_kind(&p.ty).unwrap_or(Kind::Bool)),
                Var::Value(r) => KeyPart::Value(r),
                Var::None => continue,
            });
        }
        Self::pooled(&mut self.code.keys, key, &mut self.failed)
    }

    pub(super) fn index(&mut self, e: &ExprRef, base: &ExprRef, index: &[ExprRef], d: Var) {
        let later: Vec<&Expr> = index.iter().map(|i| &**i).collect();
        match (&base.ty, index) {
            (Type::Table(t), [one]) if by_pattern(t) && matches!(one.ty, Type::String) => {
                let t = self.operand_v(base, &later);
                let a = self.expr_v(one);
                self.through_value(d, |c, d| c.emit_at(e, Ins::Matching { d, t, a }));
            }
            (Type::Table(_), _) => {
                let t = self.operand_v(base, &later);
                let key = self.key(index);
                match d {
                    Var::Word(d) => self.emit_at(e, Ins::IndexW { d, t, key }),
                    Var::Value(d) => self.emit_at(e, Ins::IndexV { d, t, key }),
                    Var::None => {}
                }
            }
            (Type::Vector(_), [one]) if word_kind(&one.ty).is_some() => {
                let v = self.operand_v(base, &later);
                let i = self.expr_w(one);
                match d {
                    Var::Word(d) => self.emit_at(e, Ins::ElementW { d, v, i }),
                    Var::Value(d) => self.emit_at(e, Ins::ElementV { d, v, i }),
                    Var::None => {}
                }
            }
            (_, [one]) => self.generic2(e, Generic::Index(e.ty.clone()), base, one, d),
            _ => {}
        }
    }

    pub(super) fn contains(&mut self, e: &ExprRef, item: &[ExprRef], c: &ExprRef, d: Var, not: bool) {
        let Var::Word(w) = d else {
            let w = self.temp_w();
            self.contains(e, item, c, Var::Word(w), not);
            return self.move_to(Var::Word(w), d, &e.ty);
        };
        match (&c.ty, item) {
            (Type::Table(_), _) => {
                let key = self.key_before(item, &[c]);
                let t = self.expr_v(c);
                self.emit_at(e, Ins::InTable { d: w, t, key });
            }
            (_, [one]) => self.generic2(e, Generic::In, one, c, Var::Word(w)),
            _ => {}
        }
        if not {
            self.emit(Ins::Not { d: w, a: w });
        }
    }

    pub(super) fn record(&mut self, e: &ExprRef, fields: &[(u32, ExprRef)], d: R) {
        let Type::Record(ty) = &e.ty else { return };
        // Fields may read the old value of `d`, so the new record is moved there last.
        let to = self.temp_v();
        let given: Rc<[u32]> = fields.iter().map(|f| f.0).collect();
        let values: Vec<Var> = fields
            .iter()
            .enumerate()
            .map(|(i, (_, v))| {
                let later: Vec<&Expr> = fields.iter().skip(i + 1).map(|f| &*f.1).collect();
                self.operand(v, &later)
            })
            .collect();
        let spec = Self::pooled(&mut self.code.records, (ty.clone(), given), &mut self.failed);
        self.emit_at(e, Ins::NewRecord { d: to, spec });
        for ((f, v), at) in fields.iter().zip(values) {
            self.set_field(to, *f, at, &v.ty);
        }
        self.emit(Ins::TakeV { d, a: to });
    }

    pub(super) fn table(
        &mut self,
        e: &ExprRef,
        entries: &[(Vec<ExprRef>, ExprRef)],
        attrs: Option<&Rc<TableAttrs>>,
        d: R,
    ) {
        self.new_table(e, attrs, d);
        for (k, v) in entries {
            let tops = (self.w_top, self.v_top);
            let key = self.key_before(k, &[v]);
            let a = self.expr_v(v);
            self.emit_at(e, Ins::SetIndexV { t: d, key, a });
            (self.w_top, self.v_top) = tops;
        }
    }

    pub(super) fn set(
        &mut self,
        e: &ExprRef,
        entries: &[Vec<ExprRef>],
        attrs: Option<&Rc<TableAttrs>>,
        d: R,
    ) {
        self.new_table(e, attrs, d);
        for k in entries {
            let tops = (self.w_top, self.v_top);
            let key = self.key(k);
            self.emit_at(e, Ins::AddElement { t: d, key });
            (self.w_top, self.v_top) = tops;
        }
    }

    pub(super) fn vector(&mut self, e: &ExprRef, items: &[ExprRef], d: R) {
        let Type::Vector(ty) = &e.ty else { return };
        let row: Vec<&ExprRef> = items.iter().collect();
        let first = self.boxed_row(&row);
        let op = self.generic(Generic::VectorOf(ty.clone()));
        self.emit_at(e, Ins::OpN { d, first, n: row.len() as R, op });
    }

    /// Compiles `base[low:high]`; either end may be missing.
    pub(super) fn slice(
        &mut self,
        e: &ExprRef,
        base: &ExprRef,
        low: Option<&ExprRef>,
        high: Option<&ExprRef>,
        d: Var,
    ) {
        let mut row = vec![base];
        row.extend(low);
        row.extend(high);
        let first = self.boxed_row(&row);
        self.generic_n(e, Generic::Slice(low.is_some(), high.is_some()), first, row.len() as R, d);
    }

    pub(super) fn set_field(&mut self, r: R, f: u32, at: Var, ty: &Type) {
        match at {
            Var::Word(a) => {
                let kind = word_kind(ty).unwrap_or(Kind::Bool);
                let kind = self.kind(&kind);
                self.emit(Ins::SetFieldW { r, f: f as R, a, kind });
            }
            Var::Value(a) => self.emit(Ins::SetFieldV { r, f: f as R, a }),
            Var::None => {}
        }
    }

    pub(super) fn new_table(&mut self, e: &ExprRef, attrs: Option<&Rc<TableAttrs>>, d: R) {
        let Type::Table(t) = &e.ty else { return };
        let meta = Rc::new(TableMeta::new(t.clone(), attrs.cloned()));
        let meta = Self::pooled(&mut self.code.metas, meta, &mut self.failed);
        self.emit(Ins::NewTable { d, meta });
        self.local_default(e, attrs, d);
    }

    /// Computes a `&default` that captures variables of this body: thunks have no access to them.
    pub(super) fn local_default(&mut self, e: &ExprRef, attrs: Option<&Rc<TableAttrs>>, t: R) {
        let Some(id) = attrs.and_then(|a| a.default.or(a.default_insert)) else { return };
        let Some(thunk) = self.program.thunks.get(id.0 as usize) else { return };
        let default = thunk.expr.clone();
        if names_frame(&default) {
            let a = self.expr_v(&default);
            self.emit_at(e, Ins::SetDefault { t, a });
        }
    }
}

fn by_pattern(t: &TableType) -> bool {
    matches!(&t.index[..], [Type::Pattern])
}
