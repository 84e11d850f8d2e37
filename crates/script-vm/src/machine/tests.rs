//! Runs programs given as trees and checks what they print.
mod callers;
mod inlined;

use super::*;
use script_sema::tree::InitOp;
use script_sema::tree::{
    AddKind, BinOp, Body, BodyKind, Callee, CmpOp, EventCall, Expr, ExprKind, ExprRef, For, ForKind, Global,
    GlobalAttrs, Init, Local, LocalId, Param, Stmt, StmtKind, VarRef,
};
use std::cell::RefCell;
use value::{Field, FuncType, Printer, RecordType};

/// Records what scripts print and the messages about them.
#[derive(Clone, Default)]
pub(crate) struct Recorder {
    pub(crate) lines: Rc<RefCell<Vec<String>>>,
}

impl Host for Recorder {
    fn builtin(&self, name: &str) -> Option<BuiltinFn> {
        match name {
            "cat" => Some(|_, args| {
                let mut out = Vec::new();
                args.iter().for_each(|a| Printer::raw(&mut out).value(a));
                Ok(Some(Value::string(out)))
            }),
            "callers" => Some(|cx, _| Ok(Some(Value::from(callers(cx))))),
            // The result of a function, then the callers.
            "through" => Some(|cx, args| {
                let Some(Value::Func(f)) = args.first() else { return Ok(None) };
                let found = cx.call(f, &[])?.map(|v| v.to_string());
                Ok(Some(Value::from(format!("{} | {}", found.unwrap_or_default(), callers(cx)))))
            }),
            _ => None,
        }
    }
    fn report(&mut self, level: Level, message: &str, loc: Option<Loc>) {
        let at = loc.map_or(0, |l| l.start);
        self.lines.borrow_mut().push(format!("{level:?} {at}: {message}"));
    }
    fn printer(&self) -> PrintFn {
        |cx, values| {
            let mut out = Vec::new();
            Printer::new(&mut out).list(values);
            if let Some(r) = cx.host().downcast_ref::<Recorder>() {
                r.lines.borrow_mut().push(String::from_utf8_lossy(&out).into_owned());
            }
            Ok(())
        }
    }
}

/// The functions that run, from the innermost outwards, each with the place of its call.
fn callers(cx: &dyn Context) -> String {
    let shown = cx.call_stack().into_iter().map(|(name, at)| format!("{name}:{}", at.start));
    shown.collect::<Vec<_>>().join(" ")
}

pub(crate) fn ex(kind: ExprKind, ty: Type) -> ExprRef {
    Expr::new(kind, ty, Loc::new(1, 2))
}
fn count(n: u64) -> ExprRef {
    ex(ExprKind::Const(Value::Count(n)), Type::Count)
}
fn text(s: &str) -> ExprRef {
    ex(ExprKind::Const(Value::from(s)), Type::String)
}
fn local(i: u32, ty: Type) -> ExprRef {
    ex(ExprKind::Var(VarRef::Local(LocalId(i)), format!("l{i}").into()), ty)
}
fn global(i: u32, ty: Type) -> ExprRef {
    ex(ExprKind::Var(VarRef::Global(GlobalId(i)), format!("g{i}").into()), ty)
}
fn bin(op: BinOp, a: ExprRef, b: ExprRef) -> ExprRef {
    let ty = a.ty.clone();
    ex(ExprKind::Binary(op, a, b), ty)
}
fn cmp(op: CmpOp, a: ExprRef, b: ExprRef) -> ExprRef {
    ex(ExprKind::Compare(op, a, b), Type::Bool)
}
fn set(to: ExprRef, v: ExprRef) -> Stmt {
    let ty = to.ty.clone();
    st(StmtKind::Expr(ex(ExprKind::Assign(to, v), ty)))
}
fn st(kind: StmtKind) -> Stmt {
    Stmt { kind, loc: Loc::new(7, 8) }
}
fn block(l: Vec<Stmt>) -> Stmt {
    st(StmtKind::Block(l))
}
fn print(args: Vec<ExprRef>) -> Stmt {
    st(StmtKind::Print { to: None, args })
}
fn call(g: u32, name: &str, args: Vec<ExprRef>, ty: Type) -> ExprRef {
    ex(ExprKind::Call(Callee::Global(GlobalId(g), name.into()), args), ty)
}
fn while_(cond: ExprRef, body: Stmt) -> Stmt {
    st(StmtKind::While { cond, body: Box::new(body) })
}

