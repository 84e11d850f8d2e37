//! The list of callers, which built-in functions read.
use super::inlined::{returns, run};
use super::*;

/// Adds a built-in function.
fn builtin(m: &mut Maker, name: &str, params: &[Type]) -> u32 {
    let g = m.func(name, Flavor::Function, params, Type::String);
    Rc::make_mut(&mut m.p.globals)[g as usize].kind = GlobalKind::Builtin;
    g
}

/// A call at a place.
fn called(place: u32, g: u32, name: &str, args: Vec<ExprRef>) -> ExprRef {
    let callee = Callee::Global(GlobalId(g), name.into());
    Expr::new(ExprKind::Call(callee, args), Type::String, Loc::new(place, place + 1))
}

#[test]
fn calls_that_are_not_made_are_shown() {
    let (mut m, init) = maker();
    let callers = builtin(&mut m, "callers", &[]);
    let inner = m.func("inner", Flavor::Function, &[], Type::String);
    m.body(inner, &[], 0, vec![returns(called(10, callers, "callers", vec![]))]);
    let outer = m.func("outer", Flavor::Function, &[], Type::String);
    m.body(outer, &[], 0, vec![returns(called(20, inner, "inner", vec![]))]);
    let own = called(40, callers, "callers", vec![]);
    m.body(init, &[], 0, vec![print(vec![called(30, outer, "outer", vec![]), own])]);
    let expected = "inner:10 outer:20 zeek_init:30, zeek_init:40";
    assert_eq!(run(m, init), (0, vec![expected.to_owned()]));
}

/// The call of a built-in function is on the list when the function that it calls asks, and still when that one has
/// returned; it is off the list after an error.
#[test]
fn a_built_in_function_that_calls_back_is_shown_while_it_runs() {
    let (mut m, init) = maker();
    let callers = builtin(&mut m, "callers", &[]);
    let through = builtin(&mut m, "through", &[Type::Any]);
    let value = |m: &Maker, g: u32| global(g, m.p.globals[g as usize].ty.clone());
    let inner = m.func("inner", Flavor::Function, &[], Type::String);
    m.body(inner, &[], 0, vec![returns(called(10, callers, "callers", vec![]))]);
    let inner_value = value(&m, inner);
    let outer = m.func("outer", Flavor::Function, &[], Type::String);
    m.body(outer, &[], 0, vec![returns(called(20, through, "through", vec![inner_value]))]);
    let outer_value = value(&m, outer);
    let fails = m.func("fails", Flavor::Function, &[], Type::String);
    m.body(fails, &[Type::String], 0, vec![returns(local(0, Type::String))]);
    let fails_value = value(&m, fails);
    m.body(init, &[], 5, vec![print(vec![called(30, through, "through", vec![fails_value])])]);
    m.body(
        init,
        &[],
        0,
        vec![
            print(vec![called(40, through, "through", vec![outer_value])]),
            print(vec![called(50, callers, "callers", vec![])]),
        ],
    );
    let (_, lines) = run(m, init);
    assert_eq!(
        lines,
        [
            "Runtime(Expression) 1: value used but not set (l0)",
            "inner:10 outer:20 zeek_init:40 | outer:20 zeek_init:40 | zeek_init:40",
            "zeek_init:50",
        ]
    );
}
