//! Compiles the handlers of an event as one code object, in the order in which they run.
//!
//! The handlers share the registers of the arguments, so that these are placed once, and use the same registers for
//! their locals. `return` jumps to the next handler.
use super::assigned::{self, assigned_locals};
use super::{Body, Compiler, TooLarge, signature};
use crate::code::{Code, Ins, Site, Var};
use script_sema::tree::{BodyId, BodyKind, Program};
use value::{FuncType, Loc, Type};

/// Compiles handlers of an event with this signature.
pub(crate) fn handlers(
    program: &Program,
    bodies: &[(BodyId, &Body)],
    sig: &FuncType,
) -> Result<Code, TooLarge> {
    let name = bodies.first().map_or("", |(_, b)| &b.name);
    let mut c = Compiler::new(program, name, BodyKind::Event, Type::Void);
    let layout = signature(sig);
    c.place_args(&layout);
    let tops = (c.w_top, c.v_top);
    for (n, (id, b)) in bodies.iter().enumerate() {
        let end = c.label();
        c.end = Some(end);
        let start = c.here();
        let body = Compiler::pooled(&mut c.code.handlers, (*id, start), &mut c.failed);
        // An instruction without a place of its own must not get one of the handler before.
        c.site(Site::Loc(Loc::NONE));
        c.jump(Ins::Handler { body, to: 0 }, end);
        let unset = assigned::maybe_unset(b);
        c.root = *b;
        c.place_locals(b, Some(&layout), &unset);
        if n > 0 {
            c.empty_locals(b);
        }
        if n + 1 < bodies.len() {
            c.own_assigned_parameters(b);
        }
        c.stmt(&b.block);
        c.bind(end);
        (c.w_top, c.v_top) = tops;
    }
    c.emit(Ins::Return);
    c.finish()
}

impl Compiler<'_> {
    /// Ends the body: leaves the code, or goes on to the event's next handler.
    pub(super) fn end_body(&mut self) {
        match self.end {
            Some(end) => self.jump(Ins::Jump { to: 0 }, end),
            None => self.emit(Ins::Return),
        }
    }

    /// Empties the registers of locals that may be read before they are assigned. An earlier handler may have left
    /// values there.
    fn empty_locals(&mut self, b: &Body) {
        for (at, checked) in self.checked.clone().into_iter().enumerate() {
            let is_param = b.params.iter().any(|p| p.local.0 as usize == at);
            if let (true, false, Some(Var::Value(d))) = (checked, is_param, self.locals.get(at).copied()) {
                self.emit(Ins::ClearV { d });
            }
        }
    }

    /// Copies the parameters that the handler assigns, because later handlers see the event's arguments.
    fn own_assigned_parameters(&mut self, b: &Body) {
        let assigned = assigned_locals(b);
        for p in &b.params {
            let at = p.local.0 as usize;
            if assigned.get(at) != Some(&true) {
                continue;
            }
            let given = self.local(p.local);
            let own = self.copied(given);
            if let Some(local) = self.locals.get_mut(at) {
                *local = own;
            }
        }
    }
}
