//! Tables, sets and vectors.
use crate::call::insert;
use crate::call::{Answer, Call, Stop, family};
use std::cmp::Ordering;
use std::rc::Rc;
use value::{Func, Table, Type, Value, Vector};

family! {
    "clear_table" => clear_table,
    "table_values" => table_values,
    "table_keys" => table_keys,
    "matching_subnets" => matching_subnets,
    "filter_subnet_table" => filter_subnet_table,
    "check_subnet" => check_subnet,
    "same_object" => |c| Ok(same_object(c.arg(0), c.arg(1)).into()),
    "resize" => resize,
    "any_set" => |c| of_bools(c, "any_set", |items| items.contains(&true)),
    "all_set" => |c| of_bools(c, "all_set", |items| !items.contains(&false)),
    "sort" => sort,
    "order" => order,
    "val_footprint" => |c| Ok(footprint(c.arg(0), &mut Vec::new()).into()),
}

fn clear_table(c: &mut Call<'_>) -> Answer {
    match c.arg(0).clone() {
        Value::Table(t) => t.clear(c.cx)?,
        _ => c.error("clear_table() requires a table/set argument"),
    }
    c.nothing()
}

fn table_values(c: &mut Call<'_>) -> Answer {
    let table = c.arg(0).as_table().cloned();
    let Some((table, yields)) = table.and_then(|t| Some((t.clone(), t.table_type().yields.clone()?))) else {
        c.error("table_values() requires a table argument");
        return c.nothing();
    };
    let values = table.entries().into_iter().filter_map(|(_, v)| v).collect();
    match Type::vector_of(yields) {
        Type::Vector(ty) => Ok(Vector::from_values(ty, values).into()),
        _ => c.nothing(),
    }
}

fn table_keys(c: &mut Call<'_>) -> Answer {
    let Some(table) = c.arg(0).as_table().cloned() else {
        c.error("table_keys() requires a table argument");
        return c.nothing();
    };
    let Type::Table(ty) = Type::set_of(table.table_type().index.clone()) else { return c.nothing() };
    let keys = Table::of(ty);
    for (index, _) in table.entries() {
        insert(&keys, &index, None)?;
    }
    Ok(keys.into())
}

/// Returns the table or set of argument 1. Reports an error if it is not indexed by one subnet.
fn by_subnet(c: &mut Call<'_>, name: &str) -> Result<Table, Stop> {
    match c.arg(1).as_table().filter(|t| t.is_by_subnet()).cloned() {
        Some(t) => Ok(t),
        None => {
            c.report(&format!("{name} needs to be called on a set[subnet]/table[subnet]."));
            Err(Stop::Nothing)
        }
    }
}

fn matching_subnets(c: &mut Call<'_>) -> Answer {
    let (net, table) = (c.subnet(0)?, by_subnet(c, "matching_subnets")?);
    let nets = table.all_matches(net).into_iter().map(Value::subnet).collect();
    c.vector_of("subnet_vec", nets)
}

fn filter_subnet_table(c: &mut Call<'_>) -> Answer {
    let (net, table) = (c.subnet(0)?, by_subnet(c, "filter_subnet_table")?);
    let kept = Table::new(table.meta());
    for found in table.all_matches(net) {
        let index = [Value::subnet(found)];
        if let Some(value) = table.get_raw(table.key(&index)?.bytes()) {
            insert(&kept, &index, value)?;
        }
    }
    Ok(kept.into())
}

fn check_subnet(c: &mut Call<'_>) -> Answer {
    let (net, table) = (c.subnet(0)?, by_subnet(c, "check_subnet")?);
    let key = table.key(&[Value::subnet(net)])?;
    Ok(table.has_raw(key.bytes()).into())
}

