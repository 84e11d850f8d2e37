//! Weirds that scripts report, and the sampling of weirds.
use crate::call::{Answer, Call, family};
use net_types::Interval;
use session::{WeirdOf, WeirdSampling};
use value::Value;

family! {
    "Reporter::get_weird_sampling_whitelist" => |c| names(c, |s| &mut s.whitelist),
    "Reporter::set_weird_sampling_whitelist" => |c| set_names(c, |s| &mut s.whitelist),
    "Reporter::get_weird_sampling_global_list" => |c| names(c, |s| &mut s.global_list),
    "Reporter::set_weird_sampling_global_list" => |c| set_names(c, |s| &mut s.global_list),
    "Reporter::get_weird_sampling_threshold" => |c| Ok(c.traffic().weirds.threshold.into()),
    "Reporter::set_weird_sampling_threshold" => |c| {
        let n = c.count(0)?;
        set(c, move |s| s.threshold = n)
    },
    "Reporter::get_weird_sampling_rate" => |c| Ok(c.traffic().weirds.rate.into()),
    "Reporter::set_weird_sampling_rate" => |c| {
        let n = c.count(0)?;
        set(c, move |s| s.rate = n)
    },
    "Reporter::get_weird_sampling_duration" => |c| Ok(Value::Interval(c.traffic().weirds.duration.as_secs_f64())),
    "Reporter::set_weird_sampling_duration" => |c| {
        let duration = Interval::from_secs_f64(c.double(0)?);
        set(c, move |s| s.duration = duration)
    },
    "get_reporter_stats" => get_reporter_stats,
    "Reporter::net_weird" => |c| report(c, WeirdOf::Net, 1),
    "Reporter::conn_weird" => conn_weird,
    "Reporter::flow_weird" => |c| {
        let ends = WeirdOf::Flow(c.addr(1)?, c.addr(2)?);
        report(c, ends, 3)
    },
    "Reporter::file_weird" => |c| {
        let args = (0..4).map(|at| c.arg(at).clone()).collect();
        c.raise("file_weird", args);
        Ok(true.into())
    },
}

/// Reports a script's weird; it is sampled together with the program's own. Argument `at` has the details and the next
/// one the source.
fn report(c: &mut Call<'_>, of: WeirdOf, at: usize) -> Answer {
    let (name, addl, source) = (c.str(0)?.to_text().into_owned(), c.str(at)?, c.str(at + 1)?);
    let source = source.to_text().into_owned();
    c.traffic().order(move |s, sink| {
        s.report_weird(of, &name, &addl, &source, sink);
    });
    Ok(true.into())
}

/// Reports a weird of a connection, as `expired_conn_weird` if the connection no longer exists.
fn conn_weird(c: &mut Call<'_>) -> Answer {
    let record = c.record(1)?;
    let field = |name: &str| record.get_named(name);
    let (id, uid) = (field("id"), field("uid"));
    let found = id.as_ref().and_then(Value::as_record).and_then(|cid| {
        let live = c.traffic().live.clone()?;
        let id = live.find(cid).ok().flatten()?;
        // A new connection may have the same endpoints.
        let same = live.ask(|s| s.conn(id).map(|v| v.uid().text(b'C').as_str().to_owned())).flatten();
        let uid = uid.as_ref().and_then(Value::as_string).map(|s| s.to_text().into_owned());
        (same.is_none() || same == uid).then_some(id)
    });
    match (found, id, uid) {
        (Some(id), ..) => report(c, WeirdOf::Conn(id), 2),
        (None, Some(id), Some(uid)) => {
            let name = c.str(0)?.to_text().into_owned();
            let end = |f: &str| id.as_record().and_then(|r| r.get_named(f)).and_then(|v| v.as_addr());
            if let (Some(a), Some(b), Some(live)) = (end("orig_h"), end("resp_h"), c.traffic().live.clone())
                && live.change(|s| s.permits_weird_between(a, b, &name)) == Some(false)
            {
                return Ok(true.into());
            }
            let args = vec![c.arg(0).clone(), id, uid, c.arg(2).clone(), c.arg(3).clone()];
            c.raise("expired_conn_weird", args);
            Ok(true.into())
        }
        _ => Ok(false.into()),
    }
}

fn names(c: &mut Call<'_>, f: fn(&mut WeirdSampling) -> &mut Vec<String>) -> Answer {
    let names = f(&mut c.traffic().weirds).iter().map(Value::string).collect();
    c.set_of("string_set", names)
}

fn set_names(c: &mut Call<'_>, f: fn(&mut WeirdSampling) -> &mut Vec<String>) -> Answer {
    let entries = c.table(0)?.entries();
    let names = entries.iter().filter_map(|(i, _)| Some(i.first()?.as_string()?.to_text().into_owned()));
    let names: Vec<String> = names.collect();
    set(c, move |s| *f(s) = names)
}

/// Changes the sampling of future weirds.
fn set(c: &mut Call<'_>, change: impl FnOnce(&mut WeirdSampling)) -> Answer {
    change(&mut c.traffic().weirds);
    let now = c.traffic().weirds.clone();
    c.traffic().order(move |s, _| s.options_mut().weird = now);
    Ok(true.into())
}

fn get_reporter_stats(c: &mut Call<'_>) -> Answer {
    let live = c.traffic().live.clone();
    let seen = live.and_then(|l| l.ask(session::Session::weirds)).unwrap_or_default();
    let by_type = c.table_of("table_string_of_count")?;
    for (name, n) in &seen {
        crate::call::insert(&by_type, &[Value::string(name)], Some((*n).into()))?;
    }
    let r = c.new_record("ReporterStats")?;
    r.set(0, seen.iter().map(|(_, n)| n).sum::<u64>().into());
    r.set(1, by_type.into());
    Ok(r.into())
}
