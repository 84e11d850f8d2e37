//! Input streams of a run: lets their readers read, and hands on what arrived.
use crate::host::Host;
use inputs::{Kind, create, deliver};
use value::{Context, Level, Record};

fn host(cx: &mut dyn Context) -> &mut Host {
    cx.host().downcast_mut().expect("the machine runs with this crate's host")
}

/// Adds the stream that a script describes. Returns false, after an error message, if the description is wrong.
pub(crate) fn add(cx: &mut dyn Context, kind: Kind, description: &Record) -> bool {
    let (program, taken) = (host(cx).program.clone(), host(cx).inputs.names());
    match create(cx, kind, description, program, &taken) {
        Ok(stream) => {
            host(cx).inputs.add(stream);
            true
        }
        Err(fault) => {
            cx.report(Level::Error, &fault, None);
            false
        }
    }
}

/// Lets every reader read a little, and hands on what arrived.
pub(crate) fn poll(cx: &mut dyn Context) {
    let now = cx.now();
    if !host(cx).inputs.due(now) {
        return;
    }
    let interval = cx.global_id("Threading::heartbeat_interval").and_then(|id| cx.global(id)?.as_double());
    host(cx).inputs.beat(now, interval.filter(|i| *i > 0.0).unwrap_or(1.0));
    let mut at = 0;
    while let Some((found, mut stream)) = host(cx).inputs.take_work(at) {
        at = found;
        let (inputs, outside) = host(cx).inputs_and_outside();
        inputs.step(at, &mut stream, outside);
        deliver(cx, &mut stream);
        if host(cx).inputs.put_back(at, stream) {
            at += 1;
        }
    }
}

/// The run ends: passes under way are read to their ends, unless that needs waiting. Returns whether anything came.
pub(crate) fn finish(cx: &mut dyn Context) -> bool {
    let any = host(cx).inputs.end_all();
    if any {
        poll(cx);
    }
    any
}
