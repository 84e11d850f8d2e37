//! The event `new_connection` of connections whose handlers may run later: before the first other event about them.
//!
//! Handlers of packed scripts only fill the connection's record. While no other script handles the event, a connection
//! about which nothing else happens needs no record before it ends.
use crate::connections::Connections;
use session::ConnView;
use std::cell::RefCell;
use value::{Context, Result, Value};

/// Updates a connection's record, or makes it. Runs the handlers of `new_connection` if they were postponed.
///
/// # Errors
/// A field's default cannot be computed, or a handler failed.
pub fn show(connections: &RefCell<Connections>, conn: &ConnView<'_>, cx: &mut dyn Context) -> Result<()> {
    connections.borrow_mut().update(conn, cx)?;
    if !conn.take_postponed() {
        return Ok(());
    }
    // What these handlers do is known, so they need not run.
    if !cx.groups_are_off() && connections.borrow_mut().begin_row(conn, cx)? {
        return Ok(());
    }
    let (event, record) = {
        let connections = connections.borrow();
        (connections.postponed, connections.get(conn.id()).cloned())
    };
    if let (Some(Value::Func(f)), Some(record)) = (event.and_then(|id| cx.global(id)), record) {
        cx.call(&f, &[Value::Record(record)])?;
    }
    Ok(())
}
