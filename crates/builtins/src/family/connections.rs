//! Connections: look-ups, properties, timeouts, thresholds.
use crate::call::family;
use crate::call::{Answer, Call, Stop};
use bridge::{Live, RowEnd};
use event::ConnId;
use net_types::Interval;
use session::{Role, Session, transport_of};
use value::{Record, Value};

family! {
    "connection_exists" => |c| {
        Ok(found(c)?.is_some().into())
    },
    "lookup_connection" => lookup_connection,
    "get_conn_transport_proto" => |c| {
        let proto = match known(c, 0)? {
            Some((live, id)) => {
                live.ask(|s| s.conn(id).map_or(0, |v| v.transport() as i64)).unwrap_or(port_proto(c)?)
            }
            None => 0,
        };
        c.enumerator("transport_proto", proto)
    },
    "set_inactivity_timeout" => set_inactivity_timeout,
    "skip_further_processing" => |c| {
        let Some((_, id)) = known(c, 0)? else { return Ok(false.into()) };
        c.traffic().order(move |s, sink| { s.skip_further_processing(id, sink); });
        Ok(true.into())
    },
    "set_record_packets" => |c| Ok(known(c, 0)?.is_some().into()),
    "set_contents_file" => set_contents_file,
    "get_contents_file" => get_contents_file,
    "set_current_conn_bytes_threshold" => |c| set_threshold(c, true),
    "set_current_conn_packets_threshold" => |c| set_threshold(c, false),
    "set_current_conn_duration_threshold" => |c| {
        let Some((live, id)) = found(c)? else { return Ok(false.into()) };
        let age = Interval::from_secs_f64(c.double(1)?);
        if live.change(|s| s.set_duration_threshold(id, age)).is_none() {
            c.traffic().order(move |s, _| { s.set_duration_threshold(id, age); });
        }
        Ok(true.into())
    },
    "get_current_conn_bytes_threshold" => |c| Ok(thresholds(c)?.0.into()),
    "get_current_conn_packets_threshold" => |c| Ok(thresholds(c)?.1.into()),
    "get_current_conn_duration_threshold" => |c| {
        let age = asked(c, |s, id| s.duration_threshold(id))?.unwrap_or(Interval::ZERO);
        Ok(Value::Interval(age.as_secs_f64()))
    },
    "get_orig_seq" => |c| next_seq(c, Role::Orig),
    "get_resp_seq" => |c| next_seq(c, Role::Resp),
    "Conn::__complete" => complete_row,
}

/// The sequence number that a side of a TCP connection sends next; 0 for other connections.
fn next_seq(c: &mut Call<'_>, role: Role) -> Answer {
    let Some((live, id)) = known(c, 0)? else { return Ok(0u64.into()) };
    let seq = live.ask(|s| s.conn(id).and_then(|conn| conn.next_seq(role))).flatten();
    if seq.is_none() {
        c.error_on("connection ID does not correspond to an active TCP connection", 0);
    }
    Ok(u64::from(seq.unwrap_or(0)).into())
}

/// Fills the fields of a row of conn.log that only the connection's end determines.
fn complete_row(c: &mut Call<'_>) -> Answer {
    let (row, connection) = (c.record(0)?, c.record(1)?);
    if c.traffic().row_end.is_none() {
        let made = RowEnd::new(c.cx).ok_or_else(|| Stop::MissingType("Conn::Info".into()))?;
        c.traffic().row_end = Some(made);
    }
    if let Some(end) = &c.traffic().row_end {
        end.complete(&row, &connection);
    }
    c.nothing()
}

/// Returns the connection that argument 0 names, if it exists.
fn found(c: &mut Call<'_>) -> Result<Option<(Live, ConnId)>, Stop> {
    let cid = c.record(0)?;
    let Some(live) = c.traffic().live.clone() else { return Ok(None) };
    let found = live.find(&cid);
    if let Err(why) = &found {
        c.error(&why.to_string());
    }
    Ok(found.ok().flatten().map(|id| (live, id)))
}

/// Like [`found`], but reports an error if the connection does not exist.
pub(super) fn known(c: &mut Call<'_>, at: usize) -> Result<Option<(Live, ConnId)>, Stop> {
    let found = found(c)?;
    if found.is_none() {
        c.error_on("connection ID not a known connection", at);
    }
    Ok(found)
}

fn asked<R>(c: &mut Call<'_>, f: impl FnOnce(&Session, ConnId) -> Option<R>) -> Result<Option<R>, Stop> {
    Ok(found(c)?.and_then(|(live, id)| live.ask(|s| f(s, id)).flatten()))
}

