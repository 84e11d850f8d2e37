//! Marks before statements, used to make profiles, traces and counts: calls of a host function that pass the statement's number.
//!
//! A program without marks pays nothing. Marks are inserted in place, before a machine compiles the bodies; no code is
//! copied.
use super::{
    Body, BodyId, Callee, Expr, ExprKind, For, Global, GlobalAttrs, GlobalId, GlobalKind, Local, Program,
    Stmt, StmtKind,
};
use std::rc::Rc;
use value::{FuncType, Loc, Type, Value};

/// The statement that a mark precedes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The body that contains it.
    pub body: BodyId,
    /// Its place.
    pub loc: Loc,
    /// Whether it is the first of its body.
    pub is_first: bool,
}

/// The name of the function that marks call. No script can contain this name.
pub const NAME: &str = "<mark>";

/// What looks at each statement before it gets its mark: the statement, and the locals of its body.
pub type Look<'a> = &'a mut dyn FnMut(&Stmt, &[Local]);

/// Inserts a mark before every statement. Returns the statements, indexed by the numbers of their marks. `look` sees them
/// in this order, while the statements that they contain have no marks.
pub fn mark(program: &mut Program, look: Look<'_>) -> Vec<Mark> {
    let count =
        value::Field { name: "statement".into(), ty: Type::Count, attrs: value::FieldAttrs::default() };
    let ty = Type::func(value::Flavor::Function, vec![count], Type::Void);
    let Type::Func(signature) = &ty else { return Vec::new() };
    let signature = Rc::clone(signature);
    let global = program.add_global(Global {
        name: NAME.into(),
        ty,
        kind: GlobalKind::Builtin,
        bodies: Vec::new(),
        attrs: GlobalAttrs::default(),
        loc: Loc::NONE,
        exported: false,
    });
    program.builtins_named.insert(global);
    let mut marks =
        Marks { all: Vec::new(), global, signature, body: BodyId(0), locals: Vec::new(), first: true, look };
    for (number, body) in program.bodies.all_mut() {
        // Loading is over, so nothing else holds the bodies.
        let Some(body) = Rc::get_mut(body) else { continue };
        marks.body = number;
        marks.first = true;
        marks.locals = std::mem::take(&mut body.locals);
        marks.body(body);
        body.locals = std::mem::take(&mut marks.locals);
    }
    marks.all
}

struct Marks<'a> {
    all: Vec<Mark>,
    global: GlobalId,
    signature: Rc<FuncType>,
    /// The current body, and its locals.
    body: BodyId,
    locals: Vec<Local>,
    first: bool,
    look: Look<'a>,
}

impl Marks<'_> {
    fn body(&mut self, body: &mut Body) {
        let StmtKind::Block(parts) = &mut body.block.kind else { return self.one(&mut body.block) };
        if body.kind == super::BodyKind::When {
            // The parts are condition, body and timeout; the condition is an expression, which has no room for a mark.
            for part in parts.iter_mut().skip(1) {
                self.one(part);
            }
        } else {
            self.list(parts);
        }
    }

    /// Inserts a mark before each statement of a list.
    fn list(&mut self, list: &mut Vec<Stmt>) {
        for mut s in std::mem::take(list) {
            if !matches!(s.kind, StmtKind::InitLocals(_) | StmtKind::Null | StmtKind::Block(_)) {
                (self.look)(&s, &self.locals);
                let mark = self.call(s.loc);
                list.push(mark);
            }
            self.inside(&mut s);
            list.push(s);
        }
    }

    /// Turns a single statement into a block with its mark.
    fn one(&mut self, s: &mut Stmt) {
        if let StmtKind::Block(list) = &mut s.kind {
            return self.list(list);
        }
        let loc = s.loc;
        let kind = std::mem::replace(&mut s.kind, StmtKind::Null);
        let mut list = vec![Stmt { kind, loc }];
        self.list(&mut list);
        s.kind = StmtKind::Block(list);
    }

    fn inside(&mut self, s: &mut Stmt) {
        match &mut s.kind {
            StmtKind::Block(list) => self.list(list),
            StmtKind::If { then, otherwise, .. } => {
                self.one(then);
                if let Some(other) = otherwise {
                    self.one(other);
                }
            }
            StmtKind::While { body, .. } => self.one(body),
            StmtKind::For(f) => {
                let For { body, .. } = &mut **f;
                self.one(body);
            }
            StmtKind::Switch(s) => s.cases.iter_mut().for_each(|c| self.one(&mut c.body)),
            _ => {}
        }
    }

    fn call(&mut self, loc: Loc) -> Stmt {
        let number = self.all.len() as u64;
        self.all.push(Mark { body: self.body, loc, is_first: std::mem::take(&mut self.first) });
        let number = Expr::new(ExprKind::Const(Value::Count(number)), Type::Count, loc);
        let callee = Callee::Global(self.global, NAME.into());
        let result = self.signature.result.clone();
        Stmt { kind: StmtKind::Expr(Expr::new(ExprKind::Call(callee, vec![number]), result, loc)), loc }
    }
}
