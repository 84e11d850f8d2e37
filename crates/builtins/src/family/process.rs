//! The run itself: its start, its version, its end.
use crate::call::{Answer, Call, family};
use crate::services::COMPATIBLE_VERSION;
use bridge::analyzer_of;
use value::{ErrorKind, Level, RuntimeError, Type, Value};

family! {
    "exit" => exit,
    "terminate" => terminate,
    "zeek_is_terminating" => |c| Ok(c.state().terminating.into()),
    "sleep" => |c| {
        let seconds = c.double(0)?;
        Ok(Value::Interval(c.clock().sleep(seconds)))
    },
    "getpid" => |c| Ok(u64::from(c.this_machine().process_id()).into()),
    "gethostname" => |c| Ok(c.this_machine().host_name().into()),
    "is_local_interface" => |c| {
        let a = c.addr(0)?;
        Ok(c.this_machine().is_own_address(a).into())
    },
    "zeek_version" => |_| Ok(COMPATIBLE_VERSION.into()),
    "bare_mode" => |c| Ok(c.invocation().bare_mode.into()),
    "zeek_args" => |c| {
        let args = c.invocation().args.iter().map(Value::string).collect();
        c.vector_of("string_vec", args)
    },
    "reading_live_traffic" => |c| Ok(c.invocation().source.as_ref().is_some_and(|s| s.live).into()),
    "reading_traces" => |c| Ok(c.invocation().source.as_ref().is_some_and(|s| !s.live).into()),
    "packet_source" => packet_source,
    "set_network_time" => |c| {
        let t = c.double(0)?;
        c.cx.set_now(t);
        Ok(true.into())
    },
    "current_event_time" => |c| Ok(Value::Time(stamp(c).unwrap_or(-1.0))),
    "EventMetadata::register" => register_metadata,
    "EventMetadata::current" => |c| {
        let wanted = c.arg(0).as_enum() == Some(NETWORK_TIMESTAMP);
        let stamp = stamp(c).filter(|_| wanted).map(Value::Time);
        c.vector_of("any_vec", stamp.into_iter().collect())
    },
    "EventMetadata::current_all" => |c| {
        let mut all = Vec::new();
        if let Some(stamp) = stamp(c) {
            let entry = c.new_record("EventMetadata::Entry")?;
            entry.set_named("id", c.enumerator("EventMetadata::ID", NETWORK_TIMESTAMP)?);
            entry.set_named("val", Value::Time(stamp));
            all.push(entry.into());
        }
        c.vector_of("event_metadata_vec", all)
    },
    "current_analyzer" => |c| Ok(analyzer_of(c.cx).map_or(0, |(id, _)| u64::from(id.0)).into()),
    "is_remote_event" => |c| Ok((c.cx.event_source() == bridge::REMOTE).into()),
    "do_profiling" => |c| c.nothing(),
    "syslog" => |c| {
        let message = c.text(0)?;
        c.outside().syslog(&message);
        c.nothing()
    },
    "suspend_processing" => |c| {
        let depth = &c.state().suspended;
        depth.set(depth.get().saturating_add(1));
        c.nothing()
    },
    "continue_processing" => |c| {
        let depth = &c.state().suspended;
        depth.set(depth.get().saturating_sub(1));
        c.nothing()
    },
    "is_processing_suspended" => |c| Ok((c.state().suspended.get() > 0).into()),
    "__init_primary_bifs" => |_| Ok(true.into()),
    "__init_secondary_bifs" => |_| Ok(true.into()),
    "have_spicy" => |_| Ok(true.into()),
    "have_spicy_analyzers" => |_| Ok(false.into()),
    "load_CPP" => |c| {
        c.report("load_CPP: scripts are never compiled to C++");
        c.nothing()
    },
    "Reporter::info" => |c| message(c, Level::Info),
    "Reporter::warning" => |c| message(c, Level::Warning),
    "Reporter::error" => |c| message(c, Level::Error),
    "Reporter::fatal" => fatal,
    "Reporter::fatal_error_with_core" => fatal,
}

fn exit(c: &mut Call<'_>) -> Answer {
    let status = c.int(0)?;
    Err(RuntimeError::of(ErrorKind::Exit(status as u8), "exit").into())
}

fn terminate(c: &mut Call<'_>) -> Answer {
    let first = !c.state().terminating;
    c.state().terminating = true;
    Ok(first.into())
}

/// `EventMetadata::NETWORK_TIMESTAMP`
const NETWORK_TIMESTAMP: i64 = 1;

/// Returns the time of the current event, if scripts request that events carry their time.
fn stamp(c: &Call<'_>) -> Option<f64> {
    let stamped = c.global("EventMetadata::add_network_timestamp").and_then(|v| v.as_bool()).unwrap_or(false);
    c.cx.event_time().filter(|_| stamped)
}

/// Registers the type of a kind of metadata, once. It must be possible to send values of the type to another process.
fn register_metadata(c: &mut Call<'_>) -> Answer {
    let Some(id) = c.arg(0).as_enum() else { return Ok(false.into()) };
    let Value::Type(ty) = c.arg(1) else { return Ok(false.into()) };
    let ty = match &**ty {
        Type::TypeType(inner) => (**inner).clone(),
        plain => plain.clone(),
    };
    if !can_be_sent(&ty, 0) {
        return Ok(false.into());
    }
    let known = c.metadata().types.entry(id).or_insert_with(|| ty.clone());
    Ok(known.same(&ty).into())
}

/// Whether values of a type mean the same in another process. Recursive types are followed to a limited depth.
fn can_be_sent(ty: &Type, depth: u32) -> bool {
    const DEEPEST: u32 = 32;
    let inner = |t: &Type| depth < DEEPEST && can_be_sent(t, depth + 1);
    match ty {
        Type::Any | Type::Func(_) | Type::File(_) | Type::TypeType(_) | Type::Opaque(_) => false,
        Type::Record(r) => r.fields().iter().all(|f| inner(&f.ty)),
        Type::Table(t) => t.index.iter().all(inner) && t.yields.as_ref().is_none_or(inner),
        Type::Vector(v) => inner(&v.elem),
        _ => true,
    }
}

fn packet_source(c: &mut Call<'_>) -> Answer {
    let r = c.new_record("PacketSource")?;
    if let Some(s) = c.invocation().source.clone() {
        r.set(0, s.live.into());
        r.set(1, s.path.into());
        r.set(2, i64::from(s.link_type).into());
        r.set(3, u64::from(s.netmask).into());
    }
    Ok(r.into())
}

fn message(c: &mut Call<'_>, level: Level) -> Answer {
    let text = c.text(0)?;
    let at = c.cx.call_site();
    c.cx.report(level, &text, Some(at));
    Ok(true.into())
}

fn fatal(c: &mut Call<'_>) -> Answer {
    message(c, Level::Fatal)?;
    Err(RuntimeError::of(ErrorKind::Exit(1), "fatal error").into())
}
