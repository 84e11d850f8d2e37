//! Locations and owners of addresses, from databases in MaxMind's format.
//!
//! A database is read into memory, and read again after a change on disk. The file is checked at most once per
//! `mmdb_stale_check_interval`.
use crate::call::{Answer, Call, Stop, family};
use crate::places::{DatabaseKind as Kind, OpenDatabase as Open, read};
use maxminddb::{PathElement, path};
use net_types::Addr;
use std::net::IpAddr;
use value::{Level, Record, Value};

family! {
    "mmdb_open_location_db" => |c| open_named(c, Kind::Location),
    "mmdb_open_asn_db" => |c| open_named(c, Kind::AutonomousSystem),
    "lookup_location" => lookup_location,
    "lookup_autonomous_system" => lookup_autonomous_system,
}

/// The maximum number of messages in a [`PERIOD`].
const MESSAGES: u32 = 20;
/// The period of the limit on messages, in seconds.
const PERIOD: f64 = 300.0;

/// Reports an informational message, unless there were too many in this period.
fn tell(c: &mut Call<'_>, message: &str) {
    let now = c.cx.now();
    let (began, count) = &mut c.places().messages;
    if now > *began + PERIOD {
        (*began, *count) = (now, 0);
    }
    if *count < MESSAGES {
        *count += 1;
        c.cx.report(Level::Info, message, None);
    }
}

fn open_named(c: &mut Call<'_>, kind: Kind) -> Answer {
    let path = c.text(0)?;
    Ok(open(c, kind, &path).into())
}

/// Opens a database and replaces the open one. Returns false on failure.
fn open(c: &mut Call<'_>, kind: Kind, path: &str) -> bool {
    let database = c.places().database(kind);
    database.path = Some(path.to_owned());
    if database.open.take().is_some() {
        database.failed = false;
    }
    let Ok(stamp) = c.disk().stamp(path) else { return false };
    match read(c.disk(), path) {
        Ok(reader) => {
            c.places().database(kind).open = Some(Open { reader, stamp });
            true
        }
        Err(why) => {
            tell(c, &format!("Failed to open MaxMind DB: {path} [{why}]"));
            false
        }
    }
}

/// Opens the first existing file among those that scripts name. Returns false if there is none.
fn open_configured(c: &mut Call<'_>, kind: Kind) -> bool {
    let text = |c: &Call<'_>, name: &str| c.global(name)?.as_string().map(|s| s.to_text().into_owned());
    let names: Vec<String> = kind.names().iter().filter_map(|n| text(c, n)).collect();
    let first = text(c, "mmdb_dir").filter(|d| !d.is_empty());
    let others = c.global("mmdb_dir_fallbacks").and_then(|v| v.as_vector().cloned());
    let others: Vec<String> = others.map_or(Vec::new(), |v| {
        v.items().iter().flatten().filter_map(|v| Some(v.as_string()?.to_text().into_owned())).collect()
    });
    let own = first.iter().flat_map(|d| names.iter().map(move |n| format!("{d}/{n}")));
    let fallbacks = names.iter().flat_map(|n| others.iter().map(move |d| format!("{d}/{n}")));
    let paths: Vec<String> = own.chain(fallbacks).collect();
    if paths.iter().any(|path| open(c, kind, path)) {
        return true;
    }
    // The next call tries all files again.
    c.places().database(kind).path = None;
    false
}

/// Ensures that the database is open and current. Returns false if it cannot be opened.
fn is_loaded(c: &mut Call<'_>, kind: Kind) -> bool {
    let path = c.places().database(kind).path.clone();
    let loaded = match path {
        None => open_configured(c, kind),
        Some(path) if c.places().database(kind).open.is_none() => open(c, kind, &path),
        Some(path) if is_stale(c, kind, &path) => {
            tell(c, &format!("Closing stale MaxMind DB [{path}]"));
            open(c, kind, &path)
        }
        Some(_) => true,
    };
    if !loaded && !std::mem::replace(&mut c.places().database(kind).failed, true) {
        c.error(&format!("Failed to open {}", kind.description()));
    }
    loaded
}

/// Whether the file has changed since it was read, or no longer exists.
fn is_stale(c: &mut Call<'_>, kind: Kind, path: &str) -> bool {
    let interval = c.global("mmdb_stale_check_interval").and_then(|v| v.as_double()).unwrap_or(-1.0);
    let now = c.cx.now();
    let database = c.places().database(kind);
    let Some(read) = database.open.as_ref().map(|o| o.stamp) else { return false };
    if interval < 0.0 || now - database.checked < interval {
        return false;
    }
    database.checked = now;
    let Ok(found) = c.disk().stamp(path) else { return true };
    if found == read {
        return false;
    }
    let what = if found.same_file(&read) { "Modification time" } else { "Inode" };
    tell(c, &format!("{what} change detected for MaxMind DB [{path}]"));
    true
}

/// Sets the fields of a record to the database's values at their paths.
fn look_up(c: &mut Call<'_>, kind: Kind, record: &Record, fields: &[Field<'_>]) -> Result<(), Stop> {
    let addr: Addr = c.addr(0)?;
    if !is_loaded(c, kind) {
        return Ok(());
    }
    let (mut troubles, mut broken) = (Vec::new(), false);
    if let Some(open) = &c.places().database(kind).open {
        match open.reader.lookup(IpAddr::from(addr)) {
            Ok(found) if found.has_data() => {
                for (field, path, how) in fields {
                    let value = match how {
                        As::Text => found.decode_path::<&str>(path).map(|v| v.map(Value::string)),
                        As::Number => {
                            found.decode_path::<u32>(path).map(|v| v.map(|n| Value::Count(n.into())))
                        }
                        As::Double => found.decode_path::<f64>(path).map(|v| v.map(Value::Double)),
                    };
                    match value {
                        Ok(Some(v)) => record.set(*field, v),
                        Ok(None) => {}
                        Err(e) => troubles.push(format!("MaxMind DB error [{e}]")),
                    }
                }
            }
            Ok(_) => {}
            Err(e) => {
                troubles.push(format!("MaxMind DB lookup location error [{e}]"));
                broken = true;
            }
        }
    }
    if broken {
        c.places().database(kind).open = None;
    }
    for t in troubles {
        tell(c, &t);
    }
    Ok(())
}

/// A field of a record: its number, and the path and type of its value in the database.
type Field<'a> = (u32, &'a [PathElement<'a>], As);

/// The type of a field.
#[derive(Clone, Copy)]
enum As {
    Text,
    Number,
    Double,
}

fn lookup_location(c: &mut Call<'_>) -> Answer {
    let record = c.new_record("geo_location")?;
    let fields: [Field<'_>; 5] = [
        (0, &path!["country", "iso_code"], As::Text),
        (1, &path!["subdivisions", 0, "iso_code"], As::Text),
        (2, &path!["city", "names", "en"], As::Text),
        (3, &path!["location", "latitude"], As::Double),
        (4, &path!["location", "longitude"], As::Double),
    ];
    look_up(c, Kind::Location, &record, &fields)?;
    Ok(Value::Record(record))
}

fn lookup_autonomous_system(c: &mut Call<'_>) -> Answer {
    let record = c.new_record("geo_autonomous_system")?;
    let fields: [Field<'_>; 2] = [
        (0, &path!["autonomous_system_number"], As::Number),
        (1, &path!["autonomous_system_organization"], As::Text),
    ];
    look_up(c, Kind::AutonomousSystem, &record, &fields)?;
    Ok(Value::Record(record))
}
