//! The services as the machine's host: `print`, messages, and the look-up of built-in functions.
use crate::call::Call;
use crate::family;
use crate::log;
use crate::services::{ReporterMessage, Services};
use value::{BuiltinFn, Context, ErrorKind, Level, Loc, Printer, Result, RuntimeError, Value};

/// Returns the name of a level in messages, and the event for it.
fn name_and_event(level: Level) -> (&'static str, &'static str) {
    match level {
        Level::Info => ("", "reporter_info"),
        Level::Warning => ("warning", "reporter_warning"),
        Level::ExpressionWarning => ("expression warning", "reporter_warning"),
        Level::Error | Level::Runtime(ErrorKind::Error) => ("error", "reporter_error"),
        Level::Fatal => ("fatal error", "reporter_error"),
        Level::Runtime(ErrorKind::Expression) => ("expression error", "reporter_error"),
        Level::Runtime(_) => ("runtime error", "reporter_error"),
    }
}

impl script_vm::Host for Services {
    fn builtin(&self, name: &str) -> Option<BuiltinFn> {
        if name == script_sema::tree::marks::NAME {
            return Some(crate::profile::mark);
        }
        family::find(name)
    }

    fn report(&mut self, level: Level, message: &str, loc: Option<Loc>) {
        let (word, event) = name_and_event(level);
        let place = loc.and_then(|l| {
            self.program.sources.place(script_syntax::Span::new(l.start, l.end)).map(|p| p.to_string())
        });
        if event == "reporter_error" {
            self.reporter.errors += 1;
        }
        let mut out = String::new();
        if let Some(t) = self.reporter.time {
            out.push_str(&format!("{t:.6} "));
        }
        match (&place, word) {
            (Some(p), "") => out.push_str(&format!("{p}: ")),
            (None, "") => {}
            (Some(p), w) => out.push_str(&format!("{w} in {p}: ")),
            (None, w) => out.push_str(&format!("{w}: ")),
        }
        out.push_str(message);
        out.push('\n');
        let [infos, warnings, errors] = self.reporter.to_stderr;
        let told = match level {
            Level::Info => infos,
            Level::Warning | Level::ExpressionWarning => warnings,
            Level::Fatal => true,
            Level::Error | Level::Runtime(_) => errors,
        };
        if told {
            self.outside().print_error(out.as_bytes());
        }
        if self.reporter.as_events {
            self.reporter.pending.push(ReporterMessage {
                event,
                text: message.to_owned(),
                place: place.unwrap_or_default(),
            });
        }
    }

    fn is_interrupted(&self) -> bool {
        self.is_asked_to_end()
    }

    fn printer(&self) -> script_vm::PrintFn {
        |cx, values| {
            if redirected(cx, values) {
                return Call::run(cx, values, |c| log::print(c).map(|()| Value::Bool(true))).map(drop);
            }
            match cx.host().downcast_mut::<Services>() {
                Some(host) => host.print_values(values),
                None => Ok(()),
            }
        }
    }
}

/// Whether output goes to a log (`Log::print_to_log`): either all of it, or the part for standard output.
fn redirected(cx: &mut dyn Context, values: &[Value]) -> bool {
    let known = cx.host().downcast_mut::<Services>().and_then(|h| h.print.to_log);
    let how = known.unwrap_or_else(|| {
        let value = cx.global_id("Log::print_to_log").and_then(|id| cx.global(id));
        let how = value.and_then(|v| v.as_enum()).unwrap_or(0);
        if let Some(host) = cx.host().downcast_mut::<Services>().filter(|h| !h.program.loading) {
            host.print.to_log = Some(how);
        }
        how
    });
    match how {
        1 => match values.first() {
            Some(Value::File(f)) => matches!(&*f.name, "-" | "/dev/stdout"),
            _ => true,
        },
        2 => true,
        _ => false,
    }
}

impl Services {
    /// Executes `print`.
    fn print_values(&mut self, values: &[Value]) -> Result<()> {
        let (file, values) = match values {
            [Value::File(f), rest @ ..] => (Some(f), rest),
            all => (None, all),
        };
        let raw = file.is_some_and(|f| f.raw.get());
        let mut out = std::mem::take(&mut self.print.buffer);
        out.clear();
        if raw {
            values.iter().for_each(|v| Printer::raw(&mut out).without_tabs().value(v));
        } else {
            Printer::new(&mut out).without_tabs().list(values);
            out.push(b'\n');
        }
        let done = match file {
            Some(f) => f.with(|sink| sink.write(&out)),
            None => {
                self.outside().print(&out);
                Some(Ok(()))
            }
        };
        self.print.buffer = out;
        match done {
            Some(Ok(())) => Ok(()),
            Some(Err(e)) => Err(RuntimeError::of(ErrorKind::Runtime, format!("cannot write: {e}"))),
            // Printing to a closed file does nothing.
            None => Ok(()),
        }
    }
}
