//! Fields of records.
use super::unset;
use crate::code::{Code, R, Site};
use crate::machine::Machine;
use crate::word::tag_code;
use script_sema::tree::ExprKind;
use value::{Bits, Context, Record, Result, RuntimeError, Value};

/// Returns the record in a register.
#[inline(always)]
pub(super) fn record(v: &Option<Value>) -> Result<&Record> {
    match v {
        Some(Value::Record(r)) => Ok(r),
        _ => Err(unset()),
    }
}

/// Loads the scalar in a field.
#[inline(always)]
pub(super) fn word(r: &Record, f: R) -> Result<u64> {
    r.word(f.into()).ok_or_else(missing)
}

/// Loads the content of a field.
#[inline(always)]
pub(super) fn load(r: &Record, f: R) -> Result<Bits> {
    r.load(f.into()).ok_or_else(missing)
}

/// Loads the content of a field that is not [ready](Record::ready).
#[inline(never)]
pub(super) fn load_other(r: &Record, f: R) -> Result<Bits> {
    load(r, f)
}

/// Loads the record in a field, for an instruction that accesses a field of that record.
#[inline(always)]
pub(super) fn inner(c: &Code, pc: usize, r: &Record, f: R) -> Result<Record> {
    r.inner(f.into()).ok_or_else(|| missing_inner(c, pc))
}

/// Loads the scalar in field `g` of the record in field `f`.
#[inline(always)]
pub(super) fn inner_word(c: &Code, pc: usize, r: &Record, f: R, g: R) -> Result<u64> {
    match r.inner_word(f.into(), g.into()) {
        Some(x) => Ok(x),
        None => word(&made(c, pc, r, f)?, g),
    }
}

/// Loads the content of field `g` of the record in field `f`.
#[inline(always)]
pub(super) fn inner_load(c: &Code, pc: usize, r: &Record, f: R, g: R) -> Result<Bits> {
    match r.inner_load(f.into(), g.into()) {
        Some(x) => Ok(x),
        None => load(&made(c, pc, r, f)?, g),
    }
}

/// Whether field `g` of the record in field `f` has a value.
#[inline(always)]
pub(super) fn inner_has(c: &Code, pc: usize, r: &Record, f: R, g: R) -> Result<bool> {
    match r.inner_has(f.into(), g.into()) {
        Some(has) => Ok(has),
        None => Ok(made(c, pc, r, f)?.has(g.into())),
    }
}

/// Loads the record in a field in the rare cases: the record or its requested field is missing, or must be created
/// first.
#[cold]
#[inline(never)]
fn made(c: &Code, pc: usize, r: &Record, f: R) -> Result<Record> {
    inner(c, pc, r, f)
}

/// Assigns a scalar to a field.
#[inline(always)]
pub(super) fn set_word(c: &Code, r: &Record, f: R, kind: R, w: u64) {
    if !r.put_word(f.into(), w) {
        r.put(f.into(), tag_code(c, kind, w));
    }
}

/// Adds to a field of type `int` or `count`.
#[inline(always)]
pub(super) fn add(r: &Record, f: R, more: u64) -> Result<()> {
    if r.add_to(f.into(), more) { Ok(()) } else { Err(missing()) }
}

#[cold]
fn missing() -> RuntimeError {
    RuntimeError::new("field value missing")
}

/// Returns the error for a missing inner field; it names the inner expression.
#[cold]
fn missing_inner(c: &Code, pc: usize) -> RuntimeError {
    match c.site(pc - 1) {
        Some(Site::Expr(e)) => match &e.kind {
            ExprKind::Field(r, ..) | ExprKind::HasField(r, ..) => missing().at(r.loc, || Some(r.to_string())),
            _ => missing(),
        },
        _ => missing(),
    }
}

impl Machine {
    /// Executes `delete r$f`.
    pub(super) fn clear_field(&mut self, r: &Record, f: R) -> Result<()> {
        r.reset(f.into());
        if let Some((_, what)) = r.pending().iter().find(|p| p.0 == u32::from(f)) {
            r.set(f.into(), self.pending(what)?);
        }
        self.whens.mark();
        Ok(())
    }

    /// Makes a record with defaults in all fields except those that the next instructions assign.
    #[inline(always)]
    pub(super) fn new_record(&mut self, c: &Code, spec: R) -> Result<Bits> {
        let (ty, given) = &c.records[usize::from(spec)];
        let r = Record::new(ty.clone());
        if !r.pending().is_empty() {
            self.compute_fields(&r, given)?;
        }
        Ok(Value::Record(r).into())
    }

    #[inline(never)]
    fn compute_fields(&mut self, r: &Record, given: &[u32]) -> Result<()> {
        let mut wanted = r.pending().iter().filter(|p| !given.contains(&p.0));
        wanted.try_for_each(|(field, what)| {
            r.set(*field, self.pending(what)?);
            Ok(())
        })
    }
}