struct Maker {
    p: Program,
    /// The groups of the next body.
    groups: Vec<Name>,
}

impl Maker {
    fn global(&mut self, name: &str, ty: Type, kind: GlobalKind) -> u32 {
        let g = Global {
            name: name.into(),
            ty,
            kind,
            bodies: vec![],
            attrs: GlobalAttrs::default(),
            loc: Loc::NONE,
            exported: true,
        };
        self.p.add_global(g).0
    }

    fn func(&mut self, name: &str, flavor: Flavor, params: &[Type], result: Type) -> u32 {
        let params = params.iter().enumerate().map(|(i, t)| Field::new(format!("p{i}"), t.clone())).collect();
        let ty = Type::Func(Rc::new(FuncType {
            name: None,
            flavor,
            params,
            result,
            varargs: false,
            prototypes: RefCell::default(),
        }));
        self.global(name, ty, GlobalKind::Func)
    }

    /// Adds a body with these locals, parameters first.
    fn body(&mut self, g: u32, locals: &[Type], priority: i64, code: Vec<Stmt>) {
        let (params, result, flavor) = match &self.p.globals[g as usize].ty {
            Type::Func(f) => (f.params.len(), f.result.clone(), f.flavor),
            _ => (0, Type::Void, Flavor::Function),
        };
        let b = Body {
            name: self.p.globals[g as usize].name.clone(),
            kind: match flavor {
                Flavor::Function => BodyKind::Function,
                Flavor::Event => BodyKind::Event,
                Flavor::Hook => BodyKind::Hook,
            },
            params: (0..params as u32).map(|i| Param { local: LocalId(i), arg: i }).collect(),
            locals: locals
                .iter()
                .enumerate()
                .map(|(i, t)| Local { name: format!("l{i}").into(), ty: t.clone(), is_used: false })
                .collect(),
            captures: vec![],
            block: block(code),
            result,
            priority,
            groups: std::mem::take(&mut self.groups),
            module: "GLOBAL".into(),
            loc: Loc::NONE,
        };
        let b = self.p.add_body(b);
        self.p.attach_body(GlobalId(g), b);
    }

    fn run(self, event: u32) -> Vec<String> {
        let host = Recorder::default();
        let lines = host.lines.clone();
        let mut m = Machine::new(Rc::new(self.p), Box::new(host));
        assert!(m.start(), "{:?}", lines.borrow());
        m.queue_event(event, vec![]);
        m.drain();
        lines.take()
    }
}

fn maker() -> (Maker, u32) {
    let mut m = Maker { p: Program::default(), groups: Vec::new() };
    let init = m.func("zeek_init", Flavor::Event, &[], Type::Void);
    (m, init)
}

/// Checks what a handler with these locals prints.
fn check(locals: &[Type], code: Vec<Stmt>, expected: &[&str]) {
    let (mut m, init) = maker();
    m.body(init, locals, 0, code);
    assert_eq!(m.run(init), expected);
}

#[test]
fn loops_add_up() {
    let (i, s) = (|| local(0, Type::Count), || local(1, Type::Count));
    let body = block(vec![
        st(StmtKind::Expr(ex(ExprKind::AddTo(AddKind::Plus, s(), i()), Type::Count))),
        st(StmtKind::Expr(ex(ExprKind::Increment(i()), Type::Count))),
    ]);
    check(
        &[Type::Count, Type::Count],
        vec![
            set(i(), count(0)),
            set(s(), count(0)),
            while_(cmp(CmpOp::Lt, i(), count(1000)), body),
            print(vec![s(), text("done\n")]),
        ],
        &["499500, done\\x0a"],
    );
}

#[test]
fn functions_call_themselves() {
    let (mut m, init) = maker();
    let fib = m.func("fib", Flavor::Function, &[Type::Count], Type::Count);
    let n = || local(0, Type::Count);
    let less = |k| call(fib, "fib", vec![bin(BinOp::Sub, n(), count(k))], Type::Count);
    m.body(
        fib,
        &[Type::Count],
        0,
        vec![
            st(StmtKind::If {
                cond: cmp(CmpOp::Lt, n(), count(2)),
                then: Box::new(st(StmtKind::Return(Some(n())))),
                otherwise: None,
            }),
            st(StmtKind::Return(Some(bin(BinOp::Add, less(1), less(2))))),
        ],
    );
    m.body(init, &[], 0, vec![print(vec![call(fib, "fib", vec![count(20)], Type::Count)])]);
    assert_eq!(m.run(init), ["6765"]);
}

