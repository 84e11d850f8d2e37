//! The machine against the walker: random programs, the same output, the same errors at the same places.
use crate::machine::tests::Recorder;
use crate::machine::{Limits, Machine};
use crate::walker::Walker;
use script_sema::tree::{
    AddKind, BinOp, Body, BodyKind, Callee, Case, CaseLabel, CmpOp, Coercion, Expr, ExprKind, ExprRef, For,
    ForKind, Global, GlobalAttrs, GlobalId, GlobalKind, Init, InitOp, Local, LocalId, Param, Program,
    RemoveKind, Stmt, StmtKind, Switch, UnOp, VarRef,
};
use std::cell::Cell;
use std::rc::Rc;
use value::{Context, Field, Flavor, FuncType, Loc, RecordType, Type, Value};

/// A linear congruential generator with its high bits handed out: the same programs on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// The variables of every generated body, by number: three of each type.
const TYPES: usize = 10;

struct Generator {
    dice: Dice,
    record: Rc<RecordType>,
    /// What its last field may hold; the first three are the same.
    inner: Rc<RecordType>,
    places: Cell<u32>,
    functions: Vec<(u32, Vec<Type>, Type)>,
    depth: u32,
    in_loop: bool,
    result: Type,
}

impl Generator {
    fn types(&self) -> [Type; TYPES] {
        [
            Type::Count,
            Type::Int,
            Type::Double,
            Type::Bool,
            Type::String,
            Type::table_of(vec![Type::String, Type::Count], Type::Int),
            Type::set_of(vec![Type::Count]),
            Type::vector_of(Type::Count),
            Type::Record(self.record.clone()),
            Type::Record(self.inner.clone()),
        ]
    }

    fn ex(&self, kind: ExprKind, ty: Type) -> ExprRef {
        let at = self.places.get() + 1;
        self.places.set(at);
        Expr::new(kind, ty, Loc::new(at, at + 1))
    }

    fn st(&self, kind: StmtKind) -> Stmt {
        Stmt { kind, loc: Loc::new(self.places.get() + 1, self.places.get() + 2) }
    }

    fn number_of(&self, t: &Type) -> u32 {
        self.types()
            .iter()
            .position(|x| match (x, t) {
                (Type::Record(x), Type::Record(t)) => Rc::ptr_eq(x, t),
                _ => x.tag_name() == t.tag_name() && x.is_set() == t.is_set(),
            })
            .unwrap_or(0) as u32
    }

    /// A variable of a type: a local or, now and then, a global.
    fn var(&mut self, t: &Type) -> ExprRef {
        let n = self.number_of(t);
        if self.dice.roll(4) == 0 {
            self.ex(ExprKind::Var(VarRef::Global(GlobalId(n)), format!("g{n}").into()), t.clone())
        } else {
            let l = n * 3 + self.dice.roll(3) as u32;
            self.ex(ExprKind::Var(VarRef::Local(LocalId(l)), format!("l{l}").into()), t.clone())
        }
    }

