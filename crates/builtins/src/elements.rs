//! Elements of sets and tables as nodes exchange them, which are kept in order.
use cluster_wire::Data;

/// Keys of a table with their values.
pub(crate) type Pairs = Vec<(Data<'static>, Data<'static>)>;

/// Adds an element in its place; `false` if it is there.
pub(crate) fn insert(all: &mut Vec<Data<'static>>, element: Data<'static>) -> bool {
    match all.binary_search(&element) {
        Ok(_) => false,
        Err(at) => {
            all.insert(at, element);
            true
        }
    }
}

/// Removes an element; `false` if it is not there.
pub(crate) fn remove(all: &mut Vec<Data<'static>>, element: &Data<'_>) -> bool {
    let found = all.iter().position(|d| d == element);
    found.map(|at| all.remove(at)).is_some()
}

/// Sets the value of a key; the old one.
pub(crate) fn put(all: &mut Pairs, key: Data<'static>, value: Data<'static>) -> Option<Data<'static>> {
    match all.binary_search_by(|(k, _)| k.cmp(&key)) {
        Ok(at) => all.get_mut(at).map(|(_, old)| std::mem::replace(old, value)),
        Err(at) => {
            all.insert(at, (key, value));
            None
        }
    }
}

/// Removes a key; its value.
pub(crate) fn take(all: &mut Pairs, key: &Data<'_>) -> Option<Data<'static>> {
    let at = all.iter().position(|(k, _)| k == key)?;
    Some(all.remove(at).1)
}
