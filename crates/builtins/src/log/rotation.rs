//! Rotation, at intervals of network time and at the end of the run: renames a log's file and passes it to a
//! postprocessor. The next row starts a new file.
use super::make::default_folder;
use super::report;
use super::rotation_time::{base_time, until_rotation};
use super::stream::stream_of;
use crate::call::{Call, Stop};
use log_framework::{OpenLog, Rotated, Stream};
use std::rc::Rc;
use value::{Context, Func, Record, Str, Value};

/// Sets the timer for a log's next rotation.
pub(super) fn schedule(c: &mut Call<'_>, stream: &Stream, open: &OpenLog) {
    if open.interval <= 0.0 || c.state().terminating {
        return;
    }
    open.timer.set(open.timer.get() + 1);
    let now = c.cx.now();
    // The time is unknown before the first packet, so check again once it is known.
    let (at, rotates) = if now == 0.0 {
        (1.0, false)
    } else {
        if open.opened.get() == 0.0 {
            open.opened.set(now);
        }
        (now + until_rotation(now, open.interval, base_time(c)), true)
    };
    open.due.set(at);
    let args = vec![
        stream.id.clone(),
        open.kind.clone(),
        Value::String(open.path.clone()),
        Value::Count(open.timer.get()),
        Value::Bool(rotates),
    ];
    c.cx.call_at(at, due, args);
}

/// The timer's callback.
fn due(cx: &mut dyn Context, args: &[Value]) -> value::Result<Option<Value>> {
    Call::run(cx, args, |c| {
        let (kind, path, number, rotates) = (c.arg(1).as_enum(), c.str(2)?, c.count(3)?, c.flag(4)?);
        let Some(stream) = stream_of(c) else { return Ok(false.into()) };
        let find = |w: &&Rc<OpenLog>| kind.is_some_and(|k| w.is(k, &path)) && w.timer.get() == number;
        let found = stream.writers.borrow().iter().find(find).cloned();
        let Some(open) = found else { return Ok(false.into()) };
        // At the end of the run, rows still follow: `rotate_at_end` comes after them.
        let rotates = rotates && !c.state().terminating;
        let result = if rotates { rotate(c, &open, open.due.get()) } else { Ok(()) };
        if !c.state().terminating {
            open.opened.set(c.cx.now());
            schedule(c, &stream, &open);
        }
        result.map(|()| Value::Bool(true))
    })
}

/// Rotates all logs now, regardless of their timers. `at` is the time of the request, which all workers share.
pub fn rotate_all(cx: &mut dyn Context, at: f64) -> value::Result<()> {
    Call::run(cx, &[Value::Time(at)], |c| {
        let at = c.arg(0).as_number().unwrap_or(0.0);
        for open in c.logs().writers() {
            rotate(c, &open, at)?;
            open.opened.set(c.cx.now());
        }
        Ok(true.into())
    })
    .map(drop)
}

/// Rotates the logs that rotate at intervals, at the end of the run.
pub fn rotate_at_end(cx: &mut dyn Context) -> value::Result<()> {
    Call::run(cx, &[], |c| {
        for open in c.logs().writers() {
            // The time was never known if no timer was set for it.
            if open.interval > 0.0 && open.opened.get() != 0.0 {
                rotate(c, &open, open.due.get())?;
            }
        }
        Ok(true.into())
    })
    .map(drop)
}

fn rotate(c: &mut Call<'_>, open: &OpenLog, at: f64) -> Result<(), Stop> {
    let Some(postprocessor) = open.postprocessor.clone().or_else(|| default_postprocessor(c)) else {
        return Ok(());
    };
    // Rows that may come again must stay where the checkpoint finds them: in the file that is not rotated yet.
    if !super::on_disk::acknowledge(c.cx) {
        return Ok(());
    }
    let now = c.cx.now();
    let Some(opened) = open.turn(at, now) else { return Ok(()) };
    let span = Span {
        kind: open.kind.clone(),
        path: open.path.clone(),
        opened,
        closed: now,
        terminating: c.state().terminating,
    };
    let to = rotated_path(c, &span, &postprocessor)?;
    let name = match open.rotate(&to) {
        Ok(Rotated::Nothing) => return Ok(()),
        Ok(Rotated::To(name)) => {
            // The checkpoint must not cut the next file of this name.
            super::on_disk::check_point(c.cx);
            name
        }
        Err(error) => {
            report(c, error);
            return Ok(());
        }
    };
    let info = span.record(c, "Log::RotationInfo")?;
    info.set_named("fname", name.as_str());
    let said = c.invoke(&postprocessor, &[Value::Record(info)])?;
    if said.and_then(|v| v.as_bool()) != Some(true) {
        let error = open.give_up(&format!("error rotating {} to {name}", open.file_text()));
        report(c, [error]);
    }
    Ok(())
}