    fn constant(&mut self, t: &Type) -> ExprRef {
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

    /// A constructor.
    fn maker(&mut self, t: &Type) -> ExprRef {
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

    fn expr(&mut self, t: &Type) -> ExprRef {
        self.depth += 1;
        let e = if self.depth > 5 || self.dice.roll(4) == 0 {
            if self.dice.roll(3) == 0 { self.constant(t) } else { self.var(t) }
        } else {
            self.operation(t)
        };
        self.depth -= 1;
        e
    }

    fn operation(&mut self, t: &Type) -> ExprRef {
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
            if let Some((g, params, result)) = fits.first() {
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

    /// The record inside of another.
    fn inner_record(&mut self) -> ExprRef {
        let r = self.expr(&self.types()[8].clone());
        self.ex(ExprKind::Field(r, 3, "d".into()), self.types()[9].clone())
    }

    /// A record of either type.
    fn any_record(&mut self) -> ExprRef {
        if self.dice.roll(2) == 0 { self.expr(&self.types()[8].clone()) } else { self.inner_record() }
    }

    fn number(&mut self, t: &Type) -> ExprRef {
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

    fn condition(&mut self) -> ExprRef {
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

    /// Something that can be assigned.
    fn target(&mut self, t: &Type) -> ExprRef {
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
                // A constant: vectors must not grow without end.
                let i = self.constant(&Type::Int);
                ExprKind::Index(self.var(&self.types()[7].clone()), vec![i])
            }
            _ => return self.var(t),
        };
        self.ex(kind, t.clone())
    }

    fn any_type(&mut self) -> Type {
        self.types()[self.dice.roll(TYPES as u64) as usize].clone()
    }

    fn block(&mut self, n: u64) -> Stmt {
        let l = (0..n).map(|_| self.stmt()).collect();
        self.st(StmtKind::Block(l))
    }

    fn stmt(&mut self) -> Stmt {
        self.depth += 1;
        let deep = self.depth > 4;
        let s = match self.dice.roll(if deep { 6 } else { 12 }) {
            0 | 1 => {
                let t = self.any_type();
                let e = self.expr(&t);
                let last = self.var(&Type::Count);
                StmtKind::Print { to: None, args: vec![e, last] }
            }
            2 | 3 => {
                let t = self.any_type();
                let (to, v) = (self.target(&t), self.expr(&t));
                StmtKind::Expr(self.ex(ExprKind::Assign(to, v), t))
            }
            4 => self.change(),
            5 => {
                let l = LocalId(self.dice.roll(12) as u32);
                if self.in_loop && self.dice.roll(3) == 0 {
                    StmtKind::InitLocals(vec![l])
                } else {
                    StmtKind::Null
                }
            }
            6 | 7 => {
                let cond = self.expr(&Type::Bool);
                let n = self.dice.roll(3);
                let then = Box::new(self.block(n + 1));
                let otherwise = (n > 0).then(|| Box::new(self.block(n)));
                StmtKind::If { cond, then, otherwise }
            }
            8 => {
                let outer = std::mem::replace(&mut self.in_loop, true);
                let (cond, body) = (self.expr(&Type::Bool), Box::new(self.block(3)));
                self.in_loop = outer;
                StmtKind::While { cond, body }
            }
            9 => self.for_loop(),
            10 => self.switch(),
            _ if self.in_loop => {
                if self.dice.roll(2) == 0 {
                    StmtKind::Next
                } else {
                    StmtKind::Break
                }
            }
            _ => {
                let t = self.result.clone();
                StmtKind::Return(if matches!(t, Type::Void) { None } else { Some(self.expr(&t)) })
            }
        };
        self.depth -= 1;
        self.st(s)
    }

    /// Over a copy, so that the body may change what it likes.
    fn for_loop(&mut self) -> StmtKind {
        let pick = self.dice.roll(3) as usize;
        let t = self.types()[5 + pick].clone();
        let over = self.expr(&t);
        let over = self.ex(ExprKind::Copy(over), t);
        let count = LocalId(self.dice.roll(3) as u32);
        let kind = match pick {
            0 => ForKind::Table {
                keys: vec![Some(LocalId(12)), (self.dice.roll(2) == 0).then_some(count)],
                value: (self.dice.roll(2) == 0).then_some(LocalId(3)),
            },
            1 => ForKind::Table { keys: vec![Some(count)], value: None },
            _ => {
                ForKind::Vector { index: Some(count), value: (self.dice.roll(2) == 0).then_some(LocalId(2)) }
            }
        };
        let outer = std::mem::replace(&mut self.in_loop, true);
        let body = self.block(2);
        self.in_loop = outer;
        StmtKind::For(Box::new(For { over, kind, body }))
    }

    fn switch(&mut self) -> StmtKind {
        let on = self.expr(&Type::Count);
        let n = self.dice.roll(3);
        let mut cases: Vec<Case> = (0..n)
            .map(|i| {
                let mut l = vec![self.stmt()];
                if self.dice.roll(3) == 0 {
                    l.push(self.st(StmtKind::Fallthrough));
                }
                Case {
                    labels: vec![CaseLabel::Value(Value::Count(i))],
                    is_default: false,
                    body: self.st(StmtKind::Block(l)),
                }
            })
            .collect();
        cases.push(Case { labels: vec![], is_default: true, body: self.block(1) });
        StmtKind::Switch(Box::new(Switch { on, cases }))
    }

    fn change(&mut self) -> StmtKind {
        let ty = self.types();
        let e = match self.dice.roll(8) {
            0 => {
                let (v, x) = (self.var(&ty[7]), self.expr(&Type::Count));
                self.ex(ExprKind::AddTo(AddKind::Append, v, x), ty[7].clone())
            }
            1 => {
                let (s, x) = (self.var(&ty[6]), self.expr(&Type::Count));
                let at = self.ex(ExprKind::Index(s, vec![x]), Type::Bool);
                self.ex(ExprKind::Add(at), Type::Void)
            }
            2 => {
                let (s, x) = (self.var(&ty[6]), self.expr(&Type::Count));
                let at = self.ex(ExprKind::Index(s, vec![x]), Type::Bool);
                self.ex(ExprKind::Delete(at), Type::Void)
            }
            3 => {
                let (s, x) = (self.var(&ty[6]), self.expr(&ty[6]));
                let x = self.ex(ExprKind::Copy(x), ty[6].clone());
                self.ex(ExprKind::RemoveFrom(RemoveKind::Subtract, s, x), ty[6].clone())
            }
            4 => {
                let (s, x) = (self.var(&ty[5]), self.expr(&ty[5]));
                let x = self.ex(ExprKind::Copy(x), ty[5].clone());
                self.ex(ExprKind::AddTo(AddKind::Merge, s, x), ty[5].clone())
            }
            n => {
                let t = [Type::Count, Type::Int, Type::Double][n as usize - 5].clone();
                let (to, x) = (self.target(&t), self.expr(&t));
                let kind = if self.dice.roll(2) == 0 {
                    ExprKind::AddTo(AddKind::Plus, to, x)
                } else {
                    ExprKind::RemoveFrom(RemoveKind::Minus, to, x)
                };
                self.ex(kind, t)
            }
        };
        StmtKind::Expr(e)
    }

    /// A body whose variables have values, most of them.
    fn body(&mut self, name: &str, kind: BodyKind, params: &[Type], result: Type) -> Body {
        self.result = result.clone();
        let types = self.types();
        let mut code = Vec::new();
        for (i, t) in types.iter().enumerate() {
            for j in 0..3 {
                let l = LocalId((i * 3 + j) as u32);
                let is_param =
                    j == 0 && params.iter().any(|p| p.tag_name() == t.tag_name() && p.is_set() == t.is_set());
                if is_param || self.dice.roll(30) == 0 {
                    continue;
                }
                let v = self.constant(t);
                let to = self.ex(ExprKind::Var(VarRef::Local(l), format!("l{}", l.0).into()), t.clone());
                let set = self.ex(ExprKind::Assign(to, v), t.clone());
                code.push(self.st(StmtKind::Expr(set)));
            }
        }
        code.extend((0..6).map(|_| self.stmt()).collect::<Vec<_>>());
        if !matches!(result, Type::Void) {
            let e = self.expr(&result);
            code.push(self.st(StmtKind::Return(Some(e))));
        }
        let locals = types.iter().flat_map(|t| vec![t.clone(); 3]).enumerate();
        Body {
            name: name.into(),
            kind,
            params: params
                .iter()
                .enumerate()
                .map(|(i, p)| Param { local: LocalId(self.number_of(p) * 3), arg: i as u32 })
                .collect(),
            locals: locals
                .map(|(i, ty)| Local { name: format!("l{i}").into(), ty, is_used: false })
                .collect(),
            captures: vec![],
            block: self.st(StmtKind::Block(code)),
            result,
            priority: 0,
            groups: vec![],
            module: "GLOBAL".into(),
            loc: Loc::NONE,
        }
    }
}

fn global(p: &mut Program, name: String, ty: Type, kind: GlobalKind) -> GlobalId {
    p.add_global(Global {
        name: name.into(),
        ty,
        kind,
        bodies: vec![],
        attrs: GlobalAttrs::default(),
        loc: Loc::NONE,
        exported: true,
    })
}

fn program(seed: u64) -> (Rc<Program>, u32) {
    let mut b = Field::new("b", Type::Count);
    let mut p = Program::default();
    b.attrs.default = Some(p.add_thunk(Expr::new(ExprKind::Const(Value::Count(2)), Type::Count, Loc::NONE)));
    let mut c = Field::new("c", Type::String);
    c.attrs.optional = true;
    let shared = vec![Field::new("a", Type::Count), b, c];
    let inner = Rc::new(RecordType::new(Some("Q".into()), shared.clone()));
    let mut d = Field::new("d", Type::Record(inner.clone()));
    d.attrs.optional = true;
    let record = Rc::new(RecordType::new(Some("R".into()), [shared, vec![d]].concat()));
    let mut g = Generator {
        dice: Dice(seed),
        record,
        inner,
        places: Cell::new(0),
        functions: vec![],
        depth: 0,
        in_loop: false,
        result: Type::Void,
    };
    for (i, t) in g.types().into_iter().enumerate() {
        let id = global(&mut p, format!("g{i}"), t.clone(), GlobalKind::Var);
        g.depth = 10;
        let v = match &t {
            Type::Table(_) | Type::Vector(_) | Type::Record(_) => InitOp::Empty,
            _ => InitOp::Set(g.constant(&t)),
        };
        g.depth = 0;
        p.init.push(Init { global: id, op: v, loc: Loc::NONE });
    }
    for i in 0..2 {
        let (params, result) = (vec![Type::Count, Type::String], [Type::Count, Type::String][i].clone());
        let fields = params.iter().enumerate().map(|(i, t)| Field::new(format!("p{i}"), t.clone())).collect();
        let ty = Type::func(Flavor::Function, fields, result.clone());
        let id = global(&mut p, format!("f{i}"), ty, GlobalKind::Func);
        let body = g.body(&format!("f{i}"), BodyKind::Function, &params, result.clone());
        let body = p.add_body(body);
        p.attach_body(id, body);
        // Later bodies may call it; it cannot call itself.
        g.functions.push((id.0, params, result));
    }
    let ty = FuncType {
        name: None,
        flavor: Flavor::Event,
        params: vec![],
        result: Type::Void,
        varargs: false,
        prototypes: std::cell::RefCell::default(),
    };
    let init = global(&mut p, "zeek_init".into(), Type::Func(Rc::new(ty)), GlobalKind::Func);
    for _ in 0..2 {
        let body = g.body("zeek_init", BodyKind::Event, &[], Type::Void);
        let body = p.add_body(body);
        p.attach_body(init, body);
    }
    (Rc::new(p), init.0)
}

fn machine(p: &Rc<Program>) -> (Machine, Recorder) {
    let host = Recorder::default();
    let mut m = Machine::new(p.clone(), Box::new(host.clone()));
    m.set_limits(Limits { depth: 1000, steps: 100_000, nested: 50 });
    assert!(m.start());
    (m, host)
}

/// Runs a program both ways; what each printed and was told. `None` where it does not end soon.
fn both(seed: u64) -> Option<(Vec<String>, Vec<String>)> {
    let (p, init) = program(seed);
    let (other, _) = machine(&p);
    let mut walker = Walker::new(p.clone(), other);
    walker.steps = 20_000;
    walker.event(init);
    if walker.steps == 0 {
        return None;
    }
    let (mut m, host) = machine(&p);
    m.raise(init, vec![]);
    m.drain();
    Some((host.lines.take(), walker.lines))
}

#[test]
fn machine_and_walker_agree() {
    let (mut ran, mut printed, mut failed) = (0, 0, 0);
    for seed in 0..1200 {
        let Some((machine, walker)) = both(seed) else { continue };
        assert_eq!(machine, walker, "seed {seed}");
        ran += 1;
        printed += machine.len();
        failed += usize::from(machine.iter().any(|l| l.starts_with("Runtime")));
    }
    // The generator makes programs that do something.
    assert!(ran > 800 && printed > 2000 && failed > 100, "{ran} ran, {printed} lines, {failed} with errors");
}
