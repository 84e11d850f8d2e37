//! What stores do by themselves: they hear other nodes, expire keys, ask for content, and answer queries that waited.
use super::result;
use super::tables::settle;
use crate::call::Call;
use crate::services::Services;
use cluster_wire::Data;
use script_vm::Machine;
use value::{Context, Level};

/// What stores of other nodes said: a store's name, a kind and more.
///
/// # Errors
/// Why the message is malformed.
pub(crate) fn hear(machine: &mut Machine, args: Vec<Data<'static>>) -> Result<(), String> {
    let mut args = args.into_iter();
    let (Some(Data::String(name)), Some(Data::String(kind))) = (args.next(), args.next()) else {
        return Err("a message of a store names no store".to_owned());
    };
    let (name, kind) =
        (String::from_utf8_lossy(&name).into_owned(), String::from_utf8_lossy(&kind).into_owned());
    let rest: Vec<_> = args.collect();
    let heard = Call::aside(machine, |c| {
        let Some(store) = c.stores().find(&name) else { return Ok(None) };
        let now = c.cx.now();
        let heard = store.borrow_mut().hear(&kind, rest, now);
        let kept = settle(c, &store);
        match heard {
            Ok(answers) => {
                c.stores().ready.extend(answers);
                Ok(kept.err())
            }
            Err(why) => Ok(Some(why)),
        }
    });
    heard.ok().flatten().map_or(Ok(()), |why| Err(format!("store {name}: {why}")))
}

/// Lets stores do what is due, and hands over answers that were awaited. Returns whether there were any.
pub fn tend_stores(machine: &mut Machine) -> bool {
    if Services::of(machine).stores.is_unused() {
        return false;
    }
    each(machine, |store, now| store.tick(now));
    let answers = Call::aside(machine, |c| {
        let ready = std::mem::take(&mut c.stores().ready);
        let mut answers = Vec::new();
        for (ticket, answer) in ready {
            answers.push((ticket, result(c, answer)?));
        }
        Ok(answers)
    });
    let answers = answers.unwrap_or_default();
    let any = !answers.is_empty();
    for (ticket, answer) in answers {
        machine.answer(ticket, Some(answer));
    }
    any
}

/// A connection to another process is new: clones ask for what they may have missed.
pub(crate) fn resync(machine: &mut Machine) {
    each(machine, |store, now| store.resync(now));
}

/// A connection to another process is gone: clones keep changes until they hear of their master again.
pub(crate) fn lose_touch(machine: &mut Machine) {
    each(machine, |store, now| store.lose_touch(now));
}

/// Does something with all stores, and what follows from it.
fn each(machine: &mut Machine, f: impl Fn(&mut crate::stores::Store, f64)) {
    let done = Call::aside(machine, |c| {
        let now = c.cx.now();
        for store in c.stores().all() {
            f(&mut store.borrow_mut(), now);
            if let Err(why) = settle(c, &store) {
                let text = format!("store {}: {why}", store.borrow().name);
                c.cx.report(Level::Error, &text, None);
            }
        }
        Ok(())
    });
    if let Err(e) = done {
        machine.report_error(&e);
    }
}