fn same_object(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Table(a), Value::Table(b)) => a.same_object(b),
        (Value::Vector(a), Value::Vector(b)) => a.same_object(b),
        (Value::Record(a), Value::Record(b)) => a.same_object(b),
        (Value::String(a), Value::String(b)) => a.same_object(b),
        (Value::Opaque(a), Value::Opaque(b)) => a.same_object(b),
        (Value::Func(a), Value::Func(b)) => Func::same(a, b),
        (Value::File(a), Value::File(b)) => Rc::ptr_eq(a, b),
        (Value::Pattern(a), Value::Pattern(b)) => Rc::ptr_eq(a, b),
        (Value::Subnet(a), Value::Subnet(b)) => Rc::ptr_eq(a, b),
        // A number or an address is nothing beside its value.
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Count(a), Value::Count(b)) => a == b,
        (Value::Double(a), Value::Double(b))
        | (Value::Time(a), Value::Time(b))
        | (Value::Interval(a), Value::Interval(b)) => a.to_bits() == b.to_bits(),
        (Value::Addr4(a), Value::Addr4(b)) => a == b,
        (Value::Addr6(a), Value::Addr6(b)) => a == b,
        (Value::Enum(a, x), Value::Enum(b, y)) => a == b && Rc::ptr_eq(x, y),
        (Value::Port(a), Value::Port(b)) => a == b,
        _ => false,
    }
}

fn resize(c: &mut Call<'_>) -> Answer {
    let len = c.count(1)?;
    let Some(v) = c.arg(0).as_vector().cloned() else {
        c.error("resize() operates on vectors");
        return c.nothing();
    };
    let before = v.len() as u64;
    if !usize::try_from(len).is_ok_and(|n| v.resize(n)) {
        c.error_on("resize(): more elements than a vector may have", 1);
    }
    Ok(before.into())
}

fn of_bools(c: &mut Call<'_>, name: &str, f: fn(&[bool]) -> bool) -> Answer {
    let bools = c.arg(0).as_vector().filter(|v| matches!(v.vector_type().elem, Type::Bool));
    let Some(items) = bools.map(Vector::items) else {
        c.error(&format!("{name}() requires vector of bool"));
        return Ok(false.into());
    };
    let items: Vec<bool> =
        items.iter().map(|v| v.as_ref().and_then(Value::as_bool).unwrap_or(false)).collect();
    Ok(f(&items).into())
}

/// The arguments of `sort` and `order`: a vector and a comparison.
struct Sorting {
    vector: Vector,
    compare: Option<Rc<Func>>,
}

fn sorting(c: &mut Call<'_>, name: &str) -> Result<Option<Sorting>, Stop> {
    let Some(vector) = c.arg(0).as_vector().cloned() else {
        c.error(&format!("{name}() requires vector"));
        return Ok(None);
    };
    if c.len() > 2 {
        c.error(&format!("{name}() called with extraneous argument"));
        return Ok(None);
    }
    let elem = vector.vector_type().elem.clone();
    if c.len() == 2 {
        let Some(f) = c.arg(1).as_func().cloned() else {
            c.error(&format!("second argument to {name}() needs to be comparison function"));
            return Ok(None);
        };
        let fits = matches!(f.ty.result, Type::Int)
            && f.ty.params.len() == 2
            && f.ty.params.iter().all(|p| p.ty.same(&elem));
        if !fits {
            c.error(&format!("invalid comparison function in call to {name}()"));
            return Ok(None);
        }
        return Ok(Some(Sorting { vector, compare: Some(f) }));
    }
    let numeric = matches!(elem, Type::Int | Type::Count | Type::Double | Type::Time | Type::Interval);
    if !numeric {
        c.error(&format!("comparison function required for {name}() with non-numeric types"));
        return Ok(None);
    }
    Ok(Some(Sorting { vector, compare: None }))
}

fn numeric_order(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        (Value::Count(a), Value::Count(b)) => a.cmp(b),
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (Value::Enum(..), Value::Enum(..)) => a.as_enum().cmp(&b.as_enum()),
        (Value::Port(a), Value::Port(b)) => (a.proto, a.num).cmp(&(b.proto, b.num)),
        _ => a.as_double().unwrap_or(0.0).total_cmp(&b.as_double().unwrap_or(0.0)),
    }
}

