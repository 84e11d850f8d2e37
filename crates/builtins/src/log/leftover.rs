//! Rotates logs that an interrupted run left behind, identified by their shadow files. Each log is renamed as its
//! rotation would have done, and its postprocessor runs.
use super::make::{default_folder, keeps_shadows, suffix};
use super::own_folder::claim_folder;
use super::rotation::{Span, default_postprocessor, rotated_path};
use super::{fatal, report};
use crate::call::{Answer, Call, Stop};
use logging::Leftover;
use std::path::Path;
use std::rc::Rc;
use value::{Context, Func, Level, Str, Type, Value};

/// Rotates leftover logs if `LogAscii::enable_leftover_log_rotation` is set.
///
/// # Errors
/// If a log cannot be moved, the run ends; otherwise the new log would overwrite it.
pub fn rotate_leftovers(cx: &mut dyn Context) -> value::Result<()> {
    Call::run(cx, &[], |c| {
        if keeps_shadows(c) {
            claim_folder(c)?;
            rotate_all(c)?;
        }
        Ok(true.into())
    })
    .map(drop)
}

fn rotate_all(c: &mut Call<'_>) -> Answer {
    let folder = default_folder(c);
    let folder = if folder.is_empty() { ".".to_owned() } else { folder };
    let extension = format!(".{}", suffix(c));
    match logging::leftovers(Path::new(&folder), &extension) {
        Err(e) => c.report(&e),
        Ok(found) => {
            report(c, found.errors);
            for warning in found.warnings {
                c.warn(&warning);
            }
            for log in found.logs {
                rotate(c, &log)?;
            }
        }
    }
    Ok(true.into())
}

fn rotate(c: &mut Call<'_>, log: &Leftover) -> Result<(), Stop> {
    let shown = log.file.display();
    let Some(postprocessor) = postprocessor(c, log) else { return Ok(()) };
    let span = Span {
        kind: ascii(c)?,
        path: Str::from(log.path.as_str()),
        opened: log.opened,
        closed: log.closed,
        terminating: false,
    };
    let to = rotated_path(c, &span, &postprocessor)?;
    let to = match log.rotate(Path::new(&to)) {
        Ok(to) => to.display().to_string(),
        Err(e) => {
            let text = format!("Found leftover/unprocessed log '{shown}', but failed to rotate it: {e}");
            return Err(fatal(c, text));
        }
    };
    let info = span.record(c, "Log::RotationInfo")?;
    info.set_named("fname", to.as_str());
    match c.invoke(&postprocessor, &[Value::Record(info)]) {
        Ok(_) => {
            let text = format!("Rotated/postprocessed leftover log '{shown}' -> '{to}' ");
            c.cx.report(Level::Info, &text, None);
        }
        Err(_) => {
            let name = &postprocessor.name;
            c.warn(&format!("Postprocess function '{name}' failed for leftover log '{shown}'"));
        }
    }
    Ok(())
}

/// Returns the function that the shadow file names, else the default one with a warning; `None` if there is no default.
fn postprocessor(c: &mut Call<'_>, log: &Leftover) -> Option<Rc<Func>> {
    let default = default_postprocessor(c)?;
    let Some(name) = &log.postprocessor else { return Some(default) };
    let named = c.global(name).and_then(|v| v.as_func().cloned());
    let fits = |f: &Rc<Func>| Type::Func(f.ty.clone()).same(&Type::Func(default.ty.clone()));
    if let Some(f) = named.filter(fits) {
        return Some(f);
    }
    c.warn(&format!(
        "Could not postprocess log '{}' with intended postprocessor function '{name}', proceeding  with the default function",
        log.file.display()
    ));
    Some(default)
}

fn ascii(c: &Call<'_>) -> Answer {
    match c.cx.named_type("Log::Writer") {
        Some(Type::Enum(t)) => Ok(Value::enumerator(t.number("Log::WRITER_ASCII").unwrap_or(0), &t)),
        _ => Err(Stop::MissingType("Log::Writer".to_owned())),
    }
}
