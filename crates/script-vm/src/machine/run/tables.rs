//! Lookups and changes of table entries.
use super::keys::{index_values, key_bytes, with_key};
use super::unset;
use crate::code::{Code, R, Site};
use crate::machine::Machine;
use crate::word::untag;
use script_sema::tree::ExprKind;
use value::{Bits, Result, RuntimeError, Table, Type, Value, Vector};

/// Returns the table in a register.
#[inline(always)]
pub(super) fn table(v: &Option<Value>) -> Result<&Table> {
    match v {
        Some(Value::Table(t)) => Ok(t),
        _ => Err(unset()),
    }
}

#[cold]
fn no_index() -> RuntimeError {
    RuntimeError::new("no such index")
}

/// Returns the error for a global without a value; it names the global, not the look-up.
#[cold]
fn unset_global(c: &Code, pc: usize) -> RuntimeError {
    match c.site(pc - 1) {
        Some(Site::Expr(e)) => match &e.kind {
            ExprKind::In(_, t) | ExprKind::NotIn(_, t) => unset().at(t.loc, || Some(t.to_string())),
            _ => unset(),
        },
        _ => unset(),
    }
}

/// Returns the values of all patterns that match the string in `a`.
pub(super) fn matching(t: &Option<Value>, a: &Option<Value>) -> Result<Value> {
    let Some(Value::String(s)) = a else { return Err(unset()) };
    let t = table(t)?;
    let yields = t.table_type().yields.clone().unwrap_or(Type::Bool);
    let Type::Vector(ty) = Type::vector_of(yields) else { return Err(unset()) };
    Ok(Value::Vector(Vector::from_values(ty, t.matching(s))))
}

/// A frame's registers, from which an index is read.
#[derive(Clone, Copy)]
pub(super) struct Operands<'a> {
    pub(super) c: &'a Code,
    pub(super) ws: &'a [u64],
    pub(super) vs: &'a [Option<Value>],
}

impl Operands<'_> {
    /// Calls `f` with the bytes of an index.
    #[inline(always)]
    fn with<T>(&self, key: R, f: impl FnOnce(&[u8]) -> T) -> Result<T> {
        with_key(&self.c.keys[usize::from(key)], self.ws, self.vs, f)
    }

    #[inline(always)]
    fn table(&self, t: R) -> Result<&Table> {
        table(&self.vs[usize::from(t)])
    }
}

impl Machine {
    /// Loads `t[key]`.
    #[inline(always)]
    pub(super) fn entry(&mut self, o: Operands<'_>, t: R, key: R) -> Result<Bits> {
        let t = o.table(t)?;
        match o.with(key, |k| t.plain_value(k))? {
            Some(Some(x)) => Ok(Bits::made(Some(x))),
            Some(None) => Err(no_index()),
            None => self.look_up(o, t, key)?.map(Bits::from).ok_or_else(no_index),
        }
    }

    /// Loads `t[key]` as a scalar.
    #[inline(always)]
    pub(super) fn entry_word(&mut self, o: Operands<'_>, t: R, key: R) -> Result<u64> {
        let t = o.table(t)?;
        match o.with(key, |k| t.plain_word(k))? {
            Some(Some(x)) => Ok(x),
            Some(None) => Err(no_index()),
            None => self.look_up(o, t, key)?.as_ref().and_then(untag).ok_or_else(no_index),
        }
    }

    /// Looks up an entry in a table that has attributes, or is indexed by subnet or pattern.
    #[inline(never)]
    fn look_up(&mut self, o: Operands<'_>, t: &Table, key: R) -> Result<Option<Value>> {
        let now = self.now;
        if let Some(found) = o.with(key, |k| t.find(k, now))? {
            return Ok(found);
        }
        let parts = &o.c.keys[usize::from(key)];
        let k = key_bytes(parts, o.ws, o.vs)?;
        t.lookup_key(self, k.bytes(), &index_values(parts, o.ws, o.vs))
    }

    /// Computes `key in t`.
    #[inline(always)]
    pub(super) fn is_in(&mut self, o: Operands<'_>, t: R, key: R) -> Result<bool> {
        let t = o.table(t)?;
        let now = self.now;
        match o.with(key, |k| t.holds(k, now))? {
            Some(is_in) => Ok(is_in),
            None => t.contains(self, &index_values(&o.c.keys[usize::from(key)], o.ws, o.vs)),
        }
    }

    /// Computes `key in t` for the table in a global, for the instruction before `pc`.
    #[inline(always)]
    pub(super) fn is_in_global(&mut self, o: Operands<'_>, pc: usize, g: u32, key: R) -> Result<bool> {
        let now = self.now;
        let Some(Value::Table(t)) = &self.globals[g] else { return Err(unset_global(o.c, pc)) };
        match o.with(key, |k| t.holds(k, now))? {
            Some(is_in) => Ok(is_in),
            None => {
                let t = t.clone();
                t.contains(self, &index_values(&o.c.keys[usize::from(key)], o.ws, o.vs))
            }
        }
    }

    /// Executes `t[key] = x`, or `add t[key]` if `x` is [`Bits::NONE`].
    #[inline(always)]
    pub(super) fn set_entry(&mut self, o: Operands<'_>, t: R, key: R, x: Bits) -> Result<()> {
        let t = o.table(t)?;
        o.with(key, |k| t.assign_key(self, k, x.into_value()))??;
        self.whens.mark();
        Ok(())
    }

    /// Executes `delete t[key]`.
    #[inline(always)]
    pub(super) fn delete_entry(&mut self, o: Operands<'_>, t: R, key: R) -> Result<()> {
        let t = o.table(t)?;
        drop(o.with(key, |k| t.delete_key(self, k))??);
        self.whens.mark();
        Ok(())
    }
}
