//! The input streams of a run: runs their readers and delivers what they read.
use crate::cluster::feed;
use crate::services::Services;
use ::inputs::{Kind, create, deliver};
use value::{Context, Level, Record};

/// How sources begin that are feeds of the cluster.
const FEED: &str = "nats:";

/// Adds the stream that a script describes. Returns false, after an error message, if the description is wrong.
pub(crate) fn add(cx: &mut dyn Context, kind: Kind, description: &Record) -> bool {
    let (program, taken) = (Services::of(cx).program.tree.clone(), Services::of(cx).inputs.names());
    let source =
        description.get_named("source").and_then(|v| v.as_string().map(|s| s.to_text().into_owned()));
    let copy = source.as_deref().and_then(|s| s.strip_prefix(FEED)).map(|name| feed(cx, name)).transpose();
    match copy.and_then(|copy| create(cx, kind, description, program, &taken, copy)) {
        Ok(stream) => {
            Services::of(cx).inputs.add(stream);
            true
        }
        Err(fault) => {
            cx.report(Level::Error, &fault, None);
            false
        }
    }
}

/// Runs each reader for a short while, and delivers the results.
pub fn poll(cx: &mut dyn Context) {
    let now = cx.now();
    if !Services::of(cx).inputs.due(now) {
        return;
    }
    let interval = cx.global_id("Threading::heartbeat_interval").and_then(|id| cx.global(id)?.as_double());
    Services::of(cx).inputs.beat(now, interval.filter(|i| *i > 0.0).unwrap_or(1.0));
    let mut at = 0;
    while let Some((found, mut stream)) = Services::of(cx).inputs.take_work(at) {
        at = found;
        let (inputs, outside) = Services::of(cx).inputs_and_outside();
        inputs.step(at, &mut stream, outside);
        deliver(cx, &mut stream);
        if Services::of(cx).inputs.put_back(at, stream) {
            at += 1;
        }
    }
}

/// At the end of the run, reads the current passes to their ends, unless that would block. Returns whether anything
/// arrived.
pub fn finish(cx: &mut dyn Context) -> bool {
    let any = Services::of(cx).inputs.end_all();
    if any {
        poll(cx);
    }
    any
}
