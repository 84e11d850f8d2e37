//! Verifies code before it runs: every register is in its frame, every jump in the code, every number in its pool.
//!
//! The compiler generates no code that fails here. A failure is a bug in the compiler, caught before it does harm.
use crate::code::{Code, Ins, KeyPart, R, Var};

/// Verifies code; the error names the instruction and its operand.
pub(crate) fn verify(c: &Code) -> Result<(), String> {
    for (at, i) in c.ins.iter().enumerate() {
        i.verify(c).map_err(|what| format!("instruction {at} ({i:?}): {what}"))?;
    }
    // So no instruction needs a test whether another one follows.
    if !c.ins.last().is_some_and(Ins::ends) {
        return Err("no end".to_owned());
    }
    for part in c.keys.iter().flatten() {
        match part {
            KeyPart::Word(r, _) => word(c, *r)?,
            KeyPart::Value(r) => value(c, *r)?,
        }
    }
    for var in c.loops.iter().flat_map(|l| l.keys.iter().chain([&l.value])) {
        match var {
            Var::Word(r) => word(c, *r)?,
            Var::Value(r) => value(c, *r)?,
            Var::None => {}
        }
    }
    for to in c.switches.iter().flat_map(|s| s.cases.values().chain([&s.default])) {
        if *to as usize >= c.ins.len() {
            return Err(format!("a case at {to} of {}", c.ins.len()));
        }
    }
    for i in &c.inlined {
        if i.from > i.to || i.to as usize > c.ins.len() {
            return Err(format!("{} from {} to {} of {}", i.name, i.from, i.to, c.ins.len()));
        }
    }
    for (at, skip) in &c.skips {
        if skip.to as usize >= c.ins.len() {
            return Err(format!("the end of the statement at {at} is {} of {}", skip.to, c.ins.len()));
        }
    }
    Ok(())
}

fn word(c: &Code, r: R) -> Result<(), String> {
    if r < c.words { Ok(()) } else { Err(format!("word register {r} of {}", c.words)) }
}

fn value(c: &Code, r: R) -> Result<(), String> {
    if r < c.values { Ok(()) } else { Err(format!("value register {r} of {}", c.values)) }
}
