//! The run itself: how it began, what it is, how it ends.
use super::{Answer, Call, family};
use value::{ErrorKind, Level, RuntimeError, Value};

family! {
    "exit" => exit,
    "terminate" => terminate,
    "zeek_is_terminating" => |c| Ok(c.host().terminating.into()),
    "sleep" => |c| {
        let seconds = c.double(0)?;
        Ok(Value::Interval(c.host().outside().sleep(seconds)))
    },
    "getpid" => |c| Ok(u64::from(c.host().outside().process_id()).into()),
    "gethostname" => |c| Ok(c.host().outside().host_name().into()),
    "is_local_interface" => |c| {
        let a = c.addr(0)?;
        Ok(c.host().outside().is_own_address(a).into())
    },
    "zeek_version" => |_| Ok(crate::COMPATIBLE_VERSION.into()),
    "bare_mode" => |c| Ok(c.host().bare_mode.into()),
    "zeek_args" => |c| {
        let args = c.host().args.iter().map(Value::string).collect();
        c.vector_of("string_vec", args)
    },
    "reading_live_traffic" => |c| Ok(c.host().source.as_ref().is_some_and(|s| s.live).into()),
    "reading_traces" => |c| Ok(c.host().source.as_ref().is_some_and(|s| !s.live).into()),
    "packet_source" => packet_source,
    "set_network_time" => |c| {
        let t = c.double(0)?;
        c.cx.set_now(t);
        Ok(true.into())
    },
    "current_event_time" => current_event_time,
    "current_analyzer" => |c| Ok(c.host().current_analyzer.into()),
    "is_remote_event" => |_| Ok(false.into()),
    "do_profiling" => |c| c.nothing(),
    "syslog" => |c| {
        let message = c.text(0)?;
        c.host().outside().syslog(&message);
        c.nothing()
    },
    "suspend_processing" => |c| {
        c.host().suspended = true;
        c.nothing()
    },
    "continue_processing" => |c| {
        c.host().suspended = false;
        c.nothing()
    },
    "is_processing_suspended" => |c| Ok(c.host().suspended.into()),
    "__init_primary_bifs" => |_| Ok(true.into()),
    "__init_secondary_bifs" => |_| Ok(true.into()),
    "have_spicy" => |_| Ok(false.into()),
    "have_spicy_analyzers" => |_| Ok(false.into()),
    "load_CPP" => |c| {
        c.report("load_CPP: scripts are never compiled to C++");
        c.nothing()
    },
    "Supervisor::__is_supervisor" => |_| Ok(false.into()),
    "Supervisor::__is_supervised" => |_| Ok(false.into()),
    "Reporter::info" => |c| message(c, Level::Info),
    "Reporter::warning" => |c| message(c, Level::Warning),
    "Reporter::error" => |c| message(c, Level::Error),
    "Reporter::fatal" => fatal,
    "Reporter::fatal_error_with_core" => fatal,
    "Reporter::net_weird" => net_weird,
}

fn exit(c: &mut Call<'_>) -> Answer {
    let status = c.int(0)?;
    Err(RuntimeError::of(ErrorKind::Exit(status as u8), "exit").into())
}

fn terminate(c: &mut Call<'_>) -> Answer {
    let first = !c.host().terminating;
    c.host().terminating = true;
    Ok(first.into())
}

/// Events carry their time where scripts ask for that.
fn current_event_time(c: &mut Call<'_>) -> Answer {
    let stamped = c.global("EventMetadata::add_network_timestamp").and_then(|v| v.as_bool()).unwrap_or(false);
    Ok(Value::Time(c.cx.event_time().filter(|_| stamped).unwrap_or(-1.0)))
}

fn packet_source(c: &mut Call<'_>) -> Answer {
    let r = c.new_record("PacketSource")?;
    if let Some(s) = c.host().source.clone() {
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

fn net_weird(c: &mut Call<'_>) -> Answer {
    let args = vec![c.arg(0).clone(), c.arg(1).clone(), c.arg(2).clone()];
    if let Some(event) = c.cx.global_id("net_weird").filter(|&id| c.cx.has_bodies(id)) {
        c.cx.raise(event, args);
    }
    Ok(true.into())
}