/// The frames of deep calls move to a larger stack; what their callers keep in words moves along.
#[test]
fn callers_keep_their_words() {
    let (mut m, init) = maker();
    let sum = m.func("sum", Flavor::Function, &[Type::Count], Type::Count);
    let n = || local(0, Type::Count);
    let rest = call(sum, "sum", vec![bin(BinOp::Sub, n(), count(1))], Type::Count);
    let kept = || local(1, Type::Count);
    m.body(
        sum,
        &[Type::Count, Type::Count],
        0,
        vec![
            st(StmtKind::If {
                cond: cmp(CmpOp::Eq, n(), count(0)),
                then: Box::new(st(StmtKind::Return(Some(count(0))))),
                otherwise: None,
            }),
            set(kept(), bin(BinOp::Mul, n(), count(2))),
            st(StmtKind::Return(Some(bin(BinOp::Add, rest, kept())))),
        ],
    );
    m.body(init, &[], 0, vec![print(vec![call(sum, "sum", vec![count(9000)], Type::Count)])]);
    let host = Recorder::default();
    let lines = host.lines.clone();
    let mut machine = Machine::new(Rc::new(m.p), Box::new(host));
    machine.set_limits(Limits { depth: 10_000, steps: 1_000_000, nested: 50 });
    machine.queue_event(init, vec![]);
    machine.drain();
    assert_eq!(lines.take(), ["81009000"]);
}

#[test]
fn fields_step_up_and_down() {
    let mut a = Field::new("a", Type::Int);
    a.attrs.optional = true;
    let mut b = Field::new("b", Type::Count);
    b.attrs.optional = true;
    let ty = Type::Record(Rc::new(RecordType::new(Some("R".into()), vec![a, b])));
    let r = || local(0, ty.clone());
    let a = || ex(ExprKind::Field(r(), 0, "a".into()), Type::Int);
    let b = || ex(ExprKind::Field(r(), 1, "b".into()), Type::Count);
    let up = |f: ExprRef| ex(ExprKind::Increment(f.clone()), f.ty.clone());
    let down = |f: ExprRef| ex(ExprKind::Decrement(f.clone()), f.ty.clone());
    let zero = ex(ExprKind::Const(Value::Int(0)), Type::Int);
    check(
        std::slice::from_ref(&ty),
        vec![
            set(r(), ex(ExprKind::Record(vec![(0, zero)]), ty.clone())),
            st(StmtKind::Expr(down(a()))),
            print(vec![a(), down(a()), up(a())]),
            set(b(), count(0)),
            st(StmtKind::Expr(up(b()))),
            print(vec![b(), up(b()), down(b())]),
            st(StmtKind::Expr(ex(
                ExprKind::Assign(r(), ex(ExprKind::Record(vec![]), ty.clone())),
                ty.clone(),
            ))),
            st(StmtKind::Expr(up(b()))),
        ],
        &["-1, -2, -1", "1, 2, 1", "Runtime(Expression) 1: field value missing (l0$b)"],
    );
}

