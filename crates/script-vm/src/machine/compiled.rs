//! Compiles code when it is first needed.
use super::Machine;
use super::run::End;
use crate::code::Code;
use crate::compile;
use script_sema::tree::{Body, BodyId, ExprRef, GlobalId};
use std::rc::Rc;
use value::{ErrorKind, FuncType, Level, Result, RuntimeError, Value};

impl Machine {
    /// Computes an expression that is outside of any function.
    pub fn evaluate(&mut self, e: &ExprRef) -> Result<Value> {
        if let Some(v) = self.written_out(e)? {
            return Ok(v);
        }
        let code = compile::expression(&self.program, e).map_err(too_large)?;
        crate::verify::verify(&code).map_err(RuntimeError::new)?;
        self.value_of(Rc::new(code))
    }

    pub(super) fn value_of(&mut self, code: Rc<Code>) -> Result<Value> {
        let value = match self.enter(code, None, |_, _| ())? {
            End::Value(v) => v.into_value(),
            _ => None,
        };
        value.ok_or_else(|| RuntimeError::new("value used but not set"))
    }

    /// Returns the compiled code of a body.
    pub(super) fn code(&mut self, b: BodyId) -> Result<Rc<Code>> {
        if let Some(c) = &self.codes[b.0] {
            return Ok(c.clone());
        }
        let program = self.program.clone();
        let body = program.body(b);
        let sig = self.owners[b.0].and_then(|g| program.global(GlobalId(g)).ty.as_func());
        self.compile_body(b, sig.map(|f| &**f), body)
    }

    /// Returns the compiled code of a body whose signature the caller has.
    pub(super) fn code_of(&mut self, b: BodyId, sig: &FuncType) -> Result<Rc<Code>> {
        if let Some(c) = &self.codes[b.0] {
            return Ok(c.clone());
        }
        let program = self.program.clone();
        self.compile_body(b, Some(sig), program.body(b))
    }

    /// Compiles handlers of an event as one.
    pub(super) fn joined(&mut self, bodies: &[(BodyId, &Body)], ty: &FuncType) -> Result<Rc<Code>> {
        let code = compile::handlers(&self.program, bodies, ty).map_err(too_large)?;
        self.report_broken_bodies();
        crate::verify::verify(&code).map_err(|e| {
            RuntimeError::of(ErrorKind::Runtime, format!("bytecode of {} is broken: {e}", code.name))
        })?;
        Ok(Rc::new(code))
    }

    /// Reports the errors in bodies that were checked when they were first needed.
    fn report_broken_bodies(&mut self) {
        for (loc, why) in self.program.bodies.take_errors() {
            self.host.report(Level::Error, &why, Some(loc));
        }
    }

    fn compile_body(&mut self, b: BodyId, sig: Option<&FuncType>, body: &Body) -> Result<Rc<Code>> {
        let code = compile::body(&self.program, body, sig).map_err(too_large)?;
        self.report_broken_bodies();
        crate::verify::verify(&code).map_err(|e| {
            RuntimeError::of(ErrorKind::Runtime, format!("bytecode of {} is broken: {e}", body.name))
        })?;
        let code = Rc::new(code);
        self.codes[b.0] = Some(code.clone());
        Ok(code)
    }
}

pub(super) fn too_large(e: compile::TooLarge) -> RuntimeError {
    RuntimeError::of(ErrorKind::Runtime, e.to_string())
}