fn port_proto(c: &mut Call<'_>) -> Result<i64, Stop> {
    let cid = c.record(0)?;
    let port = cid.record_type().position("orig_p").and_then(|at| cid.get(at)).and_then(|v| v.as_port());
    Ok(port.map_or(0, |p| p.proto as i64))
}

fn lookup_connection(c: &mut Call<'_>) -> Answer {
    if let Some((live, id)) = known(c, 0)?
        && let Some(record) = live.record(id, c.cx)?
    {
        return Ok(Value::Record(record));
    }
    Ok(Value::Record(placeholder(c)?))
}

/// Creates the placeholder for a connection that does not exist: all addresses and ports are zero.
fn placeholder(c: &mut Call<'_>) -> Result<Record, Stop> {
    let r = c.new_record("connection")?;
    let cid = c.new_record("conn_id")?;
    let (zero, port) = (net_types::Addr::v4([0; 4]), net_types::Port { proto: transport_of(17), num: 0 });
    for (name, v) in [
        ("orig_h", Value::addr(zero)),
        ("orig_p", Value::Port(port)),
        ("resp_h", Value::addr(zero)),
        ("resp_p", Value::Port(port)),
    ] {
        cid.set_named(name, v);
    }
    r.set_named("id", Value::Record(cid));
    for side in ["orig", "resp"] {
        let end = c.new_record("endpoint")?;
        end.set_named("size", Value::Count(0));
        end.set_named("state", Value::Count(0));
        end.set_named("flow_label", Value::Count(0));
        r.set_named(side, Value::Record(end));
    }
    r.set_named("start_time", Value::Time(0.0));
    r.set_named("duration", Value::Interval(0.0));
    r.set_named("history", "");
    r.set_named("uid", "");
    Ok(r)
}

/// `CONTENTS_ORIG` and `CONTENTS_RESP`; both together are `CONTENTS_BOTH`.
const CONTENTS: [(Role, u64); 2] = [(Role::Orig, 1), (Role::Resp, 2)];

fn set_contents_file(c: &mut Call<'_>) -> Answer {
    let (direction, file) = (c.count(1)?, c.file(2)?);
    let Some((_, id)) = known(c, 0)? else { return Ok(false.into()) };
    if !file.is_open() {
        c.report(&format!("no such file \"{}\"", file.name));
        return Ok(false.into());
    }
    for (role, bit) in CONTENTS {
        if direction & bit != 0 {
            let sides = c.traffic().recorded.entry(id).or_default();
            let side = if role.is_orig() { &mut sides.orig } else { &mut sides.resp };
            *side = Some(file.clone());
            c.traffic().order(move |s, _| {
                s.record(id, role, true);
            });
        }
    }
    Ok(true.into())
}

fn get_contents_file(c: &mut Call<'_>) -> Answer {
    let direction = c.count(1)?;
    let id = known(c, 0)?.map(|(_, id)| id);
    let sides = id.and_then(|id| c.traffic().recorded.get(&id).cloned()).unwrap_or_default();
    let file = match direction {
        1 => sides.orig,
        2 => sides.resp,
        _ => sides.orig.or(sides.resp),
    };
    match file {
        Some(file) => Ok(Value::File(file)),
        None => {
            c.report("no contents file for the connection");
            c.nothing()
        }
    }
}

fn set_inactivity_timeout(c: &mut Call<'_>) -> Answer {
    let Some((live, id)) = known(c, 0)? else { return Ok(Value::Interval(0.0)) };
    let timeout = Interval::from_secs_f64(c.double(1)?);
    let before = live.ask(|s| s.inactivity_timeout(id)).flatten().unwrap_or(Interval::ZERO);
    c.traffic().order(move |s, sink| {
        s.set_inactivity_timeout(id, timeout, sink);
    });
    Ok(Value::Interval(before.as_secs_f64()))
}

fn set_threshold(c: &mut Call<'_>, bytes: bool) -> Answer {
    let Some((live, id)) = found(c)? else { return Ok(false.into()) };
    let (n, role) = (c.count(1)?, Role::of(c.flag(2)?));
    // The handler sees the new value at once. The session applies it after the handler.
    let set = live.change(|s| s.set_threshold(id, role, bytes, n)).is_some();
    c.traffic().order(move |s, sink| {
        if set || s.set_threshold(id, role, bytes, n) {
            s.check_thresholds(id, role, sink);
        }
    });
    Ok(true.into())
}

fn thresholds(c: &mut Call<'_>) -> Result<(u64, u64), Stop> {
    let role = Role::of(c.flag(1)?);
    Ok(asked(c, |s, id| s.thresholds(id, role))?.unwrap_or((0, 0)))
}