#[test]
fn fields_grow_by_what_is_added_to_them() {
    let (mut m, init) = maker();
    let n = Field::new("n", Type::Count);
    let mut inner = Field::new("r", Type::Count);
    inner.ty = Type::Record(Rc::new(RecordType::new(Some("R".into()), vec![n])));
    let (r_type, ty) =
        (inner.ty.clone(), Type::Record(Rc::new(RecordType::new(Some("S".into()), vec![inner]))));
    // Sets the field of its argument, and returns 1.
    let sets = m.func("sets", Flavor::Function, std::slice::from_ref(&r_type), Type::Count);
    let field = |r: ExprRef| ex(ExprKind::Field(r, 0, "n".into()), Type::Count);
    m.body(
        sets,
        std::slice::from_ref(&r_type),
        0,
        vec![set(field(local(0, r_type.clone())), count(100)), st(StmtKind::Return(Some(count(1))))],
    );
    let s = || local(0, ty.clone());
    let r = || ex(ExprKind::Field(s(), 0, "r".into()), r_type.clone());
    let made = ex(ExprKind::Record(vec![(0, count(1))]), r_type.clone());
    let add = |more: ExprRef| set(field(r()), bin(BinOp::Add, field(r()), more));
    let code = vec![
        set(s(), ex(ExprKind::Record(vec![(0, made)]), ty.clone())),
        add(count(2)),
        set(field(r()), bin(BinOp::Add, count(3), field(r()))),
        add(field(r())),
        print(vec![field(r())]),
        // The field is read before the call changes it.
        add(call(sets, "sets", vec![r()], Type::Count)),
        print(vec![field(r())]),
        st(StmtKind::Expr(ex(ExprKind::Delete(field(r())), Type::Void))),
        add(count(1)),
    ];
    m.body(init, std::slice::from_ref(&ty), 0, code);
    assert_eq!(m.run(init), ["12", "13", "Runtime(Expression) 1: field value missing (l0$r$n)"]);
}

#[test]
fn tables_are_filled_and_gone_over() {
    let ty = Type::table_of(vec![Type::String, Type::Count], Type::Count);
    let t = || local(0, ty.clone());
    let at = |s: &str, n| ex(ExprKind::Index(t(), vec![text(s), count(n)]), Type::Count);
    let pair = bin(BinOp::Add, local(2, Type::Count), local(3, Type::Count));
    check(
        &[ty.clone(), Type::String, Type::Count, Type::Count],
        vec![
            set(t(), ex(ExprKind::Table(vec![(vec![text("a"), count(1)], count(10))], None), ty.clone())),
            set(at("b", 2), count(20)),
            st(StmtKind::Expr(ex(ExprKind::AddTo(AddKind::Plus, at("a", 1), count(5)), Type::Count))),
            st(StmtKind::For(Box::new(For {
                over: t(),
                kind: ForKind::Table {
                    keys: vec![Some(LocalId(1)), Some(LocalId(2))],
                    value: Some(LocalId(3)),
                },
                body: print(vec![local(1, Type::String), pair]),
            }))),
            print(vec![ex(ExprKind::In(vec![text("c"), count(3)], t()), Type::Bool)]),
            print(vec![at("c", 3)]),
            print(vec![text("not reached")]),
        ],
        &["a, 16", "b, 22", "F", "Runtime(Expression) 1: no such index (l0[c, 3])"],
    );
}

#[test]
fn handlers_run_by_priority_and_an_error_ends_one() {
    let (mut m, init) = maker();
    let zero = || bin(BinOp::Div, count(1), count(0));
    m.body(init, &[], 0, vec![print(vec![text("last")])]);
    m.body(init, &[], 5, vec![print(vec![text("first")]), print(vec![zero()]), print(vec![text("never")])]);
    assert_eq!(m.run(init), ["first", "Runtime(Expression) 1: division by zero (1 / 0)", "last"]);
}

/// The handlers of an event share its arguments, but none sees what another assigned, left in a local, or failed at.
#[test]
fn handlers_do_not_see_each_other() {
    let (mut m, init) = maker();
    let params = [Type::Count, Type::String];
    let ev = m.func("shared", Flavor::Event, &params, Type::Void);
    let (n, s, own) = (|| local(0, Type::Count), || local(1, Type::String), || local(2, Type::String));
    let locals = [Type::Count, Type::String, Type::String];
    let shown = |name: &str| print(vec![text(name), n(), s()]);
    let assigns = vec![
        set(n(), count(7)),
        set(s(), text("assigned")),
        set(own(), text("left behind")),
        print(vec![text("one"), n(), s(), own()]),
        print(vec![bin(BinOp::Div, count(1), count(0))]),
    ];
    m.body(ev, &locals, 9, assigns);
    m.body(ev, &locals, 8, vec![shown("two"), print(vec![own()])]);
    m.body(ev, &locals, 7, vec![shown("three"), st(StmtKind::Return(None)), shown("never")]);
    m.groups = vec!["quiet".into()];
    m.body(ev, &locals, 6, vec![shown("off")]);
    m.body(
        ev,
        &locals,
        5,
        vec![st(StmtKind::Expr(ex(ExprKind::Increment(n()), Type::Count))), shown("last")],
    );
    let args = || vec![count(1), text("x")];
    let raise =
        || st(StmtKind::Event(EventCall { event: GlobalId(ev), name: "shared".into(), args: args() }));
    m.body(init, &[], 0, vec![raise(), raise()]);
    let host = Recorder::default();
    let lines = host.lines.clone();
    let mut machine = Machine::new(Rc::new(m.p), Box::new(host));
    machine.set_group(Group::Attribute("quiet"), false);
    machine.queue_event(init, vec![]);
    machine.drain();
    let once = [
        "one, 7, assigned, left behind",
        "Runtime(Expression) 1: division by zero (1 / 0)",
        "two, 1, x",
        "Runtime(Expression) 1: value used but not set (l2)",
        "three, 1, x",
        "last, 2, x",
    ];
    assert_eq!(lines.take(), [once, once].concat());
}

