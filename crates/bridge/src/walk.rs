//! Conversion of lists and pairs of arguments.
use event::{Arg, List, Pairs};
use value::{Result, Table, Value};

/// Converts the elements of a list with `item`, leaving out those for which it returns `None`.
///
/// # Errors
/// The last error of `item`.
pub(crate) fn items(
    l: &dyn List,
    mut item: impl FnMut(Arg<'_>) -> Result<Option<Value>>,
) -> Result<Vec<Value>> {
    let mut items = Vec::with_capacity(l.count().min(4096));
    let mut failed = None;
    l.each(&mut |arg| match item(arg) {
        Ok(Some(v)) => items.push(v),
        Ok(None) => {}
        Err(e) => failed = Some(e),
    });
    failed.map_or(Ok(items), Err)
}

/// Adds to a set the index that `index` makes of each element, leaving out those for which it returns `None`.
///
/// # Errors
/// The last error of `index`, or of an index that does not fit the set.
pub(crate) fn fill_set(
    set: &Table,
    l: &dyn List,
    mut index: impl FnMut(Arg<'_>) -> Result<Option<Vec<Value>>>,
) -> Result<()> {
    let mut failed = None;
    l.each(&mut |arg| {
        let added = index(arg).and_then(|index| index.map_or(Ok(()), |index| add(set, &index, None)));
        if let Err(e) = added {
            failed = Some(e);
        }
    });
    failed.map_or(Ok(()), Err)
}

/// Adds to a table the entry that `entry` makes of each pair, leaving out those for which it returns `None`.
///
/// # Errors
/// The last error of `entry`, or of an index that does not fit the table.
pub(crate) fn fill_table(
    table: &Table,
    pairs: &dyn Pairs,
    mut entry: impl FnMut(Arg<'_>, Arg<'_>) -> Result<Option<(Vec<Value>, Value)>>,
) -> Result<()> {
    let mut failed = None;
    pairs.each(&mut |k, v| {
        let added =
            entry(k, v).and_then(|entry| entry.map_or(Ok(()), |(index, v)| add(table, &index, Some(v))));
        if let Err(e) = added {
            failed = Some(e);
        }
    });
    failed.map_or(Ok(()), Err)
}

fn add(table: &Table, index: &[Value], v: Option<Value>) -> Result<()> {
    table.insert_raw(table.key(index)?.bytes(), v);
    Ok(())
}
