//! Checks long tables of constants without making an expression for each of their parts.
//!
//! Some tables in scripts have thousands of rows. If every part of every row is a literal of exactly the type that the
//! table needs, its value goes straight into the program. All other tables, and those with errors, are checked in the
//! general way.
use super::{Pass, is_error};
use crate::tree::{RowValues, Rows};
use script_syntax::ExprId;
use script_syntax::tree::{ExprKind as Syntax, List, ListExpr, Literal};
use std::rc::Rc;
use value::{Field, RecordType, Type, Value};

/// The minimum number of rows; shorter tables are checked in the general way.
const LONG: usize = 16;

impl Pass<'_> {
    /// Returns the rows of `{ [1, "a"] = "b", … }` for a table of type `ty`.
    pub(super) fn rows(&self, init: ExprId, ty: &Type) -> Option<Rows> {
        let Syntax::Braces(list) = self.t[init].kind else { return None };
        // An editor's index needs the places of the names in the rows.
        if self.c.index.is_some() {
            return None;
        }
        let Type::Table(table) = ty else { return None };
        let items = &self.t[list.items];
        if items.len() < LONG {
            return None;
        }
        let yields = table.yields.as_ref()?;
        let fields = yields.as_record().map(|r| r.fields()).unwrap_or_default();
        let mut keys = Vec::with_capacity(items.len() * table.index.len());
        let mut values = match yields {
            Type::Record(r) => RowValues::Records(Rc::clone(r), Vec::with_capacity(items.len())),
            _ => RowValues::Plain(Vec::with_capacity(items.len())),
        };
        for &item in items {
            let Syntax::Assign(to, value) = self.t[item].kind else { return None };
            let Syntax::Brackets(ListExpr { items: parts, trailing_comma: false }) = self.t[to].kind else {
                return None;
            };
            if parts.len() != table.index.len() {
                return None;
            }
            for (&part, t) in self.t[parts].iter().zip(&table.index) {
                keys.push(self.literal_of(part, t)?);
            }
            match &mut values {
                RowValues::Plain(all) => all.push(self.literal_of(value, yields)?),
                RowValues::Records(r, all) => {
                    let Syntax::Brackets(list) = self.t[value].kind else { return None };
                    all.push(self.literal_fields(list.items, r, &fields)?);
                }
            }
        }
        Some(Rows { ty: Rc::clone(table), attrs: None, keys, values })
    }

    /// Returns the value of a literal of type `t`.
    fn literal_of(&self, e: ExprId, t: &Type) -> Option<Value> {
        let Syntax::Literal(l) = self.t[e].kind else { return None };
        Some(match (l, t) {
            (Literal::Bool(b), Type::Bool) => Value::Bool(b),
            (Literal::Count(n), Type::Count) => Value::Count(n),
            (Literal::Double(d), Type::Double) => Value::Double(d),
            (Literal::Interval(s), Type::Interval) => Value::Interval(s),
            (Literal::Port(p), Type::Port) => Value::Port(p),
            (Literal::Addr(a), Type::Addr) => Value::addr(a),
            (Literal::Subnet(n), Type::Subnet) => Value::subnet(n),
            (Literal::Str(b), Type::String) => Value::string(&self.t[b]),
            _ => return None,
        })
    }

    /// Returns the fields of `[$a=1, $b="c"]` for a record of type `r`; `None` if a required field is missing.
    fn literal_fields(
        &self,
        list: List<ExprId>,
        r: &RecordType,
        all: &[Rc<Field>],
    ) -> Option<Box<[(u32, Value)]>> {
        let mut fields: Vec<(u32, Value)> = Vec::with_capacity(list.len());
        for &e in &self.t[list] {
            let Syntax::FieldAssign(name, value) = self.t[e].kind else { return None };
            let at = r.position(self.text(name))?;
            let field = all.get(at as usize)?;
            if field.attrs.deprecated.is_some() || fields.iter().any(|(i, _)| *i == at) {
                return None;
            }
            fields.push((at, self.literal_of(value, &field.ty)?));
        }
        let given = |i: usize| fields.iter().any(|(at, _)| *at as usize == i);
        let whole = all.iter().enumerate().all(|(i, f)| !is_error(&f.ty) && (f.attrs.optional || given(i)));
        whole.then(|| fields.into_boxed_slice())
    }
}