pub(super) fn default_postprocessor(c: &Call<'_>) -> Option<Rc<Func>> {
    c.global("Log::__default_rotation_postprocessor")?.as_func().cloned()
}

/// The period from one rotation to the next.
pub(super) struct Span {
    /// The `Log::Writer`.
    pub(super) kind: Value,
    pub(super) path: Str,
    pub(super) opened: f64,
    pub(super) closed: f64,
    pub(super) terminating: bool,
}

impl Span {
    /// Converts this to a `Log::RotationInfo` or `Log::RotationFmtInfo`.
    pub(super) fn record(&self, c: &mut Call<'_>, ty: &str) -> Result<Record, Stop> {
        let info = c.new_record(ty)?;
        info.set_named("writer", self.kind.clone());
        info.set_named("path", self.path.clone());
        info.set_named("open", Value::Time(self.opened));
        info.set_named("close", Value::Time(self.closed));
        info.set_named("terminating", self.terminating);
        Ok(info)
    }
}

/// Returns the new name, without its suffix, from `Log::rotation_format_func`.
pub(super) fn rotated_path(c: &mut Call<'_>, span: &Span, postprocessor: &Rc<Func>) -> Result<String, Stop> {
    let info = span.record(c, "Log::RotationFmtInfo")?;
    info.set_named("postprocessor", Value::Func(postprocessor.clone()));
    let path = span.path.to_text();
    let said = match c.global("Log::rotation_format_func").and_then(|v| v.as_func().cloned()) {
        Some(f) => match c.invoke(&f, &[Value::Record(info)]) {
            Err(Stop::Error(e)) => {
                c.cx.report_error(&e);
                None
            }
            other => other?,
        },
        None => None,
    };
    let Some(said) = said.and_then(|v| v.as_record().cloned()) else {
        let stamp = local_time(c, span.opened)?;
        let name = format!("{path}-{stamp}");
        c.report(&format!(
            "Failed to call Log::rotation_format_func for path {path} continuing with rotation to: ./{name}"
        ));
        return Ok(name);
    };
    let text = |field: &str| said.get_named(field).and_then(|v| Some(v.as_string()?.to_text().into_owned()));
    let name = text("file_basename").unwrap_or_default();
    let mut dir = text("dir").unwrap_or_default();
    if dir.is_empty() {
        dir = default_folder(c);
    }
    if !dir.is_empty()
        && let Err(e) = make_folders(c, &dir)
    {
        c.report(&format!(
            "Failed to create dir '{dir}' returned by Log::rotation_format_func for path {path}: {e}"
        ));
        dir.clear();
    }
    Ok(if dir.is_empty() { name } else { format!("{dir}/{name}") })
}

/// Creates a folder and its parents.
fn make_folders(c: &mut Call<'_>, dir: &str) -> Result<(), String> {
    let ends = dir.char_indices().filter(|&(at, ch)| ch == '/' && at > 0).map(|(at, _)| at);
    for end in ends.chain([dir.len()]) {
        let folder = dir.get(..end).unwrap_or(dir);
        c.disk().make_folder(folder).map_err(|e| outside::system_error(&e))?;
    }
    Ok(())
}

fn local_time(c: &mut Call<'_>, at: f64) -> Result<String, Stop> {
    let Some(strftime) = c.global("strftime").and_then(|v| v.as_func().cloned()) else {
        return Ok(format!("{at:.0}"));
    };
    let said = c.invoke(&strftime, &["%y-%m-%d_%H.%M.%S".into(), Value::Time(at)])?;
    Ok(said.and_then(|v| Some(v.as_string()?.to_text().into_owned())).unwrap_or_default())
}
