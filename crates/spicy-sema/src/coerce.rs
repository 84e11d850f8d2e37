//! Implicit conversions.
use crate::check::{Checker, Dollar};
use crate::hir::{Const, Convert, Ex, Kind, Thunk};
use crate::types::{Ty, Type};
use spicy_syntax::{Span, ast};

/// Whether an integer of this magnitude converts to `real` without loss.
fn exact(magnitude: u64) -> bool {
    magnitude == 0 || 64 - magnitude.leading_zeros() - magnitude.trailing_zeros() <= 53
}

fn fits(value: i128, signed: bool, bits: u8) -> bool {
    let (low, high) = if signed {
        (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1)
    } else {
        (0, (1_i128 << bits) - 1)
    };
    (low..=high).contains(&value)
}

impl Checker<'_> {
    /// Checks an expression and converts it to a type. An error is reported at `at`.
    pub(crate) fn expr_to(&mut self, e: &ast::Expr, to: Ty, at: Span) -> Ex {
        let ex = self.expr_hint(e, Some(to));
        if ex.ty == to {
            return ex;
        }
        match self.try_coerce(ex.clone(), to) {
            Some(fits) => fits,
            None => {
                self.cannot_coerce(&ex, e, to, at);
                Ex { ty: to, ..ex }
            }
        }
    }

    /// Like [`Self::expr_to`], but returns a separate thunk.
    pub(crate) fn thunk_to(&mut self, e: &ast::Expr, to: Ty, at: Span) -> Thunk {
        let module = self.cx.module;
        let mut cx = crate::check::Cx::new(module);
        cx.unit = self.cx.unit;
        cx.dollar = match self.cx.dollar {
            Dollar::Local(_, ty) => Dollar::Is(ty),
            other => other,
        };
        cx.captures = self.cx.captures;
        cx.no_self = self.cx.no_self;
        let (ex, cx) = self.within(cx, |c| if to == Ty::UNKNOWN { c.expr(e) } else { c.expr_to(e, to, at) });
        Thunk { locals: cx.locals, ex }
    }

    pub(crate) fn cannot_coerce(&mut self, ex: &Ex, e: &ast::Expr, to: Ty, at: Span) {
        let (from, to) = (self.type_name(ex.ty), self.type_name(to));
        self.error(at, format!("cannot coerce expression '{e}' of type '{from}' to type '{to}'"));
    }

    /// Checks a condition: a value of any type that converts to bool.
    pub(crate) fn condition(&mut self, e: &ast::Expr, at: Span, message: &str) -> Ex {
        let ex = self.expr(e);
        match self.try_coerce(ex.clone(), Ty::BOOL) {
            Some(b) => b,
            None => {
                let name = self.type_name(ex.ty);
                self.error(at, format!("{message}, but is of type {name}"));
                ex
            }
        }
    }

    fn convert(&self, how: Convert, of: Ex, ty: Ty) -> Ex {
        let span = of.span;
        Ex { kind: Box::new(Kind::Convert { how, of }), ty, span, mutable: false }
    }

    fn constant(&self, like: &Ex, value: Const, ty: Ty) -> Ex {
        Ex { kind: Box::new(Kind::Const(value)), ty, span: like.span, mutable: false }
    }

    /// Converts an expression implicitly to a type, if possible.
    pub(crate) fn try_coerce(&mut self, ex: Ex, to: Ty) -> Option<Ex> {
        if ex.ty == to || ex.ty == Ty::UNKNOWN || to == Ty::UNKNOWN {
            return Some(ex);
        }
        let (from, target) = (self.program.types.get(ex.ty).clone(), self.program.types.get(to).clone());
        if let Type::Ref(inner) = from {
            return self.coerce_ref(ex, inner, to, &target);
        }
        match (&from, &target) {
            (_, Type::Any) => Some(self.convert(Convert::ToAny, ex, to)),
            (Type::Int { .. }, Type::Int { signed, bits }) => self.coerce_int(ex, *signed, *bits, to),
            (Type::Int { .. }, Type::Real) => match &*ex.kind {
                Kind::Const(Const::Uint(n)) => {
                    exact(*n).then(|| self.constant(&ex, Const::Real(*n as f64), to))
                }
                Kind::Const(Const::Int(n)) => {
                    exact(n.unsigned_abs()).then(|| self.constant(&ex, Const::Real(*n as f64), to))
                }
                _ => None,
            },
            (
                Type::Int { .. }
                | Type::Enum(_)
                | Type::Optional(_)
                | Type::Result(_)
                | Type::Null
                | Type::Error,
                Type::Bool,
            ) => Some(self.convert(Convert::ToBool, ex, to)),
            (Type::Null, Type::Optional(_) | Type::Ref(_) | Type::Result(Ty::VOID)) => {
                Some(self.constant(&ex, Const::Null, to))
            }
            (Type::Optional(_), Type::Optional(_)) if matches!(*ex.kind, Kind::Const(_)) => None,
            (_, Type::Optional(inner)) => {
                let ex = self.try_coerce(ex, *inner)?;
                Some(self.convert(Convert::ToOptional, ex, to))
            }
            (Type::Error, Type::Result(_)) => Some(Ex { ty: to, ..ex }),
            (Type::Result(_), Type::Result(_)) => None,
            (_, Type::Result(inner)) => {
                let ex = self.try_coerce(ex, *inner)?;
                Some(self.convert(Convert::ToResult, ex, to))
            }
            (Type::Unit(_), Type::Ref(inner)) if ex.ty == *inner => Some(Ex { ty: to, ..ex }),
            (Type::Sink, Type::Ref(Ty::SINK)) => Some(Ex { ty: to, ..ex }),
            (Type::List(_) | Type::Vector(_), Type::Vector(e) | Type::List(e)) => {
                self.coerce_elements(ex, *e, to)
            }
            (Type::List(_), Type::Set(e)) => {
                let ex = self.coerce_elements(ex, *e, to)?;
                Some(match *ex.kind {
                    Kind::Vector(items) => Ex { kind: Box::new(Kind::Set(items)), ..ex },
                    _ => self.convert(Convert::ToSet, ex, to),
                })
            }
            (Type::Set(_), Type::Set(e)) => self.coerce_elements(ex, *e, to),
            (Type::Map(..), Type::Map(k, v)) => self.coerce_map(ex, *k, *v, to),
            (Type::Tuple(_), Type::Tuple(items)) => {
                self.coerce_tuple(ex, &items.iter().map(|i| i.1).collect::<Vec<_>>(), to)
            }
            (Type::StructLiteral(names), Type::Struct(_) | Type::Unit(_)) => {
                self.coerce_struct(ex, names, &target, to)
            }
            (Type::Bytes, Type::Stream) => Some(self.convert(Convert::BytesToStream, ex, to)),
            (Type::Stream, Type::View) => Some(self.convert(Convert::ToView, ex, to)),
            (Type::View, Type::Bytes) => None,
            (Type::Int { .. }, Type::Bitfield(_)) if matches!(*ex.kind, Kind::Const(_)) => {
                Some(self.convert(Convert::UintToBitfield, ex, to))
            }
            _ => None,
        }
    }

    /// Converts a reference to its target.
    fn coerce_ref(&mut self, ex: Ex, inner: Ty, to: Ty, target: &Type) -> Option<Ex> {
        match target {
            Type::Bool => Some(self.convert(Convert::ToBool, ex, to)),
            Type::Ref(_) => None,
            // A new object must stay a reference.
            _ if matches!(*ex.kind, Kind::Ref(_)) => None,
            Type::Any => Some(self.convert(Convert::ToAny, ex, to)),
            Type::Optional(i) if *i == ex.ty => Some(self.convert(Convert::ToOptional, ex, to)),
            _ => {
                let span = ex.span;
                let value = Ex { kind: Box::new(Kind::Deref(ex)), ty: inner, span, mutable: true };
                self.try_coerce(value, to)
            }
        }
    }

    fn coerce_int(&mut self, ex: Ex, signed: bool, bits: u8, to: Ty) -> Option<Ex> {
        let value = match &*ex.kind {
            Kind::Const(Const::Uint(n)) => i128::from(*n),
            Kind::Const(Const::Int(n)) => i128::from(*n),
            Kind::Ternary(c, a, b) => {
                let (a, b) = (
                    self.coerce_int(a.clone(), signed, bits, to)?,
                    self.coerce_int(b.clone(), signed, bits, to)?,
                );
                let kind = Box::new(Kind::Ternary(c.clone(), a, b));
                return Some(Ex { kind, ty: to, span: ex.span, mutable: false });
            }
            _ => {
                let Type::Int { signed: s, bits: b } = *self.program.types.get(ex.ty) else {
                    return Some(Ex { ty: to, ..ex });
                };
                if s == signed && b <= bits {
                    return Some(Ex { ty: to, mutable: false, ..ex });
                }
                return (!s && signed && b < bits).then(|| self.convert(Convert::IntChecked, ex, to));
            }
        };
        fits(value, signed, bits).then(|| {
            let c = if signed { Const::Int(value as i64) } else { Const::Uint(value as u64) };
            self.constant(&ex, c, to)
        })
    }

    fn coerce_elements(&mut self, ex: Ex, element: Ty, to: Ty) -> Option<Ex> {
        let from = match *self.program.types.get(ex.ty) {
            Type::List(t) | Type::Vector(t) | Type::Set(t) => t,
            _ => return None,
        };
        match *ex.kind {
            Kind::Vector(items) => {
                let items =
                    items.into_iter().map(|i| self.try_coerce(i, element)).collect::<Option<Vec<_>>>()?;
                Some(Ex { kind: Box::new(Kind::Vector(items)), ty: to, ..ex })
            }
            Kind::Set(items) => {
                let items =
                    items.into_iter().map(|i| self.try_coerce(i, element)).collect::<Option<Vec<_>>>()?;
                Some(Ex { kind: Box::new(Kind::Set(items)), ty: to, ..ex })
            }
            Kind::Comprehension { var, over, what, condition } => {
                let what = self.try_coerce(what, element)?;
                Some(Ex { kind: Box::new(Kind::Comprehension { var, over, what, condition }), ty: to, ..ex })
            }
            kind if from == element || from == Ty::UNKNOWN => Some(Ex { kind: Box::new(kind), ty: to, ..ex }),
            _ => None,
        }
    }

    fn coerce_map(&mut self, ex: Ex, key: Ty, value: Ty, to: Ty) -> Option<Ex> {
        match *ex.kind {
            Kind::Map(pairs) => {
                let pairs = pairs
                    .into_iter()
                    .map(|(k, v)| Some((self.try_coerce(k, key)?, self.try_coerce(v, value)?)))
                    .collect::<Option<Vec<_>>>()?;
                Some(Ex { kind: Box::new(Kind::Map(pairs)), ty: to, ..ex })
            }
            _ => None,
        }
    }

    fn coerce_tuple(&mut self, ex: Ex, to_items: &[Ty], to: Ty) -> Option<Ex> {
        let Type::Tuple(from) = self.program.types.get(ex.ty).clone() else { return None };
        if from.len() != to_items.len() {
            return None;
        }
        if let Kind::Tuple(items) = *ex.kind {
            let items = items
                .into_iter()
                .zip(to_items)
                .map(|(i, t)| self.try_coerce(i, *t))
                .collect::<Option<Vec<_>>>()?;
            return Some(Ex { kind: Box::new(Kind::Tuple(items)), ty: to, ..ex });
        }
        if from.iter().zip(to_items).all(|(f, t)| f.1 == *t) {
            return Some(Ex { ty: to, ..ex });
        }
        // Converts item by item, which reads the expression several times.
        if !is_pure(&ex) {
            return None;
        }
        let span = ex.span;
        let mut items = Vec::new();
        for (i, (f, t)) in from.iter().zip(to_items).enumerate() {
            let kind = Kind::Field { of: ex.clone(), index: i as u32, attempt: false };
            let item = Ex { kind: Box::new(kind), ty: f.1, span, mutable: false };
            items.push(self.try_coerce(item, *t)?);
        }
        Some(Ex { kind: Box::new(Kind::Tuple(items)), ty: to, span, mutable: false })
    }

    fn coerce_struct(&mut self, ex: Ex, names: &[(String, Ty)], target: &Type, to: Ty) -> Option<Ex> {
        let Kind::Struct(values) = *ex.kind else { return None };
        let mut out = Vec::new();
        for ((name, _), (_, value)) in names.iter().zip(values) {
            let (index, ty) = match target {
                Type::Struct(s) => {
                    let i = self.program.structs[*s as usize].fields.iter().position(|f| f.name == *name)?;
                    (i as u32, self.program.structs[*s as usize].fields[i].ty)
                }
                Type::Unit(u) => {
                    let i = self.member_index(*u, name)?;
                    (i, self.member_type(*u, i))
                }
                _ => return None,
            };
            out.push((index, self.try_coerce(value, ty)?));
        }
        Some(Ex { kind: Box::new(Kind::Struct(out)), ty: to, span: ex.span, mutable: false })
    }
}

/// Whether evaluating an expression twice has the same effect as evaluating it once.
fn is_pure(ex: &Ex) -> bool {
    match &*ex.kind {
        Kind::Local(_)
        | Kind::Global(_)
        | Kind::UnitParam(_)
        | Kind::SelfUnit
        | Kind::Dollar
        | Kind::Const(_) => true,
        Kind::Field { of, .. } | Kind::Deref(of) => is_pure(of),
        _ => false,
    }
}
