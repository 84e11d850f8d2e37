//! Raises events, runs their handlers on the machine, and detects when a script ends the run.
use crate::error::ScriptEnd;
use builtins::{Services, log, names};
use script_vm::Machine;
use value::{Context, Level, Value};

/// Queues an event by name. An event without handlers is dropped.
pub(crate) fn raise(machine: &mut Machine, event: &str, args: Vec<Value>) {
    if let Some(id) = machine.global_id(event).filter(|&id| machine.has_bodies(id)) {
        Context::raise(machine, id, args);
    }
}

/// Runs the handlers of queued events ([`Machine::drain`]), then the handlers of the messages that they caused.
pub(crate) fn drain(machine: &mut Machine) -> Result<(), ScriptEnd> {
    machine.drain();
    builtins::cluster::publish_copies(machine);
    Services::of(machine).rest_profile();
    // Answers are delivered at once, but only one round: handlers of answers may ask further questions.
    if names::deliver(machine) | builtins::deliver_stored(machine) {
        machine.drain();
        builtins::cluster::publish_copies(machine);
    }
    check_ending(machine)?;
    let messages = std::mem::take(&mut Services::of(machine).reporter.pending);
    if messages.is_empty() {
        return Ok(());
    }
    // A message about the handling of a message raises no event, to prevent an endless loop.
    Services::of(machine).reporter.as_events = false;
    // Before the first packet, the wall clock is the only time.
    let now = Some(machine.now()).filter(|&t| t > 0.0);
    let now = Value::Time(now.unwrap_or_else(|| Services::of(machine).wall_clock()));
    for m in messages {
        let Some(id) = machine.global_id(m.event) else { continue };
        let args = [now.clone(), m.text.into(), m.place.into()];
        machine.handle(id, &args);
        check_ending(machine)?;
    }
    Services::of(machine).reporter.as_events = true;
    Ok(())
}

/// Fails if a script has ended the run. Logs and the scripts' files are then complete.
pub(crate) fn check_ending(machine: &mut Machine) -> Result<(), ScriptEnd> {
    match machine.ending() {
        Some(status) => {
            close_logs(machine);
            Err(ScriptEnd::Exit(status))
        }
        None => Ok(()),
    }
}

/// Ends the logs and writes the buffered data of the scripts' open files.
pub(crate) fn close_logs(machine: &mut Machine) {
    builtins::cluster::acknowledge_rows(machine);
    let errors = Services::of(machine).logs.finish();
    log::complain(machine, errors.iter().map(logging::LogError::text));
    builtins::cluster::send_rows(machine);
    let services = Services::of(machine);
    services.outside().flush_files();
    for trouble in services.cluster.leave() {
        script_vm::Host::report(Services::of(machine), Level::Warning, &trouble, None);
    }
}

/// Reports an error that ends the run before its first packet, with status 1.
pub(crate) fn fatal(machine: &mut Machine, text: &str) -> ScriptEnd {
    script_vm::Host::report(Services::of(machine), Level::Fatal, text, None);
    ScriptEnd::Exit(1)
}

/// Logs that `terminate()` or a signal ends the run.
pub(crate) fn report_termination(machine: &mut Machine) {
    script_vm::Host::report(Services::of(machine), Level::Info, "received termination signal", None);
}

/// Handles arrivals from outside other than packets: input, names, storage, requests for metrics.
pub(crate) fn take_arrivals(machine: &mut Machine) {
    builtins::inputs::poll(machine);
    names::deliver(machine);
    builtins::deliver_stored(machine);
    builtins::serve_metrics(machine);
    builtins::supervise(machine);
}
