//! Initial values that are constants, built directly from the tree.
//!
//! Most globals start as a constant, or as a table of up to thousands of constants. Compiling code that runs only once
//! would be a waste.
use super::Machine;
use crate::code::word_kind;
use crate::compile::names_frame;
use crate::word::{tag, untag};
use script_sema::tree::{Expr, ExprKind, ExprRef, RowValues, Rows};
use std::rc::Rc;
use value::{Context, Result, Table, TableAttrs, TableMeta, Type, Value, Vector};

impl Machine {
    /// Returns the value of a constant, or of a table, set or vector of constants; `None` if it must be computed.
    pub(super) fn written_out(&mut self, e: &Expr) -> Result<Option<Value>> {
        match (&e.kind, &e.ty) {
            (ExprKind::Const(_), _) => Ok(constant(e)),
            (ExprKind::Table(entries, attrs), Type::Table(_)) if !self.has_own_default(attrs.as_ref()) => {
                let rows = entries.iter().map(|(k, v)| Some((row(k)?, Some(constant(v)?))));
                self.table(e, attrs.as_ref(), rows.collect())
            }
            (ExprKind::Set(entries, attrs), Type::Table(_)) if !self.has_own_default(attrs.as_ref()) => {
                let rows = entries.iter().map(|k| Some((row(k)?, None)));
                self.table(e, attrs.as_ref(), rows.collect())
            }
            (ExprKind::Vector(items), Type::Vector(ty)) => {
                Ok(row(items).map(|items| Value::Vector(Vector::from_values(ty.clone(), items))))
            }
            _ => Ok(None),
        }
    }

    /// Builds a table from constant rows.
    pub(super) fn table_of_rows(&mut self, rows: &Rows) -> Result<Table> {
        let t = Table::new(Rc::new(TableMeta::new(Rc::clone(&rows.ty), rows.attrs.clone())));
        let keys = rows.keys.chunks_exact(rows.ty.index.len().max(1));
        match &rows.values {
            RowValues::Plain(all) => {
                for (key, value) in keys.zip(all) {
                    t.assign(self, key, Some(value.clone()))?;
                }
            }
            RowValues::Records(ty, all) => {
                for (key, fields) in keys.zip(all) {
                    let r = Context::record(self, ty)?;
                    for (i, value) in fields {
                        r.set(*i, value.clone());
                    }
                    t.assign(self, key, Some(Value::Record(r)))?;
                }
            }
        }
        Ok(t)
    }

    fn table(
        &mut self,
        e: &Expr,
        attrs: Option<&Rc<TableAttrs>>,
        rows: Option<Vec<(Vec<Value>, Option<Value>)>>,
    ) -> Result<Option<Value>> {
        let (Type::Table(ty), Some(rows)) = (&e.ty, rows) else { return Ok(None) };
        let t = Table::new(Rc::new(TableMeta::new(ty.clone(), attrs.cloned())));
        for (index, value) in rows {
            t.assign(self, &index, value).map_err(|err| err.at(e.loc, || Some(e.to_string())))?;
        }
        Ok(Some(Value::Table(t)))
    }

    /// Whether a table's default must be computed where the table is made.
    fn has_own_default(&self, attrs: Option<&Rc<TableAttrs>>) -> bool {
        let default = attrs.and_then(|a| a.default.or(a.default_insert));
        default.is_some_and(|id| self.program.thunks.get(id.0 as usize).is_some_and(|t| names_frame(&t.expr)))
    }
}

/// Returns a sequence of constants; `None` if one is not constant.
fn row(all: &[ExprRef]) -> Option<Vec<Value>> {
    all.iter().map(|e| constant(e)).collect()
}

/// Returns a constant in the type of its expression; `None` for other expressions.
fn constant(e: &Expr) -> Option<Value> {
    let ExprKind::Const(v) = &e.kind else { return None };
    match word_kind(&e.ty) {
        Some(kind) => Some(tag(&kind, untag(v)?)),
        None => Some(v.clone()),
    }
}
