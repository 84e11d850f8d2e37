//! Spicy analyzers: turns them on and off, and reports their resource usage.
use super::analyzers::{Sort, short_name, sort, tag};
use super::file_analysis::kind;
use super::stats::{highest_memory, process};
use crate::call::{Answer, Call, family};
use value::Value;

family! {
    "Spicy::__toggle_analyzer" => toggle,
    "Spicy::__resource_usage" => |c| {
        let p = process(c);
        let memory = highest_memory(c);
        let r = c.new_record("Spicy::ResourceUsage")?;
        r.set_named("user_time", Value::Interval(p.user));
        r.set_named("system_time", Value::Interval(p.system));
        r.set_named("memory_heap", Value::Count(memory));
        for fibers in ["num_fibers", "max_fibers", "max_fiber_stack_size", "cached_fibers"] {
            r.set_named(fibers, Value::Count(0));
        }
        Ok(r.into())
    },
}

/// Turns a Spicy analyzer on or off. Returns false if the tag is not a Spicy analyzer's.
fn toggle(c: &mut Call<'_>) -> Answer {
    let on = c.flag(1)?;
    let name = short_name(c.arg(0)).unwrap_or_default();
    if !name.starts_with("SPICY_") {
        return Ok(false.into());
    }
    match sort(c, 0) {
        Some(Sort::Protocol) => {
            let tag = tag(c, 0)?;
            c.traffic().order(move |s, _| s.enable_analyzer(tag, on));
        }
        Some(Sort::File) => {
            let tag = kind(c, 0)?;
            c.files().enable(tag, on);
        }
        Some(Sort::Packet) => c.traffic().order(move |s, _| {
            s.enable_layer(&name, on);
        }),
        None => return Ok(false.into()),
    }
    Ok(true.into())
}
