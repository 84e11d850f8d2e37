//! Generates random bodies: statements and the variables that they use.
use script_sema::tree::{
    AddKind, Body, BodyKind, Case, CaseLabel, Expr, ExprKind, ExprRef, For, ForKind, Local, LocalId, Param,
    RemoveKind, Stmt, StmtKind, Switch, VarRef,
};
use std::cell::Cell;
use std::rc::Rc;
use value::{Loc, RecordType, Type, Value};

/// A linear congruential generator, whose high bits are used. It yields the same programs on every machine.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn roll(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// The number of types. Every generated body has three variables of each.
pub(super) const TYPES: usize = 10;

pub(super) struct Generator {
    pub(super) dice: Dice,
    pub(super) record: Rc<RecordType>,
    /// The type of the last field of `record`; the first three fields of both are the same.
    pub(super) inner: Rc<RecordType>,
    pub(super) places: Cell<u32>,
    pub(super) functions: Vec<(u32, Vec<Type>, Type)>,
    pub(super) depth: u32,
    pub(super) in_loop: bool,
    pub(super) result: Type,
    /// Whether the body is a small one, which the machine may compile in place of its calls.
    pub(super) small: bool,
}

impl Generator {
    pub(super) fn types(&self) -> [Type; TYPES] {
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

    pub(super) fn ex(&self, kind: ExprKind, ty: Type) -> ExprRef {
        let at = self.places.get() + 1;
        self.places.set(at);
        Expr::new(kind, ty, Loc::new(at, at + 1))
    }

    pub(super) fn st(&self, kind: StmtKind) -> Stmt {
        Stmt { kind, loc: Loc::new(self.places.get() + 1, self.places.get() + 2) }
    }

    pub(super) fn number_of(&self, t: &Type) -> u32 {
        self.types()
            .iter()
            .position(|x| match (x, t) {
                (Type::Record(x), Type::Record(t)) => Rc::ptr_eq(x, t),
                _ => x.tag_name() == t.tag_name() && x.is_set() == t.is_set(),
            })
            .unwrap_or(0) as u32
    }

    pub(super) fn any_type(&mut self) -> Type {
        self.types()[self.dice.roll(TYPES as u64) as usize].clone()
    }

    pub(super) fn block(&mut self, n: u64) -> Stmt {
        let l = (0..n).map(|_| self.stmt()).collect();
        self.st(StmtKind::Block(l))
    }

    pub(super) fn stmt(&mut self) -> Stmt {
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

    /// Generates a loop over a copy of a container, so that the body may change the original.
    pub(super) fn for_loop(&mut self) -> StmtKind {
        let pick = self.dice.roll(3) as usize;
        let t = self.types()[5 + pick].clone();
        let over = self.expr(&t);
        let over = self.ex(ExprKind::Copy(over), t);
        let count = LocalId(if self.small { 0 } else { self.dice.roll(3) as u32 });
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

    pub(super) fn switch(&mut self) -> StmtKind {
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

    pub(super) fn change(&mut self) -> StmtKind {
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

    /// Generates a body that assigns most of its variables first.
    pub(super) fn body(&mut self, name: &str, kind: BodyKind, params: &[Type], result: Type) -> Body {
        self.result = result.clone();
        let types = self.types();
        let mut code = Vec::new();
        for (i, t) in types.iter().enumerate() {
            for j in 0..if self.small { 1 } else { 3 } {
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
        let statements = if self.small { 1 } else { 6 };
        code.extend((0..statements).map(|_| self.stmt()).collect::<Vec<_>>());
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