#[test]
fn a_hook_ends_at_the_first_break() {
    let (mut m, init) = maker();
    let h = m.func("h", Flavor::Hook, &[Type::String], Type::Bool);
    let p = || local(0, Type::String);
    m.body(h, &[Type::String], 10, vec![print(vec![text("one"), p()])]);
    m.body(h, &[Type::String], 5, vec![print(vec![text("two"), p()]), st(StmtKind::HookBreak)]);
    m.body(h, &[Type::String], 0, vec![print(vec![text("three"), p()])]);
    m.body(init, &[], 0, vec![print(vec![call(h, "h", vec![text("x")], Type::Bool)])]);
    assert_eq!(m.run(init), ["one, x", "two, x", "F"]);
}

#[test]
fn records_start_with_their_defaults() {
    let (mut m, init) = maker();
    let d = m.p.add_thunk(count(42));
    let computed = m.p.add_thunk(bin(BinOp::Add, count(1), count(2)));
    let mut a = Field::new("a", Type::Count);
    a.attrs.default = Some(d);
    let mut b = Field::new("b", Type::Count);
    b.attrs.default = Some(computed);
    let mut c = Field::new("c", Type::String);
    c.attrs.optional = true;
    let t = Field::new("t", Type::set_of(vec![Type::Count]));
    let rt = Rc::new(RecordType::new(Some("R".into()), vec![a, b, c, t]));
    let ty = Type::Record(rt);
    m.p.types.insert("R".into(), ty.clone());
    let r = || local(0, ty.clone());
    let f = |i, n: &str, t| ex(ExprKind::Field(r(), i, n.into()), t);
    m.body(
        init,
        std::slice::from_ref(&ty),
        0,
        vec![
            set(r(), ex(ExprKind::Record(vec![(0, count(7))]), ty.clone())),
            print(vec![r()]),
            st(StmtKind::Expr(ex(
                ExprKind::AddTo(AddKind::Plus, f(1, "b", Type::Count), f(0, "a", Type::Count)),
                Type::Count,
            ))),
            print(vec![f(1, "b", Type::Count), ex(ExprKind::HasField(r(), 2, "c".into()), Type::Bool)]),
            print(vec![f(2, "c", Type::String)]),
        ],
    );
    assert_eq!(
        m.run(init),
        [
            "[a=7, b=3, c=<uninitialized>, t={\n\n}]",
            "10, F",
            "Runtime(Expression) 1: field value missing (l0$c)"
        ]
    );
}

#[test]
fn a_variable_without_a_value_is_an_error() {
    check(
        &[Type::Count],
        vec![st(StmtKind::InitLocals(vec![LocalId(0)])), print(vec![local(0, Type::Count)])],
        &["Runtime(Expression) 1: value used but not set (l0)"],
    );
}

#[test]
fn endless_programs_end() {
    let (mut m, init) = maker();
    let f = m.func("f", Flavor::Function, &[], Type::Void);
    m.body(f, &[], 0, vec![st(StmtKind::Expr(call(f, "f", vec![], Type::Void)))]);
    m.body(init, &[], 1, vec![st(StmtKind::Expr(call(f, "f", vec![], Type::Void)))]);
    let yes = ex(ExprKind::Const(Value::Bool(true)), Type::Bool);
    m.body(init, &[], 0, vec![while_(yes, block(vec![]))]);
    let host = Recorder::default();
    let lines = host.lines.clone();
    let mut machine = Machine::new(Rc::new(m.p), Box::new(host));
    machine.set_limits(Limits { depth: 1000, steps: 100_000, nested: 50 });
    machine.queue_event(init, vec![]);
    machine.drain();
    assert_eq!(
        lines.take(),
        [
            "Runtime(Runtime) 1: calls are nested too deep (f())",
            "Runtime(Runtime) 0: the handler took too many steps"
        ]
    );
}

