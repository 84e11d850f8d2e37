//! Compares the machine with the walker: random programs must yield the same output, and errors at the same places.
mod expressions;
mod generator;

use crate::machine::tests::Recorder;
use crate::machine::{Limits, Machine};
use crate::walker::Walker;
use generator::{Dice, Generator};
use script_sema::tree::{
    BodyKind, Expr, ExprKind, Global, GlobalAttrs, GlobalId, GlobalKind, Init, InitOp, Program,
};
use std::cell::Cell;
use std::rc::Rc;
use value::{Context, Field, Flavor, FuncType, Loc, RecordType, Type, Value};

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
        small: false,
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
    for i in 0..4 {
        let (params, result) = (vec![Type::Count, Type::String], [Type::Count, Type::String][i % 2].clone());
        g.small = i < 2;
        let fields = params.iter().enumerate().map(|(i, t)| Field::new(format!("p{i}"), t.clone())).collect();
        let ty = Type::func(Flavor::Function, fields, result.clone());
        let id = global(&mut p, format!("f{i}"), ty, GlobalKind::Func);
        let body = g.body(&format!("f{i}"), BodyKind::Function, &params, result.clone());
        let body = p.add_body(body);
        p.attach_body(id, body);
        // Later bodies may call this function; it cannot call itself.
        g.functions.push((id.0, params, result));
    }
    g.small = false;
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

/// Runs a program both ways; returns the output and errors of each, or `None` if the program does not end soon.
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
    // Guards against a generator whose programs do nothing.
    assert!(ran > 800 && printed > 2000 && failed > 100, "{ran} ran, {printed} lines, {failed} with errors");
}
