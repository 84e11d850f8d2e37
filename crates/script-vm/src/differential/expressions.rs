//! Generates random expressions of a given type.
use super::generator::Generator;
use script_sema::tree::{BinOp, Callee, CmpOp, Coercion, ExprKind, ExprRef, GlobalId, LocalId, UnOp, VarRef};
use value::{Type, Value};

impl Generator {
    /// Picks a variable of a type: mostly a local, sometimes a global.
    pub(super) fn var(&mut self, t: &Type) -> ExprRef {
        let n = self.number_of(t);
        if self.dice.roll(4) == 0 {
            self.ex(ExprKind::Var(VarRef::Global(GlobalId(n)), format!("g{n}").into()), t.clone())
        } else {
            let l = n * 3 + if self.small { 0 } else { self.dice.roll(3) as u32 };
            self.ex(ExprKind::Var(VarRef::Local(LocalId(l)), format!("l{l}").into()), t.clone())
        }
    }

    pub(super) fn constant(&mut self, t: &Type) -> ExprRef {
        let small = self.dice.roll(6);
        let v = match t {
            Type::Count => Value::Count(if self.dice.roll(20) == 0 { u64::MAX } else { small }),
            Type::Int => Value::Int(small as i64 - 3),
            Type::Double => Value::Double(small as f64 / 2.0),
            Type::Bool => Value::Bool(small > 2),
            Type::String => Value::string(&b"abcabc"[..small as usize]),
            _ => return self.maker(t),
        };
        self.ex(ExprKind::Const(v), t.clone())
    }

    /// Generates a constructor.
    pub(super) fn maker(&mut self, t: &Type) -> ExprRef {
        let n = self.dice.roll(3);
        match t {
            Type::Table(_) if t.is_set() => {
                let items = (0..n).map(|_| vec![self.expr(&Type::Count)]).collect();
                self.ex(ExprKind::Set(items, None), t.clone())
            }
            Type::Table(_) => {
                let items = (0..n)
                    .map(|_| (vec![self.expr(&Type::String), self.expr(&Type::Count)], self.expr(&Type::Int)))
                    .collect();
                self.ex(ExprKind::Table(items, None), t.clone())
            }
            Type::Vector(_) => {
                let items = (0..n).map(|_| self.expr(&Type::Count)).collect();
                self.ex(ExprKind::Vector(items), t.clone())
            }
            _ => {
                let mut fields = vec![(0, self.expr(&Type::Count))];
                if n > 0 {
                    fields.push((2, self.expr(&Type::String)));
                }
                if n > 1 && self.number_of(t) == 8 {
                    fields.push((3, self.expr(&self.types()[9].clone())));
                }
                self.ex(ExprKind::Record(fields), t.clone())
            }
        }
    }

    pub(super) fn expr(&mut self, t: &Type) -> ExprRef {
        self.depth += 1;
        let e = if self.depth > 5 || self.dice.roll(4) == 0 {
            if self.dice.roll(3) == 0 { self.constant(t) } else { self.var(t) }
        } else {
            self.operation(t)
        };
        self.depth -= 1;
        e
    }

