//! Clocks, and times as text. Text is in UTC unless `TZ` names another zone.
use crate::calendar;
use crate::call::{Answer, Call, family};
use crate::log::{base_time, until_rotation};
use value::Value;

family! {
    "current_time" => |c| Ok(Value::Time(c.clock().wall_clock())),
    "network_time" => |c| Ok(Value::Time(c.cx.now())),
    "strftime" => strftime,
    "strptime" => strptime,
    "calc_next_rotate" => calc_next_rotate,
}

/// Formats a time as `%D` and `%T` of `fmt` do: date and time to the second, or to the nanosecond with `fraction`.
pub(super) fn iso(t: f64, fraction: bool) -> String {
    let pattern: &[u8] = if fraction { b"%Y-%m-%d-%H:%M" } else { b"%Y-%m-%d-%H:%M:%S" };
    let Some(mut text) = calendar::format(pattern, t as i64) else { return "<bad time>".to_owned() };
    if fraction {
        let whole = t as u64;
        let secs = (whole % 60) as f64 + t - whole as f64;
        text.push_str(&format!(":{secs:012.9}"));
    }
    text
}

fn strftime(c: &mut Call<'_>) -> Answer {
    let (format, t) = (c.c_str(0)?, c.double(1)?);
    Ok(calendar::format(&format, t as i64).unwrap_or_else(|| "<strftime error>".to_owned()).into())
}

fn strptime(c: &mut Call<'_>) -> Answer {
    let (format, text) = (c.c_str(0)?, c.c_str(1)?);
    match calendar::parse(&format, &text) {
        Some(t) => Ok(Value::Time(t)),
        None => {
            c.warn(&format!("strptime conversion failed: fmt:{} d:{}", format.to_text(), text.to_text()));
            Ok(Value::Time(0.0))
        }
    }
}

fn calc_next_rotate(c: &mut Call<'_>) -> Answer {
    let mut interval = c.double(0)?;
    if interval == 0.0 {
        c.report("calc_next_rotate(): interval is zero, falling back to 24hrs");
        interval = 86400.0;
    }
    let base = base_time(c);
    Ok(Value::Interval(until_rotation(c.cx.now(), interval, base)))
}
