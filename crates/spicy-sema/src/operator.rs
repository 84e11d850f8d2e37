//! Operators.
use crate::check::Checker;
use crate::expr::make;
use crate::fold::fold;
use crate::hir::{Cmp, Const, Convert, Ex, IntOp, Kind, Op};
use crate::types::{Ty, Type};
use spicy_syntax::Span;
use spicy_syntax::ast::{Expr, ExprKind};

fn int_op(op: &str) -> Option<IntOp> {
    Some(match op {
        "+" => IntOp::Add,
        "-" => IntOp::Sub,
        "*" => IntOp::Mul,
        "/" => IntOp::Div,
        "%" => IntOp::Mod,
        "**" => IntOp::Pow,
        "&" => IntOp::And,
        "|" => IntOp::Or,
        "^" => IntOp::Xor,
        "<<" => IntOp::Shl,
        ">>" => IntOp::Shr,
        _ => return None,
    })
}

fn comparison(op: &str) -> Option<Cmp> {
    Some(match op {
        "==" => Cmp::Eq,
        "!=" => Cmp::Ne,
        "<" => Cmp::Lt,
        "<=" => Cmp::Le,
        ">" => Cmp::Gt,
        ">=" => Cmp::Ge,
        _ => return None,
    })
}

impl Checker<'_> {
    pub(crate) fn unary(&mut self, op: &str, of: &Expr, span: Span) -> Ex {
        match op {
            "!" => {
                let ex = self.condition(of, span, "operand of '!' must be of type bool");
                make(Kind::Not(ex), Ty::BOOL, span)
            }
            "*" => self.dereference(of, span),
            "++" | "--" => self.step(of, if op == "++" { "++" } else { "--" }, false, span),
            _ => {
                let ex = self.expr(of);
                let ex = self.deref(ex);
                self.sign(op, ex, span)
            }
        }
    }

    fn sign(&mut self, op: &str, ex: Ex, span: Span) -> Ex {
        let ty = self.program.types.get(ex.ty).clone();
        match (op, &*ex.kind, ty) {
            (_, _, Type::Unknown) => self.bad(span),
            ("+", Kind::Const(Const::Uint(n)), _) => match i64::try_from(*n) {
                Ok(n) => make(Kind::Const(Const::Int(n)), Ty::INT64, span),
                Err(_) => ex,
            },
            ("+", _, Type::Int { .. } | Type::Real) => Ex { span, mutable: false, ..ex },
            ("-", Kind::Const(Const::Uint(n)), _) => {
                if *n > 1 << 63 {
                    self.error(span, "integer value out of range");
                }
                make(Kind::Const(Const::Int((*n as i64).wrapping_neg())), Ty::INT64, span)
            }
            ("-", Kind::Const(Const::Int(n)), _) => {
                make(Kind::Const(Const::Int(n.wrapping_neg())), ex.ty, span)
            }
            ("-", Kind::Const(Const::Real(r)), _) => make(Kind::Const(Const::Real(-r)), Ty::REAL, span),
            ("-", _, Type::Int { signed, bits }) => {
                let ty = if signed { ex.ty } else { crate::types::Types::int(true, bits) };
                make(Kind::Neg(ex), ty, span)
            }
            ("-", _, Type::Real) => make(Kind::Neg(ex), Ty::REAL, span),
            ("~", _, Type::Int { signed: false, .. }) => {
                let ty = ex.ty;
                make(Kind::Native { op: Op::BitNot, args: vec![ex] }, ty, span)
            }
            _ => {
                let name = self.type_name(ex.ty);
                self.error(span, format!("unsupported operator: {op} <{name}>"));
                self.bad(span)
            }
        }
    }

    fn dereference(&mut self, of: &Expr, span: Span) -> Ex {
        let ex = self.expr(of);
        match *self.program.types.get(ex.ty) {
            Type::Ref(inner) => Ex { mutable: true, ..make(Kind::Deref(ex), inner, span) },
            Type::Optional(inner) | Type::Result(inner) => {
                let mutable = ex.mutable;
                Ex { mutable, ..make(Kind::Deref(ex), inner, span) }
            }
            Type::Iter(over) => {
                let element = self.program.types.element(over).unwrap_or(Ty::UNKNOWN);
                make(Kind::Native { op: Op::IterDeref, args: vec![ex] }, element, span)
            }
            Type::Unknown => ex,
            _ => {
                let name = self.type_name(ex.ty);
                self.error(span, format!("unsupported operator: *<{name}>"));
                self.bad(span)
            }
        }
    }

    /// Checks `++` and `--`, prefix or postfix.
    pub(crate) fn step(&mut self, of: &Expr, op: &str, postfix: bool, span: Span) -> Ex {
        let target = self.expr(of);
        let target = self.deref(target);
        let ty = target.ty;
        let old = self.cx.temp(ty);
        let now = make(Kind::Local(old), ty, span);
        let value = match self.program.types.get(ty).clone() {
            Type::Int { signed, .. } => {
                let one = make(Kind::Const(if signed { Const::Int(1) } else { Const::Uint(1) }), ty, span);
                make(
                    Kind::Int { op: if op == "++" { IntOp::Add } else { IntOp::Sub }, a: now, b: one },
                    ty,
                    span,
                )
            }
            Type::Iter(_) if op == "++" => {
                let one = make(Kind::Const(Const::Uint(1)), Ty::UINT64, span);
                make(Kind::Native { op: Op::IterAdvance, args: vec![now, one] }, ty, span)
            }
            Type::Unknown => return self.bad(span),
            _ => {
                let name = self.type_name(ty);
                self.error(span, format!("unsupported operator: <{name}>{op}"));
                return self.bad(span);
            }
        };
        self.check_assignable(&target, of, span, op);
        make(Kind::Update { target, old, value, gives_old: postfix }, ty, span)
    }

    fn check_assignable(&mut self, target: &Ex, text: &Expr, span: Span, op: &str) {
        if !target.mutable && target.ty != Ty::UNKNOWN {
            self.error(span, format!("cannot assign to constant expression: {text} {op} …"));
        }
    }

    pub(crate) fn binary(&mut self, op: &str, a: &Expr, b: &Expr, span: Span) -> Ex {
        match op {
            "&&" | "||" => {
                let a = self.condition(a, a.span, "operand must be of type bool");
                let b = self.condition(b, b.span, "operand must be of type bool");
                make(if op == "&&" { Kind::And(a, b) } else { Kind::Or(a, b) }, Ty::BOOL, span)
            }
            "in" | "!in" => self.contains(a, b, op == "!in", span),
            "%" if self.is_format(a) => self.format(a, b, span),
            _ => {
                let (a, b) = (self.expr(a), self.expr(b));
                self.binary_values(op, a, b, span)
            }
        }
    }

    fn is_format(&mut self, a: &Expr) -> bool {
        self.attempt(|c| c.expr(a)).0.ty == Ty::STR
    }

    fn format(&mut self, a: &Expr, b: &Expr, span: Span) -> Ex {
        let format = self.expr(a);
        let items: Vec<Ex> = match &*b.kind {
            ExprKind::Tuple(items) => items.iter().map(|i| self.expr(i)).collect(),
            _ => vec![self.expr(b)],
        };
        let mut args = vec![format];
        args.extend(items.into_iter().map(|i| self.as_any(i)));
        make(Kind::Native { op: Op::StrFormat, args }, Ty::STR, span)
    }

    pub(crate) fn as_any(&mut self, ex: Ex) -> Ex {
        let span = ex.span;
        make(Kind::Convert { how: Convert::ToAny, of: ex }, Ty::ANY, span)
    }

    pub(crate) fn binary_values(&mut self, op: &str, a: Ex, b: Ex, span: Span) -> Ex {
        if a.ty == Ty::UNKNOWN || b.ty == Ty::UNKNOWN {
            // Empty containers have no element type and can be compared with any container.
            if let Some(cmp) = comparison(op) {
                return make(Kind::Compare { op: cmp, a, b }, Ty::BOOL, span);
            }
            return self.bad(span);
        }
        // Two references are equal if they refer to the same object. All other operators apply to the object.
        let refs = |c: &Self, t: Ty| matches!(c.program.types.get(t), Type::Ref(_) | Type::Null);
        if let Some(cmp @ (Cmp::Eq | Cmp::Ne)) = comparison(op)
            && refs(self, a.ty)
            && refs(self, b.ty)
        {
            return make(Kind::Compare { op: cmp, a, b }, Ty::BOOL, span);
        }
        let (a, b) = (self.deref(a), self.deref(b));
        if let Some(cmp) = comparison(op) {
            return self.compare(op, cmp, a, b, span);
        }
        if let Some(done) = self.typed_operator(op, &a, &b, span) {
            return done;
        }
        self.unsupported(op, &a, &b, span)
    }

    fn unsupported(&mut self, op: &str, a: &Ex, b: &Ex, span: Span) -> Ex {
        let (x, y) = (self.type_name(a.ty), self.type_name(b.ty));
        self.error(span, format!("unsupported operator: <{x}> {op} <{y}>"));
        self.bad(span)
    }

    fn compare(&mut self, name: &str, op: Cmp, a: Ex, b: Ex, span: Span) -> Ex {
        let (x, y) = (self.program.types.get(a.ty).clone(), self.program.types.get(b.ty).clone());
        let bytes = |ex: Ex| make(Kind::Native { op: Op::ViewToBytes, args: vec![ex] }, Ty::BYTES, span);
        let (a, b) = match (&x, &y) {
            (Type::View, Type::Bytes | Type::View) => (bytes(a), if y == Type::View { bytes(b) } else { b }),
            (Type::Bytes, Type::View) => (a, bytes(b)),
            (Type::Unit(_), _) | (_, Type::Unit(_)) => return self.unsupported(name, &a, &b, span),
            _ => match self.unify(a, b) {
                Ok((_, a, b)) => (a, b),
                Err((a, b)) => return self.unsupported(name, &a, &b, span),
            },
        };
        let ordered = matches!(
            self.program.types.get(a.ty),
            Type::Int { .. }
                | Type::Real
                | Type::Bytes
                | Type::Str
                | Type::Time
                | Type::Interval
                | Type::Iter(_)
        );
        if !ordered && !matches!(op, Cmp::Eq | Cmp::Ne) {
            return self.unsupported(name, &a, &b, span);
        }
        make(Kind::Compare { op, a, b }, Ty::BOOL, span)
    }

    fn typed_operator(&mut self, op: &str, a: &Ex, b: &Ex, span: Span) -> Option<Ex> {
        let (x, y) = (self.program.types.get(a.ty).clone(), self.program.types.get(b.ty).clone());
        let native = |o: Op, a: &Ex, b: &Ex, ty: Ty| {
            Some(make(Kind::Native { op: o, args: vec![a.clone(), b.clone()] }, ty, span))
        };
        let whole = |c: &mut Self, e: &Ex| c.try_coerce(e.clone(), Ty::UINT64);
        match (&x, op, &y) {
            (Type::Int { .. }, _, Type::Int { .. }) => {
                self.int_operator(int_op(op)?, a.clone(), b.clone(), span)
            }
            (Type::Real, _, Type::Real)
            | (Type::Int { .. }, _, Type::Real)
            | (Type::Real, _, Type::Int { .. }) => {
                let o = int_op(op).filter(|o| {
                    !matches!(o, IntOp::And | IntOp::Or | IntOp::Xor | IntOp::Shl | IntOp::Shr)
                })?;
                if let (Type::Int { .. }, Type::Real, true) = (&x, &y, op == "*") {
                    let a = self.try_coerce(a.clone(), Ty::REAL)?;
                    return Some(make(Kind::Real { op: o, a, b: b.clone() }, Ty::REAL, span));
                }
                let (a, b) = (self.try_coerce(a.clone(), Ty::REAL)?, self.try_coerce(b.clone(), Ty::REAL)?);
                Some(make(Kind::Real { op: o, a, b }, Ty::REAL, span))
            }
            (Type::Bool, "&" | "|" | "^", Type::Bool) => {
                let kind = match op {
                    "&" => Kind::And(a.clone(), b.clone()),
                    "|" => Kind::Or(a.clone(), b.clone()),
                    _ => Kind::Compare { op: Cmp::Ne, a: a.clone(), b: b.clone() },
                };
                Some(make(kind, Ty::BOOL, span))
            }
            (Type::Bytes, "+", Type::Bytes) => native(Op::BytesSum, a, b, Ty::BYTES),
            (Type::Str, "+", Type::Str) => native(Op::StrSum, a, b, Ty::STR),
            (Type::Time, "+", Type::Interval) => native(Op::TimeAdd, a, b, Ty::TIME),
            (Type::Interval, "+", Type::Time) => native(Op::TimeAdd, b, a, Ty::TIME),
            (Type::Time, "-", Type::Interval) => native(Op::TimeSub, a, b, Ty::TIME),
            (Type::Time, "-", Type::Time) => native(Op::TimeDiff, a, b, Ty::INTERVAL),
            (Type::Interval, "+", Type::Interval) => native(Op::IntervalAdd, a, b, Ty::INTERVAL),
            (Type::Interval, "-", Type::Interval) => native(Op::IntervalSub, a, b, Ty::INTERVAL),
            (Type::Interval, "*", Type::Real) => native(Op::IntervalMulReal, a, b, Ty::INTERVAL),
            (Type::Real, "*", Type::Interval) => native(Op::IntervalMulReal, b, a, Ty::INTERVAL),
            (Type::Interval, "*", Type::Int { .. }) => {
                let b = whole(self, b)?;
                native(Op::IntervalMulInt, a, &b, Ty::INTERVAL)
            }
            (Type::Int { .. }, "*", Type::Interval) => {
                let a = whole(self, a)?;
                native(Op::IntervalMulInt, b, &a, Ty::INTERVAL)
            }
            (Type::Iter(_), "+", Type::Int { .. }) => {
                let b = whole(self, b)?;
                native(Op::IterAdvance, a, &b, a.ty)
            }
            (Type::Int { .. }, "+", Type::Iter(_)) => {
                let a = whole(self, a)?;
                native(Op::IterAdvance, b, &a, b.ty)
            }
            (Type::Iter(_), "-", Type::Iter(_)) => native(Op::IterDifference, a, b, Ty::INT64),
            (Type::Vector(_) | Type::List(_), "+", Type::Vector(_) | Type::List(_)) => {
                let (ty, a, b) = self.unify(a.clone(), b.clone()).ok()?;
                native(Op::VectorSum, &a, &b, ty)
            }
            _ => None,
        }
    }

    fn int_operator(&mut self, op: IntOp, a: Ex, b: Ex, span: Span) -> Option<Ex> {
        let (ty, a, b) = match op {
            // The shift count's width does not affect the value's width.
            IntOp::Shl | IntOp::Shr => (a.ty, a, b),
            _ => self.unify(a, b).ok()?,
        };
        let Type::Int { signed, .. } = *self.program.types.get(ty) else { return None };
        if signed && matches!(op, IntOp::And | IntOp::Or | IntOp::Xor | IntOp::Shl | IntOp::Shr) {
            return None;
        }
        if let (Kind::Const(x), Kind::Const(y)) = (&*a.kind, &*b.kind)
            && let Some(value) = fold(op, x, y)
        {
            let folded = make(Kind::Const(value), if signed { Ty::INT64 } else { Ty::UINT64 }, span);
            if let Some(fits) = self.try_coerce(folded, ty) {
                return Some(Ex { span, ..fits });
            }
        }
        Some(make(Kind::Int { op, a, b }, ty, span))
    }

    fn contains(&mut self, a: &Expr, b: &Expr, negated: bool, span: Span) -> Ex {
        let (a, b) = (self.expr(a), self.expr(b));
        let (a, b) = (self.deref(a), self.deref(b));
        let name = if negated { "!in" } else { "in" };
        let found = match self.program.types.get(b.ty).clone() {
            Type::Set(k) => self.try_coerce(a.clone(), k).map(|a| (Op::SetIn, a)),
            Type::Map(k, _) => self.try_coerce(a.clone(), k).map(|a| (Op::MapIn, a)),
            Type::Bytes if a.ty == Ty::BYTES => Some((Op::BytesIn, a.clone())),
            Type::Bytes if a.ty == Ty::VIEW => Some((
                Op::BytesIn,
                make(Kind::Native { op: Op::ViewToBytes, args: vec![a.clone()] }, Ty::BYTES, span),
            )),
            Type::View if a.ty == Ty::BYTES => Some((Op::ViewIn, a.clone())),
            Type::Vector(t) | Type::List(t) => self.try_coerce(a.clone(), t).map(|a| (Op::VectorIn, a)),
            Type::Network if a.ty == Ty::ADDR => Some((Op::NetIn, a.clone())),
            Type::Unknown => return self.bad(span),
            _ => None,
        };
        let Some((op, a)) = found else { return self.unsupported(name, &a, &b, span) };
        let ex = make(Kind::Native { op, args: vec![a, b] }, Ty::BOOL, span);
        if negated { make(Kind::Not(ex), Ty::BOOL, span) } else { ex }
    }

    pub(crate) fn assign(&mut self, op: &str, target: &Expr, value: &Expr, span: Span) -> Ex {
        if let (ExprKind::Tuple(items), "=") = (&*target.kind, op) {
            return self.assign_tuple(items, value, span);
        }
        let to = self.expr(target);
        // If the new value is a reference or null, the reference itself is assigned.
        if op == "=" {
            let ex = self.expr_hint(value, Some(to.ty));
            let (to, ex) = match self.try_coerce(ex.clone(), to.ty) {
                Some(fits) => (to, fits),
                None => {
                    let inner = self.deref(to.clone());
                    match self.try_coerce(ex.clone(), inner.ty) {
                        Some(fits) if inner.ty != to.ty => (inner, fits),
                        _ => {
                            self.cannot_coerce(&ex, value, to.ty, span);
                            return self.bad(span);
                        }
                    }
                }
            };
            if !to.mutable && to.ty != Ty::UNKNOWN {
                self.error(span, format!("cannot assign to constant expression: {target} = {value}"));
            }
            let ty = to.ty;
            return make(Kind::Assign { target: to, value: ex }, ty, span);
        }
        let to = self.deref(to);
        self.check_assignable(&to, target, span, op);
        self.update(op.trim_end_matches('='), to, value, span)
    }

    fn assign_tuple(&mut self, items: &[Expr], value: &Expr, span: Span) -> Ex {
        let targets: Vec<Ex> = items.iter().map(|i| self.expr(i)).collect();
        for (t, text) in targets.iter().zip(items) {
            self.check_assignable(t, text, span, "=");
        }
        let ty = self.tuple_of(&targets);
        let value = self.expr_to(value, ty, span);
        make(Kind::AssignTuple { targets, value }, ty, span)
    }

    /// Checks `target op= value`.
    fn update(&mut self, op: &str, target: Ex, value: &Expr, span: Span) -> Ex {
        let ty = target.ty;
        let added = self.expr_hint(value, Some(ty));
        let added = self.deref(added);
        let native = |o: Op, args: Vec<Ex>, t: Ty| make(Kind::Native { op: o, args }, t, span);
        let old = self.cx.temp(ty);
        let now = make(Kind::Local(old), ty, span);
        let new = match (self.program.types.get(ty).clone(), self.program.types.get(added.ty).clone()) {
            (Type::Bytes, Type::Int { .. }) if op == "+" => {
                let byte = self.try_coerce(added.clone(), Ty::UINT8);
                byte.map(|b| native(Op::BytesAppendByte, vec![now, b], ty))
            }
            (Type::Bytes, Type::View) if op == "+" => {
                Some(native(Op::BytesAppendView, vec![now, added.clone()], ty))
            }
            (Type::Bytes, Type::Bytes) if op == "+" => {
                Some(native(Op::BytesAppend, vec![now, added.clone()], ty))
            }
            (Type::Stream, Type::Bytes) if op == "+" => {
                Some(native(Op::StreamAppend, vec![now, added.clone()], ty))
            }
            (Type::Stream, Type::View | Type::Stream) if op == "+" => {
                Some(native(Op::StreamAppendView, vec![now, added.clone()], ty))
            }
            (Type::Vector(_), _) if op == "+" => {
                let fits = self.try_coerce(added.clone(), ty);
                fits.map(|v| native(Op::VectorAppend, vec![now, v], ty))
            }
            (Type::Unknown, _) => return self.bad(span),
            _ => {
                let ex = self.binary_values(op, now, added.clone(), span);
                match self.try_coerce(ex.clone(), ty) {
                    Some(fits) => Some(fits),
                    // Wider values are checked at run time.
                    None => matches!(self.program.types.get(ex.ty), Type::Int { .. })
                        .then(|| make(Kind::Convert { how: Convert::IntChecked, of: ex }, ty, span)),
                }
            }
        };
        match new {
            Some(value) => make(Kind::Update { target, old, value, gives_old: false }, ty, span),
            None => self.unsupported(&format!("{op}="), &target, &added, span),
        }
    }

    /// Checks `|x|`.
    pub(crate) fn size(&mut self, of: &Expr, span: Span) -> Ex {
        let ex = self.expr(of);
        let ex = self.deref(ex);
        let op = match self.program.types.get(ex.ty) {
            Type::Bytes => Op::BytesSize,
            Type::Str => Op::StrSize,
            Type::Vector(_) | Type::List(_) => Op::VectorSize,
            Type::Set(_) => Op::SetSize,
            Type::Map(..) => Op::MapSize,
            Type::Stream => Op::StreamSize,
            Type::View => Op::ViewSize,
            Type::Sink => Op::SinkSize,
            Type::Unknown => return self.bad(span),
            _ => {
                let name = self.type_name(ex.ty);
                self.error(span, format!("unsupported operator: |<{name}>|"));
                return self.bad(span);
            }
        };
        make(Kind::Native { op, args: vec![ex] }, Ty::UINT64, span)
    }

    /// Checks `begin(x)` and `end(x)`.
    pub(crate) fn iterator(&mut self, op: Op, of: &Expr, span: Span) -> Ex {
        let ex = self.expr(of);
        let ex = self.deref(ex);
        let over = match self.program.types.get(ex.ty) {
            Type::View => Ty::STREAM,
            _ => ex.ty,
        };
        if self.program.types.element(over).is_none() && ex.ty != Ty::UNKNOWN {
            let name = self.type_name(ex.ty);
            self.error(span, format!("type '{name}' has no iterators"));
        }
        let ty = self.program.types.of(Type::Iter(over));
        make(Kind::Native { op, args: vec![ex] }, ty, span)
    }
}