    pub(super) fn operation(&mut self, t: &Type) -> ExprRef {
        let roll = self.dice.roll(10);
        if roll == 0 {
            let (c, a, b) = (self.expr(&Type::Bool), self.expr(t), self.expr(t));
            return self.ex(ExprKind::Cond(c, a, b), t.clone());
        }
        if roll == 1 {
            let fits: Vec<_> = self
                .functions
                .iter()
                .filter(|f| f.2.same(t) && f.2.is_set() == t.is_set())
                .cloned()
                .collect();
            let pick = self.dice.roll(fits.len().max(1) as u64) as usize;
            if let Some((g, params, result)) = fits.get(pick) {
                let args = params.iter().map(|p| self.expr(p)).collect();
                let callee = Callee::Global(GlobalId(*g), format!("f{g}").into());
                return self.ex(ExprKind::Call(callee, args), result.clone());
            }
        }
        if roll == 2 {
            let (to, v) = (self.target(t), self.expr(t));
            return self.ex(ExprKind::Assign(to, v), t.clone());
        }
        match t {
            Type::Count | Type::Int | Type::Double => self.number(t),
            Type::Bool => self.condition(),
            Type::String if roll < 6 => {
                let (a, b) = (self.expr(t), self.expr(t));
                self.ex(ExprKind::Binary(BinOp::Add, a, b), t.clone())
            }
            Type::String => {
                let (s, i) = (self.expr(t), self.expr(&Type::Int));
                if roll == 6 {
                    let high = self.expr(&Type::Int);
                    return self.ex(ExprKind::Slice(s, Some(i), Some(high)), t.clone());
                }
                self.ex(ExprKind::Index(s, vec![i]), t.clone())
            }
            Type::Record(_) if roll > 4 && self.number_of(t) == 9 => self.inner_record(),
            _ if roll == 3 => {
                let a = self.expr(t);
                self.ex(ExprKind::Copy(a), t.clone())
            }
            Type::Table(_) if t.is_set() => {
                let (a, b) = (self.expr(t), self.expr(t));
                let op = [BinOp::And, BinOp::Or, BinOp::Sub][self.dice.roll(3) as usize];
                self.ex(ExprKind::Binary(op, a, b), t.clone())
            }
            _ => self.maker(t),
        }
    }

    /// Generates a record that is a field of another record.
    pub(super) fn inner_record(&mut self) -> ExprRef {
        let r = self.expr(&self.types()[8].clone());
        self.ex(ExprKind::Field(r, 3, "d".into()), self.types()[9].clone())
    }

    /// Generates a record of either type.
    pub(super) fn any_record(&mut self) -> ExprRef {
        if self.dice.roll(2) == 0 { self.expr(&self.types()[8].clone()) } else { self.inner_record() }
    }

    pub(super) fn number(&mut self, t: &Type) -> ExprRef {
        let roll = self.dice.roll(12);
        match (roll, t) {
            (0, Type::Int) => {
                let a = self.expr(&Type::Count);
                self.ex(ExprKind::Coerce(Coercion::Arith, a), Type::Int)
            }
            (0, Type::Count) => {
                let a = self.expr(&Type::Int);
                self.ex(ExprKind::Coerce(Coercion::Arith, a), Type::Count)
            }
            (0, _) => {
                let from = if self.dice.roll(2) == 0 { Type::Int } else { Type::Count };
                let a = self.expr(&from);
                self.ex(ExprKind::Coerce(Coercion::Arith, a), Type::Double)
            }
            (1, Type::Count) => {
                let of =
                    [Type::String, self.types()[5].clone(), self.types()[6].clone(), self.types()[7].clone()];
                let t = &of[self.dice.roll(4) as usize];
                let a = self.expr(t);
                self.ex(ExprKind::Size(a), Type::Count)
            }
            (1, Type::Int) => {
                let (table, s, n) =
                    (self.expr(&self.types()[5].clone()), self.expr(&Type::String), self.expr(&Type::Count));
                self.ex(ExprKind::Index(table, vec![s, n]), Type::Int)
            }
            (2, Type::Count) => {
                let (v, i) = (self.expr(&self.types()[7].clone()), self.expr(&Type::Int));
                self.ex(ExprKind::Index(v, vec![i]), Type::Count)
            }
            (3, Type::Count) => {
                let r = self.any_record();
                let f = self.dice.roll(2) as u32;
                self.ex(ExprKind::Field(r, f, ["a", "b"][f as usize].into()), Type::Count)
            }
            (2, Type::Int | Type::Double) => {
                let a = self.expr(t);
                self.ex(ExprKind::Unary(UnOp::Negate, a), t.clone())
            }
            (4, Type::Count | Type::Int) => {
                let to = self.target(t);
                let kind =
                    if self.dice.roll(2) == 0 { ExprKind::Increment(to) } else { ExprKind::Decrement(to) };
                self.ex(kind, t.clone())
            }
            (5, Type::Count) => {
                let a = self.expr(t);
                self.ex(ExprKind::Unary(UnOp::Complement, a), t.clone())
            }
            _ => {
                let (a, b) = (self.expr(t), self.expr(t));
                let ops = match t {
                    Type::Double => &[BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div][..],
                    Type::Int => &[BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Mod],
                    _ => &[
                        BinOp::Add,
                        BinOp::Sub,
                        BinOp::Mul,
                        BinOp::Div,
                        BinOp::Mod,
                        BinOp::And,
                        BinOp::Or,
                        BinOp::Xor,
                        BinOp::Shl,
                        BinOp::Shr,
                    ],
                };
                let op = ops[self.dice.roll(ops.len() as u64) as usize];
                self.ex(ExprKind::Binary(op, a, b), t.clone())
            }
        }
    }

