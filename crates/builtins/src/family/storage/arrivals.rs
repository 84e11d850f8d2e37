//! What comes from backends between packets: answers of servers, and the removal of expired entries.
use super::{Shared, concluded, measures, now, opened, result, tell_lost, with_handle};
use crate::call::{self, Call, Stop};
use crate::services::Services;
use ::storage::{Answer, Asked, Backend, Failure, Outcome, Redis, Store};
use script_vm::Machine;
use std::rc::Rc;
use value::{Context, Level};

/// Delivers queued results and removes expired entries. Returns whether there were results.
pub fn deliver_stored(machine: &mut Machine) -> bool {
    if Services::of(machine).storage.is_unused() {
        return false;
    }
    if !Services::of(machine).storage.servers().is_empty() {
        let collected = Call::run(machine, &[], |c| {
            for shared in c.storage().servers().to_vec() {
                collect(c, &shared)?;
            }
            c.storage().release();
            c.nothing()
        });
        if let Err(e) = collected {
            machine.report_error(&e);
        }
    }
    let ready = std::mem::take(&mut Services::of(machine).storage.ready);
    let any = !ready.is_empty();
    for (ticket, result) in ready {
        machine.answer(ticket, Some(result));
    }
    let expired = Call::run(machine, &[], |c| {
        expire(c);
        c.nothing()
    });
    if let Err(e) = expired {
        machine.report_error(&e);
    }
    any
}

/// Removes expired entries from all open backends, once per interval.
fn expire(c: &mut Call<'_>) {
    let interval = c.global("Storage::expire_interval").and_then(|v| v.as_double()).unwrap_or(15.0);
    let now = now(c);
    for shared in c.storage().due(now.scripts, interval) {
        let mut guard = shared.borrow_mut();
        let Some(backend) = &mut *guard else { continue };
        match backend.store.expire(now, interval) {
            Ok(removed) => measures::add(c, backend, "expired_entries", "", removed),
            Err(f) => {
                let text = format!("removing expired entries: {}", f.text.unwrap_or_default());
                c.cx.report(Level::Warning, &text, None);
            }
        }
    }
}

/// Takes the answers of a server, and notices when it is gone.
fn collect(c: &mut Call<'_>, shared: &Shared) -> Result<(), Stop> {
    let now = now(c);
    let mut guard = shared.borrow_mut();
    let Some(backend) = &mut *guard else { return Ok(()) };
    let Store::Redis(server) = &mut backend.store else { return Ok(()) };
    let finished = server.finished(now);
    let lost = server.lost().map(str::to_owned);
    let mut was_open = true;
    for (id, done) in finished {
        let Some(asked) = backend.asked.remove(&id) else { continue };
        let result = if id == Redis::OPEN {
            was_open = done.is_ok();
            open_result(c, backend, shared, done)?
        } else {
            let outcome = concluded(c, backend, (asked.operation, asked.started), done);
            result(c, outcome)?
        };
        c.storage().ready.push((asked.ticket, result));
    }
    if let Some(why) = lost {
        if was_open {
            tell_lost(c, backend, &why);
        }
        *guard = None;
    } else if !was_open {
        *guard = None;
    }
    Ok(())
}

fn open_result(c: &mut Call<'_>, backend: &Backend, shared: &Shared, done: Outcome<Answer>) -> call::Answer {
    if done.is_ok() {
        opened(c, backend);
    }
    let forced = backend.options.as_record().and_then(|r| r.get_named("forced_sync")?.as_bool());
    with_handle(c, done.map(|_| ()), Rc::clone(shared), forced.unwrap_or(false))
}

/// Ends the waiting for all answers of a backend that closes.
pub(super) fn fail_all(c: &mut Call<'_>, backend: &mut Backend, why: &Failure) {
    let asked: Vec<Asked> = backend.asked.drain().map(|(_, asked)| asked).collect();
    for Asked { ticket, operation, started } in asked {
        let outcome = concluded(c, backend, (operation, started), Err(why.clone()));
        if let Ok(result) = result(c, outcome) {
            c.storage().ready.push((ticket, result));
        }
    }
}
