//! How many of the same weird are reported, and the counters of everything else.
use super::{Answer, Call, family};
use std::collections::BTreeMap;
use value::Value;

family! {
    "Reporter::get_weird_sampling_whitelist" => |c| names(c, |s| &s.always),
    "Reporter::set_weird_sampling_whitelist" => |c| set_names(c, |s| &mut s.always),
    "Reporter::get_weird_sampling_global_list" => |c| names(c, |s| &s.global),
    "Reporter::set_weird_sampling_global_list" => |c| set_names(c, |s| &mut s.global),
    "Reporter::get_weird_sampling_threshold" => |c| Ok(c.host().weirds.threshold.into()),
    "Reporter::set_weird_sampling_threshold" => |c| {
        c.host().weirds.threshold = c.count(0)?;
        Ok(true.into())
    },
    "Reporter::get_weird_sampling_rate" => |c| Ok(c.host().weirds.rate.into()),
    "Reporter::set_weird_sampling_rate" => |c| {
        c.host().weirds.rate = c.count(0)?;
        Ok(true.into())
    },
    "Reporter::get_weird_sampling_duration" => |c| Ok(Value::Interval(c.host().weirds.duration)),
    "Reporter::set_weird_sampling_duration" => |c| {
        c.host().weirds.duration = c.double(0)?;
        Ok(true.into())
    },
    "get_reporter_stats" => get_reporter_stats,
    "Reporter::conn_weird" => |c| raise(c, "conn_weird", 4),
    "Reporter::flow_weird" => |c| raise(c, "flow_weird", 5),
    "Reporter::file_weird" => |c| raise(c, "file_weird", 4),
}

/// When a weird is one too many. The first `threshold` of a name within `duration` seconds count, then one in `rate`.
#[derive(Clone, Debug)]
pub struct WeirdSampling {
    /// Never left out.
    pub always: Vec<String>,
    /// Counted over all connections together.
    pub global: Vec<String>,
    /// How many are reported before any is left out.
    pub threshold: u64,
    /// One in so many is reported after that; 0 for none.
    pub rate: u64,
    /// For how long a name is remembered, in seconds.
    pub duration: f64,
    /// How many there were, by name.
    pub seen: BTreeMap<String, u64>,
}

impl Default for WeirdSampling {
    fn default() -> Self {
        WeirdSampling {
            always: Vec::new(),
            global: Vec::new(),
            threshold: 25,
            rate: 1000,
            duration: 600.0,
            seen: BTreeMap::new(),
        }
    }
}

/// A weird that a script found, as the event that those of the program raise.
fn raise(c: &mut Call<'_>, event: &str, params: usize) -> Answer {
    let args = (0..params).map(|at| c.arg(at).clone()).collect();
    if let Some(event) = c.cx.global_id(event).filter(|&id| c.cx.has_bodies(id)) {
        c.cx.raise(event, args);
    }
    Ok(true.into())
}

fn names(c: &mut Call<'_>, f: fn(&WeirdSampling) -> &Vec<String>) -> Answer {
    let names = f(&c.host().weirds).iter().map(Value::string).collect();
    c.set_of("string_set", names)
}

fn set_names(c: &mut Call<'_>, f: fn(&mut WeirdSampling) -> &mut Vec<String>) -> Answer {
    let entries = c.table(0)?.entries();
    let names = entries.iter().filter_map(|(i, _)| Some(i.first()?.as_string()?.to_text().into_owned()));
    *f(&mut c.host().weirds) = names.collect();
    Ok(true.into())
}

fn get_reporter_stats(c: &mut Call<'_>) -> Answer {
    let seen = c.host().weirds.seen.clone();
    let by_type = c.table_of("table_string_of_count")?;
    for (name, n) in &seen {
        super::call::insert(&by_type, &[Value::string(name)], Some((*n).into()))?;
    }
    let r = c.new_record("ReporterStats")?;
    r.set(0, seen.values().sum::<u64>().into());
    r.set(1, by_type.into());
    Ok(r.into())
}