/// Returns the positions of the items in ascending order of their values, holes last.
fn sorted_positions(c: &mut Call<'_>, s: &Sorting, items: &[Option<Value>]) -> Result<Vec<usize>, Stop> {
    let mut at: Vec<usize> = (0..items.len()).collect();
    let mut fault = None;
    // A script's comparison may be inconsistent, which can make the standard library's sort panic. A merge sort cannot.
    let item = |at: usize| items.get(at).and_then(Option::as_ref);
    merge_sort(&mut at, &mut |&a, &b| match (item(a), item(b)) {
        (Some(x), Some(y)) => match &s.compare {
            None => numeric_order(x, y),
            Some(f) if fault.is_none() => match c.invoke(f, &[x.clone(), y.clone()]) {
                Ok(v) => v.and_then(|v| v.as_int()).unwrap_or(0).cmp(&0),
                Err(e) => {
                    fault = Some(e);
                    Ordering::Equal
                }
            },
            Some(_) => Ordering::Equal,
        },
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    });
    match fault {
        Some(e) => Err(e),
        None => Ok(at),
    }
}

fn merge_sort<T: Copy>(items: &mut [T], compare: &mut dyn FnMut(&T, &T) -> Ordering) {
    if items.len() < 2 {
        return;
    }
    let (left, right) = items.split_at_mut(items.len() / 2);
    merge_sort(left, compare);
    merge_sort(right, compare);
    let (left, right) = (left.to_vec(), right.to_vec());
    let (mut l, mut r) = (left.iter().peekable(), right.iter().peekable());
    for slot in items {
        let take_right = match (l.peek(), r.peek()) {
            (Some(a), Some(b)) => compare(a, b) == Ordering::Greater,
            (None, _) => true,
            (_, None) => false,
        };
        if let Some(v) = if take_right { r.next() } else { l.next() } {
            *slot = *v;
        }
    }
}

fn sort(c: &mut Call<'_>) -> Answer {
    if let Some(s) = sorting(c, "sort")? {
        let items = s.vector.items();
        let at = sorted_positions(c, &s, &items)?;
        s.vector.set_items(at.into_iter().filter_map(|i| items.get(i).cloned()).collect());
    }
    Ok(c.arg(0).clone())
}

fn order(c: &mut Call<'_>) -> Answer {
    let mut positions = Vec::new();
    if let Some(s) = sorting(c, "order")? {
        let items = s.vector.items();
        let at = sorted_positions(c, &s, &items)?;
        positions = at.into_iter().map(|i| Value::Count(i as u64)).collect();
    }
    c.vector_of("index_vec", positions)
}

/// The depth at which [`footprint`] stops.
const MAX_DEPTH: usize = 100;

/// Counts the values inside a value and its containers. A container inside itself counts 1. `path` holds the containers
/// that are being counted.
pub(super) fn footprint(v: &Value, path: &mut Vec<usize>) -> u64 {
    let address = match v {
        Value::Vector(items) => items.address(),
        Value::Record(r) => r.address(),
        Value::Table(t) => t.address(),
        Value::List(items) => {
            return items.len() as u64 + items.iter().map(|v| footprint(v, path)).sum::<u64>();
        }
        Value::String(s) => return 1 + s.len() as u64 / 32,
        _ => return 1,
    };
    if path.contains(&address) || path.len() > MAX_DEPTH {
        return 1;
    }
    path.push(address);
    let total = match v {
        Value::Vector(items) => {
            let items = items.items();
            items.len() as u64 + items.iter().flatten().map(|v| footprint(v, path)).sum::<u64>()
        }
        Value::Record(r) => {
            let fields = (0..r.len() as u32).filter_map(|i| r.get(i));
            r.len() as u64 + fields.map(|v| footprint(&v, path)).sum::<u64>()
        }
        Value::Table(t) => {
            let entries = t.entries();
            let mut total = entries.len() as u64;
            for (index, value) in &entries {
                total +=
                    index.len() as u64 + index.iter().chain(value).map(|v| footprint(v, path)).sum::<u64>();
            }
            total
        }
        _ => 1,
    };
    path.pop();
    total
}
