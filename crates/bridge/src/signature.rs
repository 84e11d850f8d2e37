//! Matches of signatures, as events of scripts.
use crate::connections::Connections;
use session::{ConnView, SignatureHit};
use std::cell::RefCell;
use value::{Context, Value};

/// A `signature_state`; `None` if scripts lack that type.
fn state(
    connections: &RefCell<Connections>,
    conn: &ConnView<'_>,
    hit: &SignatureHit<'_>,
    cx: &mut dyn Context,
) -> value::Result<Option<Value>> {
    crate::show(connections, conn, cx)?;
    let record = connections.borrow().get(conn.id()).cloned();
    let ty = cx.named_type("signature_state").and_then(|t| t.as_record().cloned());
    let (Some(record), Some(ty)) = (record, ty) else { return Ok(None) };
    let state = cx.record(&ty)?;
    state.set_named("sig_id", hit.signature);
    state.set_named("conn", record);
    state.set_named("is_orig", hit.is_orig);
    state.set_named("payload_size", hit.payload_size);
    Ok(Some(state.into()))
}

/// Raises a signature's event. An event that the signature names gets the signature's message, if it has one, and as
/// many of the other arguments as it has parameters for.
///
/// # Errors
/// A field's default cannot be computed.
pub fn raise(
    connections: &RefCell<Connections>,
    conn: &ConnView<'_>,
    hit: &SignatureHit<'_>,
    cx: &mut dyn Context,
) -> value::Result<()> {
    let name = hit.event.unwrap_or("signature_match");
    let Some(id) = cx.global_id(name).filter(|&id| cx.has_bodies(id)) else { return Ok(()) };
    let Some(state) = state(connections, conn, hit, cx)? else { return Ok(()) };
    let wanted = cx.global_type(id).and_then(|(_, ty)| ty.as_func().map(|f| f.params.len()));
    let mut args = vec![state];
    args.extend(hit.message.map(Value::from));
    args.push(Value::string(hit.data));
    args.push(Value::Count(hit.end_of_match));
    args.truncate(wanted.unwrap_or(0));
    cx.raise(id, args);
    Ok(())
}

/// Whether a script's condition holds: a function returns true or a variable is true.
pub fn holds(
    connections: &RefCell<Connections>,
    conn: &ConnView<'_>,
    name: &str,
    hit: &SignatureHit<'_>,
    cx: &mut dyn Context,
) -> value::Result<bool> {
    let found = cx.global_id(name).and_then(|id| cx.global(id));
    let Some(Value::Func(f)) = found else { return Ok(found.and_then(|v| v.as_bool()).unwrap_or(false)) };
    let Some(state) = state(connections, conn, hit, cx)? else { return Ok(false) };
    let answer = cx.call(&f, &[state, Value::string(hit.data)])?;
    Ok(answer.and_then(|v| v.as_bool()).unwrap_or(false))
}
