//! Backtraces and the hooks of assertions.
use crate::call::{Answer, Call, Stop, family};
use std::rc::Rc;
use value::{Builtin, ErrorKind, Func, Loc, Name, RuntimeError, Type, Value, Vector};

family! {
    "backtrace" => |c| {
        let calls = c.cx.call_stack();
        // The first is the call of this function.
        let mut out = vec![element(c, "backtrace", Some(c.cx.call_site()))?];
        for (i, (name, _)) in calls.iter().enumerate() {
            out.push(element(c, name, calls.get(i + 1).map(|called| called.1))?);
        }
        c.vector_of("Backtrace", out)
    },
}

/// The function that the machine calls after each `assert`, with the outcome, the expression's text and the message.
pub(super) const ASSERT: Builtin = Builtin { name: "assert", run: |cx, args| Call::run(cx, args, check) };

/// Runs the hooks of an assertion. A failed assertion ends the handler, and is reported unless a hook breaks.
fn check(c: &mut Call<'_>) -> Answer {
    let (held, text, message) = (c.flag(0)?, c.str(1)?, c.str(2)?);
    let calls = c.cx.call_stack();
    let mut said = true;
    for (hook, wanted) in [("assertion_result", true), ("assertion_failure", !held)] {
        let Some(f) = hook_with_bodies(c, hook).filter(|_| wanted) else { continue };
        let mut trace = vec![element(c, "assert", Some(c.cx.call_site()))?];
        for (i, (name, _)) in calls.iter().enumerate() {
            trace.push(element(c, name, calls.get(i + 1).map(|called| called.1))?);
        }
        let trace = Value::from(Vector::from_values(c.vector_type("Backtrace")?, trace));
        let mut args = vec![text.clone().into(), message.clone().into(), trace];
        if hook == "assertion_result" {
            args.insert(0, held.into());
        }
        let passed = c.invoke(&f, &args)?;
        said &= passed.and_then(|v| v.as_bool()).unwrap_or(true);
    }
    if held {
        return c.nothing();
    }
    if !said {
        return Err(Stop::Error(RuntimeError::of(ErrorKind::Silent, "assertion failure")));
    }
    let (text, message) = (text.to_text(), message.to_text());
    let told = if message.is_empty() { String::new() } else { format!(" ({message})") };
    Err(Stop::Error(RuntimeError::of(ErrorKind::Error, format!("assertion failure: {text}{told}"))))
}

fn hook_with_bodies(c: &Call<'_>, name: &str) -> Option<Rc<Func>> {
    let id = c.cx.global_id(name).filter(|&id| c.cx.has_bodies(id))?;
    c.cx.global(id)?.as_func().cloned()
}

/// Creates an entry of a backtrace: function, arguments, call site.
fn element(c: &mut Call<'_>, name: &str, called_at: Option<Loc>) -> Answer {
    let r = c.new_record("BacktraceElement")?;
    r.set(0, name.into());
    let ty = c.cx.global_id(name).and_then(|id| c.cx.global_type(id));
    let mut params = Vec::new();
    if let Some((_, Type::Func(f))) = ty {
        for p in &f.params {
            let param = c.new_record("call_argument")?;
            param.set(0, text(&p.name));
            param.set(1, p.ty.to_string().into());
            params.push(param.into());
        }
    }
    let params = c.vector_of("call_argument_vector", params)?;
    r.set(1, params);
    if let Some((file, line)) = called_at.and_then(|loc| c.services().file_and_line(loc)) {
        r.set(2, file.into());
        r.set(3, line.into());
    }
    Ok(r.into())
}

fn text(name: &Name) -> Value {
    Value::string(name.as_bytes())
}