    pub(super) fn condition(&mut self) -> ExprRef {
        let ops = [CmpOp::Lt, CmpOp::Le, CmpOp::Eq, CmpOp::Ne, CmpOp::Ge, CmpOp::Gt];
        let kind = match self.dice.roll(10) {
            0 => ExprKind::Unary(UnOp::Not, self.expr(&Type::Bool)),
            1 => ExprKind::And(self.expr(&Type::Bool), self.expr(&Type::Bool)),
            2 => ExprKind::Or(self.expr(&Type::Bool), self.expr(&Type::Bool)),
            3 => ExprKind::In(vec![self.expr(&Type::Count)], self.expr(&self.types()[6].clone())),
            4 => {
                let item = vec![self.expr(&Type::String), self.expr(&Type::Count)];
                ExprKind::NotIn(item, self.expr(&self.types()[5].clone()))
            }
            5 => ExprKind::In(vec![self.expr(&Type::String)], self.expr(&Type::String)),
            6 if self.dice.roll(3) == 0 => {
                ExprKind::HasField(self.expr(&self.types()[8].clone()), 3, "d".into())
            }
            6 => ExprKind::HasField(self.any_record(), 2, "c".into()),
            7 => {
                let op = if self.dice.roll(2) == 0 { CmpOp::Eq } else { CmpOp::Ne };
                ExprKind::Compare(op, self.expr(&Type::String), self.constant(&Type::String))
            }
            n => {
                let of = [Type::Count, Type::Int, Type::Double, Type::String];
                let t = &of[self.dice.roll(4) as usize];
                let op = ops[(n as usize + self.dice.roll(6) as usize) % 6];
                ExprKind::Compare(op, self.expr(t), self.expr(t))
            }
        };
        self.ex(kind, Type::Bool)
    }

    /// Generates an expression that can be assigned to.
    pub(super) fn target(&mut self, t: &Type) -> ExprRef {
        let kind = match (self.dice.roll(4), t) {
            (0, Type::Int) => {
                let (s, n) = (self.expr(&Type::String), self.expr(&Type::Count));
                ExprKind::Index(self.var(&self.types()[5].clone()), vec![s, n])
            }
            (0, Type::Count) => {
                let f = self.dice.roll(2) as u32;
                let r = if self.dice.roll(2) == 0 {
                    self.var(&self.types()[8].clone())
                } else {
                    self.inner_record()
                };
                ExprKind::Field(r, f, ["a", "b"][f as usize].into())
            }
            (0, Type::String) => ExprKind::Field(self.any_record(), 2, "c".into()),
            (0, Type::Record(_)) if self.number_of(t) == 9 => {
                ExprKind::Field(self.var(&self.types()[8].clone()), 3, "d".into())
            }
            (1, Type::Count) => {
                // A constant index keeps vectors small.
                let i = self.constant(&Type::Int);
                ExprKind::Index(self.var(&self.types()[7].clone()), vec![i])
            }
            _ => return self.var(t),
        };
        self.ex(kind, t.clone())
    }
}
