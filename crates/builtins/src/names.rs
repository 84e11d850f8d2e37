//! Name look-ups for scripts: calls the [`resolver`], raises events about changes, and answers waiting `when`
//! statements.
use crate::services::Services;
use resolver::{Found, Mapping, Notice, Question};
use script_vm::Machine;
use std::io;
use value::{Context, ErrorKind, Level, RuntimeError, Table, Type, Value};

/// Asks the resolver for a call inside `when`. The answer goes to `ticket`.
pub(crate) fn ask(cx: &mut dyn Context, q: Question, ticket: u64) {
    let salt = salt(cx);
    let (names, outside) = Services::of(cx).names_and_outside();
    names.ask(q, ticket, salt.as_deref(), outside);
    tell(cx);
}

/// Answers a blocking call.
///
/// # Errors
/// If only saved answers are used, and this name is not among them.
pub fn ask_now(cx: &mut dyn Context, q: &Question) -> value::Result<Found> {
    let salt = salt(cx);
    let (names, outside) = Services::of(cx).names_and_outside();
    let found = names.ask_now(q, salt.as_deref(), outside);
    tell(cx);
    found.map_err(|_| {
        if let Question::Host(name) = q {
            cx.report(Level::Fatal, &format!("can't find DNS entry for {name} in cache"), None);
        }
        RuntimeError::of(ErrorKind::Exit(1), "no such name is saved")
    })
}

/// Returns `digest_salt`, for fake answers. It has no value until all scripts are loaded.
fn salt(cx: &mut dyn Context) -> Option<Vec<u8>> {
    let services = Services::of(cx);
    if !services.names.is_fake() || services.program.loading {
        return None;
    }
    let salt = cx.global_id("digest_salt").and_then(|id| cx.global(id))?;
    Some(salt.as_string()?.to_vec())
}

/// Reports the resolver's warnings and raises its events.
fn tell(cx: &mut dyn Context) {
    for notice in Services::of(cx).names.take_notices() {
        match notice {
            Notice::Warning(text) => cx.report(Level::Warning, &text, None),
            Notice::Changed { event, question, mappings, sets } => {
                let Some(id) = cx.global_id(event).filter(|&id| cx.has_bodies(id)) else { continue };
                let mut args: Vec<Value> = mappings.iter().filter_map(|m| record(cx, &question, m)).collect();
                let count = mappings.len() + sets.len();
                args.extend(sets.into_iter().filter_map(|s| value_of(cx, &Found::Addrs(s))));
                if args.len() == count {
                    cx.raise(id, args);
                }
            }
        }
    }
}

/// Creates a `dns_mapping`.
fn record(cx: &mut dyn Context, q: &Question, m: &Mapping) -> Option<Value> {
    let Some(Type::Record(ty)) = cx.named_type("dns_mapping") else { return None };
    let r = cx.record(&ty).ok()?;
    let (asked, addr) = match q {
        Question::Address(a) => (String::new(), *a),
        Question::Host(name) | Question::Text(name) => (name.clone(), net_types::Addr::v6([0; 16])),
    };
    r.set_named("creation_time", Value::Time(m.created));
    r.set_named("req_host", asked);
    r.set_named("req_addr", Value::addr(addr));
    r.set_named("valid", m.valid);
    let name = m.name.as_deref().filter(|_| m.valid).unwrap_or(b"<none>");
    r.set_named("hostname", Value::string(name));
    r.set_named("addrs", value_of(cx, &Found::Addrs(m.addrs.clone()))?);
    Some(r.into())
}

/// Converts an answer to a value for scripts; `None` if the prelude has no `addr_set`.
pub(crate) fn value_of(cx: &mut dyn Context, found: &Found) -> Option<Value> {
    match found {
        Found::Name(name) => Some(Value::string(name)),
        Found::Addrs(addrs) => {
            let Some(Type::Table(ty)) = cx.named_type("addr_set") else { return None };
            let set = Table::of(ty);
            for a in addrs {
                let key = set.key(&[Value::addr(*a)]).ok()?;
                set.insert_raw(key.bytes(), None);
            }
            Some(set.into())
        }
    }
}

/// Passes answers from servers to the calls that wait for them. Returns whether any call got one.
pub fn deliver(machine: &mut Machine) -> bool {
    if !Services::of(machine).names.is_busy() {
        return false;
    }
    let (names, outside) = Services::of(machine).names_and_outside();
    let ready = names.collect(outside);
    tell(machine);
    let any = !ready.is_empty();
    for (ticket, found) in ready {
        let v = value_of(machine, &found);
        machine.answer(ticket, v);
    }
    any
}

/// Waits for answers, at most `seconds`. Returns false if no query is in progress.
pub fn wait(machine: &mut Machine, seconds: f64) -> bool {
    let (names, outside) = Services::of(machine).names_and_outside();
    let waited = names.wait(seconds, outside);
    tell(machine);
    waited
}

/// `-P`: resolves all names in the loading scripts and saves the answers.
///
/// # Errors
/// If the file cannot be written.
pub fn prime(machine: &mut Machine) -> io::Result<()> {
    let (names, outside) = Services::of(machine).names_and_outside();
    let saved = names.prime(outside);
    tell(machine);
    saved
}
