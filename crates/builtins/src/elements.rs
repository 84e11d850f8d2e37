//! Sorted elements of sets and tables, in the form that nodes exchange.
use cluster_wire::Data;

/// The keys and values of a table.
pub(crate) type Pairs = Vec<(Data<'static>, Data<'static>)>;

/// Inserts an element. Returns `false` if it already exists.
pub(crate) fn insert(all: &mut Vec<Data<'static>>, element: Data<'static>) -> bool {
    match all.binary_search(&element) {
        Ok(_) => false,
        Err(at) => {
            all.insert(at, element);
            true
        }
    }
}

/// Removes an element. Returns `false` if it does not exist.
pub(crate) fn remove(all: &mut Vec<Data<'static>>, element: &Data<'_>) -> bool {
    let found = all.iter().position(|d| d == element);
    found.map(|at| all.remove(at)).is_some()
}

/// Sets the value of a key. Returns the old value.
pub(crate) fn put(all: &mut Pairs, key: Data<'static>, value: Data<'static>) -> Option<Data<'static>> {
    match all.binary_search_by(|(k, _)| k.cmp(&key)) {
        Ok(at) => all.get_mut(at).map(|(_, old)| std::mem::replace(old, value)),
        Err(at) => {
            all.insert(at, (key, value));
            None
        }
    }
}

/// Removes a key. Returns its value.
pub(crate) fn take(all: &mut Pairs, key: &Data<'_>) -> Option<Data<'static>> {
    let at = all.iter().position(|(k, _)| k == key)?;
    Some(all.remove(at).1)
}