#[test]
fn events_queue_and_globals_keep() {
    let (mut m, init) = maker();
    let g = m.global("total", Type::Count, GlobalKind::Var);
    m.p.init.push(Init { global: GlobalId(g), op: InitOp::Set(count(0)), loc: Loc::NONE });
    let ev = m.func("tick", Flavor::Event, &[Type::Count, Type::String], Type::Void);
    m.body(
        ev,
        &[Type::Count, Type::String],
        0,
        vec![
            st(StmtKind::Expr(ex(
                ExprKind::AddTo(AddKind::Plus, global(g, Type::Count), local(0, Type::Count)),
                Type::Count,
            ))),
            print(vec![global(g, Type::Count), local(1, Type::String)]),
        ],
    );
    let raise = |n| {
        st(StmtKind::Event(EventCall {
            event: GlobalId(ev),
            name: "tick".into(),
            args: vec![count(n), text("x")],
        }))
    };
    m.body(init, &[], 0, vec![raise(3), raise(4), print(vec![text("queued")])]);
    assert_eq!(m.run(init), ["queued", "3, x", "7, x"]);
}

#[test]
fn arguments_that_handlers_read_are_known() {
    let (mut m, _) = maker();
    let params = [Type::Count, Type::String, Type::Count, Type::String];
    let ev = m.func("seen", Flavor::Event, &params, Type::Void);
    m.body(ev, &params, 0, vec![print(vec![local(1, Type::String)])]);
    let also = while_(cmp(CmpOp::Eq, local(2, Type::Count), count(0)), block(vec![]));
    m.body(ev, &params, 1, vec![also]);
    let unread = m.func("unread", Flavor::Event, &params, Type::Void);
    m.body(unread, &params, 0, vec![print(vec![text("x")])]);
    let host = Recorder::default();
    let lines = host.lines.clone();
    let mut machine = Machine::new(Rc::new(m.p), Box::new(host));
    assert_eq!((machine.arguments_read(ev), machine.arguments_read(unread)), (0b0110, 0));
    let any = || Value::Bool(false);
    machine.queue(ev, &mut vec![any(), "read".into(), Value::Count(7), any()], 0);
    machine.queue(unread, &mut vec![any(), any(), any(), any()], 0);
    machine.drain();
    assert_eq!(lines.take(), ["read", "x"]);
    // A variable that holds another event runs that event's handlers.
    machine.globals[unread] = machine.globals[ev].clone();
    assert_eq!(machine.arguments_read(unread), u64::MAX);
}

#[test]
fn fields_that_handlers_read_are_known() {
    let (mut m, _) = maker();
    let fields = ["a", "b", "c"].map(|name| Field::new(name, Type::Count)).to_vec();
    let record = Type::Record(Rc::new(RecordType::new(Some("H".into()), fields)));
    let params = [Type::Count, record.clone()];
    let header = || local(1, record.clone());
    let field = |at: u32| ex(ExprKind::Field(header(), at, "f".into()), Type::Count);
    let ev = m.func("seen", Flavor::Event, &params, Type::Void);
    m.body(ev, &params, 0, vec![print(vec![field(1)])]);
    let has = ex(ExprKind::HasField(header(), 2, "c".into()), Type::Bool);
    m.body(ev, &params, 1, vec![while_(has, block(vec![]))]);
    let whole = m.func("whole", Flavor::Event, &params, Type::Void);
    m.body(whole, &params, 0, vec![print(vec![field(1)])]);
    m.body(whole, &params, 1, vec![print(vec![header()])]);
    let mut machine = Machine::new(Rc::new(m.p), Box::new(Recorder::default()));
    assert_eq!((machine.fields_read(ev, 1), machine.fields_read(whole, 1)), (0b110, u64::MAX));
    // A copy for others has all fields.
    machine.copy_event(ev, true);
    assert_eq!((machine.fields_read(ev, 1), machine.arguments_read(ev)), (u64::MAX, u64::MAX));
}
