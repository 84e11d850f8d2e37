//! Files and folders, and pipes to and from other programs.
use crate::call::{Answer, Call, Stop, family};
use outside::system_error;
use std::rc::Rc;
use value::{File, Value};

family! {
    "open" => |c| open(c, false),
    "open_for_append" => |c| open(c, true),
    "close" => |c| Ok(c.file(0)?.close().into()),
    "write_file" => write_file,
    "set_buf" => set_buf,
    "flush_all" => |c| Ok(c.disk().flush_files().into()),
    "active_file" => |c| Ok(c.file(0)?.is_open().into()),
    "get_file_name" => |c| Ok(Value::string(c.file(0)?.name.as_bytes())),
    "enable_raw_output" => |c| {
        c.file(0)?.raw.set(true);
        c.nothing()
    },
    "mkdir" => |c| change(c, "create directory", |c, path| c.disk().make_folder(path)),
    "rmdir" => |c| change(c, "remove directory", |c, path| c.disk().remove_folder(path)),
    "unlink" => |c| change(c, "unlink file", |c, path| c.disk().remove_file(path)),
    "rename" => rename,
    "file_size" => |c| {
        let path = c.text(0)?;
        Ok(c.disk().file_size(&path).map_or(-1.0, |n| n as f64).into())
    },
    "rotate_file" => rotate_file,
    "rotate_file_by_name" => rotate_file_by_name,
    "system" => |c| {
        let command = c.text(0)?;
        Ok(c.programs().run_in_background(&command, &[]).into())
    },
    "system_env" => system_env,
    "piped_exec" => piped_exec,
    "getenv" => |c| {
        let name = c.text(0)?;
        Ok(Value::string(c.environment().variable(&name).unwrap_or_default()))
    },
    "setenv" => |c| {
        let (name, value) = (c.text(0)?, c.text(1)?);
        Ok(c.environment().set_variable(&name, &value).into())
    },
}

fn open(c: &mut Call<'_>, append: bool) -> Answer {
    let name = c.text(0)?;
    let now = c.cx.now();
    let opened = c.disk().open(&name, append);
    match opened {
        Ok(sink) => {
            let file = Value::File(Rc::new(File::new(name, now, sink)));
            c.raise("file_opened", vec![file.clone()]);
            Ok(file)
        }
        Err(e) => {
            c.report(&format!("can't open {name}: {}", system_error(&e)));
            Ok(Value::File(Rc::new(File::closed(name, now))))
        }
    }
}

fn write_file(c: &mut Call<'_>) -> Answer {
    let (file, data) = (c.file(0)?, c.str(1)?);
    Ok(file.with(|sink| sink.write(&data).is_ok()).unwrap_or(false).into())
}

fn set_buf(c: &mut Call<'_>) -> Answer {
    let (file, buffered) = (c.file(0)?, c.flag(1)?);
    file.with(|sink| sink.set_buffered(buffered));
    Ok(true.into())
}

fn change(c: &mut Call<'_>, what: &str, f: fn(&mut Call<'_>, &str) -> std::io::Result<()>) -> Answer {
    let path = c.text(0)?;
    match f(c, &path) {
        Ok(()) => Ok(true.into()),
        Err(e) => {
            c.warn(&format!("cannot {what} '{path}': {}", system_error(&e)));
            Ok(false.into())
        }
    }
}

fn rename(c: &mut Call<'_>) -> Answer {
    let (from, to) = (c.text(0)?, c.text(1)?);
    match c.disk().rename(&from, &to) {
        Ok(()) => Ok(true.into()),
        Err(e) => {
            c.warn(&format!("cannot rename file '{from}' to '{to}': {}", system_error(&e)));
            Ok(false.into())
        }
    }
}

/// Returns a `rotate_info`; empty if nothing was rotated.
fn rotated(c: &mut Call<'_>, names: Option<(&str, &str)>, open: f64, close: f64) -> Answer {
    let info = c.new_record("rotate_info")?;
    let (old, new) = names.unwrap_or_default();
    info.set(0, old.into());
    info.set(1, new.into());
    info.set(2, Value::Time(if names.is_some() { open } else { 0.0 }));
    info.set(3, Value::Time(if names.is_some() { close } else { 0.0 }));
    Ok(info.into())
}

/// Returns the name of a rotated file: `NAME.PID.TIME.tmp`.
fn rotated_name(c: &mut Call<'_>, name: &str, now: f64) -> String {
    format!("{name}.{}.{now:.6}.tmp", c.this_machine().process_id())
}

fn rotate_file(c: &mut Call<'_>) -> Answer {
    let file = c.file(0)?;
    let now = c.cx.now();
    let name = file.name.to_string();
    if !file.is_open() || name.starts_with('/') && name.starts_with("/dev/") {
        return rotated(c, None, 0.0, 0.0);
    }
    let new = rotated_name(c, &name, now);
    file.close();
    if let Err(e) = c.disk().rename(&name, &new) {
        c.report(&format!("rotate_file: failed to rename {name} to {new}: {}", system_error(&e)));
        return rotated(c, None, 0.0, 0.0);
    }
    let opened = file.opened.get();
    match c.disk().open(&name, false) {
        Ok(sink) => file.reopen(sink, now),
        Err(e) => c.report(&format!("rotate_file: failed to open {name}: {}", system_error(&e))),
    }
    rotated(c, Some((&name, &new)), opened, now)
}

fn rotate_file_by_name(c: &mut Call<'_>) -> Answer {
    let name = c.text(0)?;
    let now = c.cx.now();
    let new = rotated_name(c, &name, now);
    let Some(changed) = c.disk().last_change(&name) else {
        c.report(&format!("rotate_file: failed to open {name}: No such file or directory"));
        return rotated(c, None, 0.0, 0.0);
    };
    if let Err(e) = c.disk().rename(&name, &new) {
        c.report(&format!("rotate_file: failed to rename {name} to {new}: {}", system_error(&e)));
        return rotated(c, None, 0.0, 0.0);
    }
    // The new file replaces the old one at once.
    drop(c.disk().open(&name, false));
    rotated(c, Some((&name, &new)), changed, now)
}

/// Returns `ZEEK_ARG_NAME=VALUE` for each entry, with names in upper case.
fn environment(c: &mut Call<'_>, at: usize) -> Result<Option<Vec<(String, String)>>, Stop> {
    let mut out = Vec::new();
    for (index, value) in c.table(at)?.entries() {
        let ([Value::String(name)], Some(Value::String(value))) = (&index[..], value) else {
            c.error("system_env() needs a table[string] of string");
            return Ok(None);
        };
        out.push((format!("ZEEK_ARG_{}", name.to_text().to_uppercase()), value.to_text().into_owned()));
    }
    Ok(Some(out))
}

fn system_env(c: &mut Call<'_>) -> Answer {
    let command = c.text(0)?;
    match environment(c, 1)? {
        Some(env) => Ok(c.programs().run_in_background(&command, &env).into()),
        None => Ok((-1_i64).into()),
    }
}

fn piped_exec(c: &mut Call<'_>) -> Answer {
    let (program, data) = (c.text(0)?, c.str(1)?);
    match c.programs().run_with_input(&program, &data) {
        Ok(true) => Ok(true.into()),
        Ok(false) => {
            c.report(&format!("Failed to write all given data to {program}"));
            Ok(false.into())
        }
        Err(_) => {
            c.report(&format!("Failed to popen {program}"));
            Ok(false.into())
        }
    }
}
