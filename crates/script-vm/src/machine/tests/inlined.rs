//! Calls of functions that are compiled in place behave like calls.
use super::*;
use crate::code::Ins;

pub(super) fn returns(e: ExprRef) -> Stmt {
    st(StmtKind::Return(Some(e)))
}

fn if_(cond: ExprRef, then: Stmt) -> Stmt {
    st(StmtKind::If { cond, then: Box::new(then), otherwise: None })
}

/// Runs handlers of `init`, and returns the number of calls in their code beside what they printed.
pub(super) fn run(m: Maker, init: u32) -> (usize, Vec<String>) {
    let host = Recorder::default();
    let lines = host.lines.clone();
    let mut machine = Machine::new(Rc::new(m.p), Box::new(host));
    assert!(machine.start());
    machine.queue_event(init, vec![]);
    machine.drain();
    let codes = machine.handlers[init].as_ref().map_or(&[][..], |h| &h.codes);
    let calls = codes.iter().flat_map(|c| &c.ins).filter(|i| matches!(i, Ins::Call { .. })).count();
    (calls, lines.take())
}

/// `pick(n, s)`: leaves a loop by `return`, and has a variable without a value at first.
fn pick(m: &mut Maker) -> u32 {
    let f = m.func("pick", Flavor::Function, &[Type::Count, Type::String], Type::String);
    let (n, s, i, own) = (
        || local(0, Type::Count),
        || local(1, Type::String),
        || local(2, Type::Count),
        || local(3, Type::String),
    );
    let body = block(vec![
        if_(cmp(CmpOp::Eq, i(), n()), returns(bin(BinOp::Add, s(), own()))),
        set(own(), text("!")),
        set(i(), bin(BinOp::Add, i(), count(1))),
    ]);
    let code = vec![set(i(), count(0)), while_(cmp(CmpOp::Lt, i(), count(3)), body), returns(text("none"))];
    m.body(f, &[Type::Count, Type::String, Type::Count, Type::String], 0, code);
    f
}

#[test]
fn each_call_has_its_own_variables() {
    let (mut m, init) = maker();
    let f = pick(&mut m);
    let (x, n) = (|| local(0, Type::String), || local(1, Type::Count));
    let picked = |n: ExprRef| call(f, "pick", vec![n, x()], Type::String);
    let rounds = block(vec![
        // The result goes to a variable that is also an argument.
        set(x(), picked(bin(BinOp::Sub, count(3), n()))),
        print(vec![x()]),
        set(n(), bin(BinOp::Add, n(), count(1))),
    ]);
    let code = vec![
        set(x(), text("a")),
        set(n(), count(0)),
        print(vec![picked(count(2)), picked(count(7))]),
        while_(cmp(CmpOp::Lt, n(), count(5)), rounds),
    ];
    m.body(init, &[Type::String, Type::Count], 0, code);
    let (calls, lines) = run(m, init);
    assert_eq!(calls, 0);
    // The last argument is 0: the variable of the call before must not show.
    assert_eq!(
        lines,
        ["a!, none", "none", "none!", "none!!", "Runtime(Expression) 1: value used but not set (l3)"]
    );
}

#[test]
fn an_assigned_parameter_is_not_the_argument() {
    let (mut m, init) = maker();
    let f = m.func("twice", Flavor::Function, &[Type::Count], Type::Count);
    let p = || local(0, Type::Count);
    m.body(f, &[Type::Count], 0, vec![set(p(), bin(BinOp::Mul, p(), count(2))), returns(p())]);
    let code = vec![
        set(p(), count(4)),
        print(vec![
            call(f, "twice", vec![p()], Type::Count),
            p(),
            call(f, "twice", vec![count(5)], Type::Count),
        ]),
    ];
    m.body(init, &[Type::Count], 0, code);
    assert_eq!(run(m, init), (0, vec!["8, 4, 10".to_owned()]));
}

#[test]
fn constant_arguments_decide_conditions() {
    let (mut m, init) = maker();
    let f = m.func("side", Flavor::Function, &[Type::Bool], Type::String);
    let p = || local(0, Type::Bool);
    m.body(f, &[Type::Bool], 0, vec![if_(p(), returns(text("left"))), returns(text("right"))]);
    let flag = |b: bool| ex(ExprKind::Const(Value::Bool(b)), Type::Bool);
    let side = |b| call(f, "side", vec![flag(b)], Type::String);
    m.body(init, &[], 0, vec![print(vec![side(true), side(false)])]);
    assert_eq!(run(m, init), (0, vec!["left, right".to_owned()]));
}

#[test]
fn recursive_functions_are_called() {
    let (mut m, init) = maker();
    let (f, g) = (
        m.func("f", Flavor::Function, &[Type::Count], Type::Count),
        m.func("g", Flavor::Function, &[Type::Count], Type::Count),
    );
    let n = || local(0, Type::Count);
    let down = |to: u32, name: &str| call(to, name, vec![bin(BinOp::Sub, n(), count(1))], Type::Count);
    for (this, other, name) in [(f, g, "g"), (g, f, "f")] {
        let code = vec![
            if_(cmp(CmpOp::Eq, n(), count(0)), returns(count(0))),
            returns(bin(BinOp::Add, count(1), down(other, name))),
        ];
        m.body(this, &[Type::Count], 0, code);
    }
    m.body(init, &[], 0, vec![print(vec![call(f, "f", vec![count(9)], Type::Count)])]);
    let (calls, lines) = run(m, init);
    assert!(calls > 0);
    assert_eq!(lines, ["9"]);
}

/// Its result would be that of another call.
#[test]
fn functions_that_may_return_nothing_are_called() {
    let (mut m, init) = maker();
    let f = m.func("perhaps", Flavor::Function, &[Type::Bool], Type::String);
    let nothing = st(StmtKind::Return(None));
    m.body(f, &[Type::Bool], 0, vec![if_(local(0, Type::Bool), nothing), returns(text("something"))]);
    let yes = |b: bool| ex(ExprKind::Const(Value::Bool(b)), Type::Bool);
    m.body(init, &[], 0, vec![print(vec![call(f, "perhaps", vec![yes(false)], Type::String)])]);
    assert_eq!(run(m, init), (1, vec!["something".to_owned()]));
}
