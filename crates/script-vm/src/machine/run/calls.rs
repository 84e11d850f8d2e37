//! What a call runs.
use super::Machine;
use crate::code::{Code, R, Signature, Var};
use crate::ops;
use crate::word::tag;
use script_sema::tree::BodyId;
use std::rc::Rc;
use value::{Code as FuncCode, Flavor, Func, Result, Value};

/// What is behind a name that is called.
pub(super) enum Callee {
    /// One body.
    One(Body),
    /// Bodies that run one after the other, each in a frame of its own.
    Bodies,
}

/// The code of a body, and what holds the variables that it captured.
pub(super) type Body = (Rc<Code>, Option<Rc<Func>>);

impl Machine {
    /// What a call of a global runs.
    pub(super) fn callee(&mut self, g: u32) -> Result<Callee> {
        let callable = &self.callables[g as usize];
        // A name without bodies of its own may have been given a function.
        let given = match &self.globals[g as usize] {
            Some(Value::Func(func)) if callable.bodies.is_empty() => match &func.code {
                FuncCode::Closure(b, _) => Some((func.clone(), BodyId(*b))),
                FuncCode::Global(h) if *h != g => {
                    self.callables[*h as usize].bodies.first().map(|b| (func.clone(), *b))
                }
                FuncCode::Global(_) => None,
            },
            _ => None,
        };
        Ok(match (callable.flavor, given) {
            (Flavor::Hook | Flavor::Event, _) => Callee::Bodies,
            (Flavor::Function, Some((func, b))) => Callee::One((self.code_of(b, &func.ty)?, Some(func))),
            (Flavor::Function, None) => Callee::One((self.function(g)?, None)),
        })
    }

    /// The body that a call of a function value runs, and what it captured; none where there may be several, or where
    /// it is built in.
    pub(super) fn callee_of(&mut self, func: &Rc<Func>) -> Result<Option<Body>> {
        Ok(match &func.code {
            FuncCode::Global(g) => {
                let callable = &self.callables[*g as usize];
                if callable.builtin.is_some() || callable.flavor != Flavor::Function {
                    return Ok(None);
                }
                Some((self.function(*g)?, None))
            }
            FuncCode::Closure(b, _) if func.ty.flavor == Flavor::Function => {
                Some((self.code_of(BodyId(*b), &func.ty)?, Some(func.clone())))
            }
            FuncCode::Closure(..) => None,
        })
    }

    /// The code of a function's only body, remembered for direct calls.
    fn function(&mut self, g: u32) -> Result<Rc<Code>> {
        if let Some(c) = &self.callables[g as usize].direct {
            return Ok(c.clone());
        }
        let Some(&b) = self.callables[g as usize].bodies.first() else { return Err(self.no_body(g)) };
        let code = self.code(b)?;
        self.callables[g as usize].direct = Some(code.clone());
        Ok(code)
    }

    /// Arguments of a global, as values.
    pub(super) fn collect(&self, g: u32, w: R, v: R, ws: &[u64], vs: &mut [Option<Value>]) -> Vec<Value> {
        match &self.callables[g as usize].sig {
            Some(s) => gather(s, w, v, ws, vs),
            None => Vec::new(),
        }
    }
}

/// Arguments of a call as values.
pub(super) fn gather(s: &Signature, w: R, v: R, ws: &[u64], vs: &mut [Option<Value>]) -> Vec<Value> {
    s.args
        .iter()
        .zip(s.kinds.iter())
        .filter_map(|(at, kind)| match at {
            Var::Word(r) => Some(tag(kind, ws[usize::from(w + r)])),
            Var::Value(r) => vs[usize::from(v + r)].take(),
            Var::None => None,
        })
        .collect()
}

/// Values that a closure takes with it.
pub(super) fn captured(copies: &[bool], first: R, vs: &mut [Option<Value>]) -> Result<Vec<Option<Value>>> {
    copies
        .iter()
        .enumerate()
        .map(|(i, copy)| match vs[usize::from(first) + i].take() {
            Some(v) if *copy => ops::copy(&v).map(Some),
            other => Ok(other),
        })
        .collect()
}
