//! Element-by-element operators on vectors.
use std::rc::Rc;
use value::{ErrorKind, Result, RuntimeError, Value, Vector, VectorType};

/// A value, and a warning about the operation that produced it.
pub(crate) type Warned = (Value, Option<&'static str>);

/// Returns the error for operands that the checker should have rejected.
pub(super) fn bad_types() -> RuntimeError {
    RuntimeError::of(ErrorKind::Runtime, "operands of unexpected types")
}

/// Applies `f` to pairs of elements, or to each element and a scalar. A hole on either side yields a hole.
pub(super) fn elementwise(
    a: &Value,
    b: &Value,
    ty: &Rc<VectorType>,
    mut f: impl FnMut(&Value, &Value) -> Result<Warned>,
) -> Result<Warned> {
    let mut warned = None;
    let mut one = |x: &Option<Value>, y: &Option<Value>| -> Result<Option<Value>> {
        let (Some(x), Some(y)) = (x, y) else { return Ok(None) };
        let (v, w) = f(x, y)?;
        warned = warned.or(w);
        Ok(Some(v))
    };
    let items: Result<Vec<_>> = match (a, b) {
        (Value::Vector(x), Value::Vector(y)) => {
            let (x, y) = (x.items(), y.items());
            if x.len() != y.len() {
                return Err(RuntimeError::new("vector operands are of different sizes"));
            }
            x.iter().zip(&y).map(|(x, y)| one(x, y)).collect()
        }
        (Value::Vector(x), y) => {
            let y = Some(y.clone());
            x.items().iter().map(|x| one(x, &y)).collect()
        }
        (x, Value::Vector(y)) => {
            let x = Some(x.clone());
            y.items().iter().map(|y| one(&x, y)).collect()
        }
        _ => return Err(bad_types()),
    };
    Ok((Value::Vector(Vector::from_items(ty.clone(), items?)), warned))
}
