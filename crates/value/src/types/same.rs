//! Equality of types.
use super::{FieldAttrs, FuncType, RecordType, Type};
use std::rc::Rc;

impl Type {
    /// Whether two types are structurally equal. `any` equals every type; all enumerations are equal (the checker
    /// judges assignments between them); records are equal if the names, types and attributes of their fields are
    /// equal, in order.
    pub fn same(&self, other: &Type) -> bool {
        same(self, other, true, &mut Vec::new())
    }

    /// Like [`Type::same`], but ignores the names of record fields.
    pub fn same_shape(&self, other: &Type) -> bool {
        same(self, other, false, &mut Vec::new())
    }
}

/// The pairs of records that are being compared. A pair that occurs inside itself counts as equal.
type Open = Vec<(*const RecordType, *const RecordType)>;

fn same(a: &Type, b: &Type, names: bool, open: &mut Open) -> bool {
    match (a, b) {
        (Type::Any | Type::Error, _) | (_, Type::Any | Type::Error) => true,
        (Type::Void, Type::Void)
        | (Type::Bool, Type::Bool)
        | (Type::Int, Type::Int)
        | (Type::Count, Type::Count)
        | (Type::Double, Type::Double)
        | (Type::Time, Type::Time)
        | (Type::Interval, Type::Interval)
        | (Type::String, Type::String)
        | (Type::Pattern, Type::Pattern)
        | (Type::Port, Type::Port)
        | (Type::Addr, Type::Addr)
        | (Type::Subnet, Type::Subnet)
        | (Type::Enum(_), Type::Enum(_)) => true,
        (Type::Opaque(a), Type::Opaque(b)) => a == b,
        (Type::Table(a), Type::Table(b)) => {
            Rc::ptr_eq(a, b)
                || (all_same(&a.index, &b.index, names, open)
                    && match (&a.yields, &b.yields) {
                        (None, None) => true,
                        (Some(x), Some(y)) => same(x, y, names, open),
                        _ => false,
                    })
        }
        // The elements of `vector()` may have any type.
        (Type::Vector(a), Type::Vector(b)) => {
            Rc::ptr_eq(a, b)
                || matches!(a.elem, Type::Void)
                || matches!(b.elem, Type::Void)
                || same(&a.elem, &b.elem, names, open)
        }
        (Type::File(a), Type::File(b)) | (Type::TypeType(a), Type::TypeType(b)) => same(a, b, names, open),
        (Type::List(a), Type::List(b)) => all_same(a, b, names, open),
        (Type::Func(a), Type::Func(b)) => Rc::ptr_eq(a, b) || same_func(a, b, names, open),
        (Type::Record(a), Type::Record(b)) => Rc::ptr_eq(a, b) || same_record(a, b, names, open),
        _ => false,
    }
}

fn all_same(a: &[Type], b: &[Type], names: bool, open: &mut Open) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(x, y)| same(x, y, names, open))
}

fn same_func(a: &FuncType, b: &FuncType, names: bool, open: &mut Open) -> bool {
    a.flavor == b.flavor
        && same(&a.result, &b.result, names, open)
        && a.params.len() == b.params.len()
        && a.params.iter().zip(&b.params).all(|(x, y)| same(&x.ty, &y.ty, names, open))
}

fn same_record(a: &Rc<RecordType>, b: &Rc<RecordType>, names: bool, open: &mut Open) -> bool {
    let pair = (Rc::as_ptr(a), Rc::as_ptr(b));
    if open.contains(&pair) {
        return true;
    }
    open.push(pair);
    let (fa, fb) = (a.fields(), b.fields());
    let yes = fa.len() == fb.len()
        && fa.iter().zip(&fb).all(|(x, y)| {
            (!names || x.name == y.name) && same_attrs(&x.attrs, &y.attrs) && same(&x.ty, &y.ty, names, open)
        });
    open.pop();
    yes
}

/// Compares attributes. Defaults are expressions: only their presence is compared.
fn same_attrs(a: &FieldAttrs, b: &FieldAttrs) -> bool {
    a.optional == b.optional && a.log == b.log && a.default.is_some() == b.default.is_some()
}
