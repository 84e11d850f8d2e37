//! Finds the code that a call runs.
use super::Machine;
use crate::code::{ClosureSpec, Code, R, Signature, Var};
use crate::ops;
use crate::word::tag;
use script_sema::tree::BodyId;
use std::cell::RefCell;
use std::rc::Rc;
use value::{Bits, Code as FuncCode, ErrorKind, Flavor, Func, Result, RuntimeError, Type, Value};

/// The target of a call by name.
pub(super) enum Callee {
    /// One body, that of a function or the only one of a hook.
    One(Body),
    /// Bodies that run one after the other, each in its own frame.
    Bodies,
}

/// The code of a body and, for a closure, the function value that holds its captured variables.
pub(super) type Body = (Rc<Code>, Option<Rc<Func>>);

impl Machine {
    /// Returns the code that a call of a global runs.
    pub(super) fn callee(&mut self, g: u32) -> Result<Callee> {
        let callable = &self.callables[g];
        // A script may have assigned a function to a name that has no bodies.
        let given = match &self.globals[g] {
            Some(Value::Func(func)) if callable.bodies.is_empty() => match &func.code {
                FuncCode::Closure(b, _) => Some((func.clone(), BodyId(*b))),
                FuncCode::Global(h) if *h != g => {
                    self.callables[*h].bodies.first().map(|b| (func.clone(), *b))
                }
                FuncCode::Global(_) => None,
            },
            _ => None,
        };
        Ok(match (callable.flavor, given) {
            (Flavor::Hook, _) => match self.only_body(g)? {
                Some(code) => Callee::One((code, None)),
                None => Callee::Bodies,
            },
            (Flavor::Event, _) => Callee::Bodies,
            (Flavor::Function, Some((func, b))) => Callee::One((self.code_of(b, &func.ty)?, Some(func))),
            (Flavor::Function, None) => Callee::One((self.function(g)?, None)),
        })
    }

    /// Returns the body that a call of a function value runs, with its captures; `None` if there may be several bodies,
    /// or if the function is built in.
    pub(super) fn callee_of(&mut self, func: &Rc<Func>) -> Result<Option<Body>> {
        Ok(match &func.code {
            FuncCode::Global(g) => {
                let callable = &self.callables[*g];
                match callable.flavor {
                    Flavor::Hook => self.only_body(*g)?.map(|code| (code, None)),
                    Flavor::Function if callable.builtin.is_none() => Some((self.function(*g)?, None)),
                    Flavor::Function | Flavor::Event => None,
                }
            }
            FuncCode::Closure(b, _) if func.ty.flavor == Flavor::Function => {
                Some((self.code_of(BodyId(*b), &func.ty)?, Some(func.clone())))
            }
            FuncCode::Closure(..) => None,
        })
    }

    /// Returns the code of a hook with a single body; `None` if it has none or several, or if the body is off.
    fn only_body(&mut self, g: u32) -> Result<Option<Rc<Code>>> {
        match self.callables[g].bodies[..] {
            [b] if self.body_is_on(b) => self.code(b).map(Some),
            _ => Ok(None),
        }
    }

    /// Returns the code of a function's only body, and caches it for direct calls.
    fn function(&mut self, g: u32) -> Result<Rc<Code>> {
        if let Some(c) = &self.direct[g] {
            return Ok(c.clone());
        }
        let Some(&b) = self.callables[g].bodies.first() else { return Err(self.no_body(g)) };
        let code = self.code(b)?;
        self.direct[g] = Some(code.clone());
        Ok(code)
    }

    /// Calls a built-in function with the last `n` arguments on the stack, for the instruction before `pc`.
    #[inline(always)]
    pub(super) fn builtin(
        &mut self,
        code: &Rc<Code>,
        pc: usize,
        g: u32,
        n: R,
        args: &mut Vec<Value>,
    ) -> Result<Option<Value>> {
        let first = args.len() - usize::from(n);
        if self.whens.is_trying()
            && let Some(x) = self.whens.answer_for(code, pc)
        {
            args.truncate(first);
            return Ok(x);
        }
        let Some(run) = self.callables[g].builtin else { return Err(self.no_body(g)) };
        let x = self.called_from(code, pc, |m| run(m, &args[first..]));
        drop_args(args, first);
        x
    }

    /// Makes a closure with its captured variables.
    pub(super) fn lambda(&self, spec: &ClosureSpec, held: Vec<Option<Value>>) -> Option<Value> {
        let Type::Func(ty) = &spec.ty else { return None };
        let name = self.program.body(spec.body).name.clone();
        let code = FuncCode::Closure(spec.body.0, RefCell::new(held));
        Some(Value::Func(Rc::new(Func { name, ty: ty.clone(), code, bodies: Some(self.program.clone()) })))
    }

    /// Handles the result of an assertion: raises its event, or returns the assertion's error.
    pub(super) fn assert(
        &mut self,
        code: &Rc<Code>,
        pc: usize,
        held: bool,
        text: &str,
        message: Value,
    ) -> Result<()> {
        if let Some(check) = self.host.builtin("assert") {
            let args = [held.into(), text.into(), message];
            return self.called_from(code, pc, |m| check(m, &args)).map(drop);
        }
        if held {
            return Ok(());
        }
        Err(RuntimeError::of(ErrorKind::Error, format!("assertion failure: {text}")))
    }

    /// Returns the arguments of a global as values.
    pub(super) fn collect(&self, g: u32, w: R, v: R, ws: &[u64], vs: &mut [Option<Value>]) -> Vec<Value> {
        match &self.callables[g].sig {
            Some(s) => gather(s, w, v, ws, vs),
            None => Vec::new(),
        }
    }
}

/// Drops the arguments from number `first` on.
#[inline(always)]
pub(super) fn drop_args(args: &mut Vec<Value>, first: usize) {
    while args.len() > first {
        drop(args.pop().map(Bits::from));
    }
}

/// Collects the arguments of a call as values.
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

/// Collects the captured values of a closure.
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
