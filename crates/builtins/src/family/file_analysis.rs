//! Control of files under analysis.
use crate::call::{Answer, Call, Stop, family};
use crate::file_analyzers::make;
use bridge::{analyzer_short_name, set_timeout};
use event::EnumName;
use protocols::files::{Change, Key};
use value::{Record, Value};

family! {
    "Files::__set_timeout_interval" => set_timeout_interval,
    "Files::__enable_reassembly" => |c| change(c, Change::Reassemble(true)),
    "Files::__disable_reassembly" => |c| change(c, Change::Reassemble(false)),
    "Files::__set_reassembly_buffer" => |c| {
        let max = c.count(1)?;
        change(c, Change::Buffer(max))
    },
    "Files::__enable_analyzer" => |c| enable(c, true),
    "Files::__disable_analyzer" => |c| enable(c, false),
    "Files::__analyzer_enabled" => |c| {
        let tag = kind(c, 0)?;
        Ok((!c.files().disabled.contains(&tag)).into())
    },
    "Files::__add_analyzer" => add_analyzer,
    "Files::__remove_analyzer" => remove_analyzer,
    "Files::__stop" => |c| change(c, Change::Ignore),
    "Files::__analyzer_name" => |c| Ok(Value::string(analyzer_short_name(kind(c, 0)?))),
    "Files::__file_exists" => |c| {
        let id = c.str(0)?;
        Ok(c.files().find(&id).is_some().into())
    },
    "Files::__lookup_file" => lookup_file,
    "FileExtract::__set_limit" => set_limit,
    "set_file_handle" => |c| {
        let handle = c.str(0)?;
        if !handle.is_empty() {
            c.files().handle = Some(handle.to_vec());
        }
        c.nothing()
    },
    "file_magic" => file_magic,
    "identify_data" => identify_data,
}

fn change(c: &mut Call<'_>, change: Change) -> Answer {
    let id = c.str(0)?;
    Ok(c.files().change(&id, change).into())
}

fn set_timeout_interval(c: &mut Call<'_>) -> Answer {
    let (id, seconds) = (c.str(0)?, c.double(1)?);
    let files = &mut c.files();
    let Some(known) = files.find(&id) else { return Ok(false.into()) };
    set_timeout(&known.record, seconds);
    let id = known.id;
    if seconds > 0.0 {
        files.postpone(id);
    }
    Ok(true.into())
}

/// Returns the kind of file analyzer that an argument names.
pub(super) fn kind(c: &mut Call<'_>, at: usize) -> Result<EnumName, Stop> {
    let name = c.arg(at).enum_name().ok_or(Stop::Argument(at))?;
    let full = name.strip_prefix("AllAnalyzers::FILES_").map(|short| format!("Files::{short}"));
    c.files().kind(full.as_deref().unwrap_or(&name)).ok_or(Stop::Argument(at))
}

fn enable(c: &mut Call<'_>, on: bool) -> Answer {
    let tag = kind(c, 0)?;
    c.files().enable(tag, on);
    Ok(true.into())
}

/// Returns the key of an analyzer of a file: its kind and its arguments.
fn key(c: &mut Call<'_>) -> Result<(Key, Record), Stop> {
    let tag = kind(c, 1)?;
    let args = c.record(2)?;
    let bytes = c.describe_binary(&Value::Record(args.clone())).into();
    Ok((Key { tag, args: bytes }, args))
}

fn add_analyzer(c: &mut Call<'_>) -> Answer {
    let (id, (key, args)) = (c.str(0)?, key(c)?);
    if c.files().find(&id).is_none() || c.files().disabled.contains(&key.tag) {
        return Ok(false.into());
    }
    let Some(analyzer) = make(c.cx, &id, &key, &args) else {
        let id = id.to_text();
        c.report(&format!("[{id}] Failed file analyzer {} instantiation", analyzer_short_name(key.tag)));
        return Ok(false.into());
    };
    if let Some(known) = c.files().find(&id)
        && !known.analyzers.iter().any(|(k, _)| *k == key)
    {
        known.analyzers.push((key.clone(), None));
    }
    Ok(c.files().change(&id, Change::Add(key, analyzer)).into())
}

fn remove_analyzer(c: &mut Call<'_>) -> Answer {
    let (id, (key, _)) = (c.str(0)?, key(c)?);
    let Some(known) = c.files().find(&id) else { return Ok(false.into()) };
    let before = known.analyzers.len();
    known.analyzers.retain(|(k, _)| *k != key);
    let was_there = known.analyzers.len() < before;
    c.files().change(&id, Change::Remove(key));
    Ok(was_there.into())
}

fn set_limit(c: &mut Call<'_>) -> Answer {
    let (id, args, limit) = (c.str(0)?, c.record(1)?, c.count(2)?);
    let bytes: Box<[u8]> = c.describe_binary(&Value::Record(args)).into();
    let Some(known) = c.files().find(&id) else { return Ok(false.into()) };
    let found = known.analyzers.iter().find(|(k, limit)| limit.is_some() && k.args == bytes);
    if let Some((_, Some(cell))) = found {
        cell.set(limit);
        return Ok(true.into());
    }
    Ok(false.into())
}

fn lookup_file(c: &mut Call<'_>) -> Answer {
    let id = c.str(0)?;
    match c.files().find(&id) {
        Some(known) => Ok(Value::Record(known.record.clone())),
        None => {
            let id = id.to_text();
            c.report(&format!("file ID {id} not a known file"));
            c.nothing()
        }
    }
}

fn file_magic(c: &mut Call<'_>) -> Answer {
    let data = c.str(0)?;
    let ty = c.record_type("mime_match")?;
    let mut items: Vec<Value> = Vec::new();
    let mut last = None;
    for (strength, mime) in c.services().types_of(&data) {
        let r = Record::new(ty.clone());
        r.set(0, Value::Int(strength));
        r.set(1, Value::string(mime));
        // Keep one match per strength: among equals, the last by name.
        if last == Some(strength) {
            items.pop();
        }
        last = Some(strength);
        items.push(Value::Record(r));
    }
    c.vector_of("mime_matches", items)
}

fn identify_data(c: &mut Call<'_>) -> Answer {
    let (data, return_mime) = (c.str(0)?, c.flag(1)?);
    if !return_mime {
        c.warn("identify_data() builtin-function only returns MIME types, but verbose file info requested");
    }
    let types = c.services().types_of(&data);
    let first = types.into_iter().next().map_or_else(|| "<unknown>".to_owned(), |(_, m)| m);
    Ok(Value::string(first))
}
