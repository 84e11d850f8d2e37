//! `Log::delay` holds back a record while a policy hook runs, until it is released or its time expires. If a stream's
//! queue grows too long, the oldest records are released early.
use super::rows::write_to_filters;
use super::stream::stream_of;
use crate::call::{Answer, Call, Stop};
use log_framework::{ActiveWrite, DelayToken, Delayed, Stream};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use value::{Context, Func, Record, Value};

/// Runs a policy for a record of a stream. Returns `None` if the record was delayed, else whether the policy lets it
/// pass.
pub(super) fn with_policy(
    c: &mut Call<'_>,
    stream: &Rc<Stream>,
    record: &Record,
    policy: &Rc<Func>,
) -> Result<Option<bool>, Stop> {
    let number = stream.delays.next_write();
    let said = while_active(c, stream, record, number, |c| {
        c.invoke(policy, &[Value::Record(record.clone()), stream.id.clone()])
    })?;
    let passes = said.and_then(|v| v.as_bool()).unwrap_or(true);
    let Some(delayed) = stream.delays.of_write(number) else { return Ok(Some(passes)) };
    if passes {
        enqueue(c, stream, &delayed)?;
        return Ok(None);
    }
    stream.delays.forget(&delayed);
    Ok(Some(false))
}

fn while_active<R>(
    c: &mut Call<'_>,
    stream: &Stream,
    record: &Record,
    number: u64,
    f: impl FnOnce(&mut Call<'_>) -> Result<R, Stop>,
) -> Result<R, Stop> {
    let stream = stream.id.as_enum().unwrap_or(0);
    c.logs().active.push(ActiveWrite { stream, record: record.clone(), number });
    let result = f(c);
    c.logs().active.pop();
    result
}

fn enqueue(c: &mut Call<'_>, stream: &Rc<Stream>, d: &Rc<Delayed>) -> Result<(), Stop> {
    stream.delays.queue.borrow_mut().push_back(d.clone());
    d.queued.set(true);
    evict(c, stream)?;
    if d.holders.get() == 0 {
        // The delay may already have ended: released while the policy ran, or evicted from a full queue.
        if stream.delays.of_write(d.write).is_some() {
            complete(c, stream, d)?;
        }
        return Ok(());
    }
    arm(c, stream);
    Ok(())
}

/// Sets the timer for the record that has waited longest.
fn arm(c: &mut Call<'_>, stream: &Stream) {
    let delays = &stream.delays;
    let Some(first) = delays.front().filter(|_| !delays.armed.get()) else { return };
    delays.armed.set(true);
    delays.timer.set(delays.timer.get() + 1);
    c.cx.call_at(first.expires, expired, vec![stream.id.clone(), Value::Count(delays.timer.get())]);
}

/// The timer's callback: releases records whose time has expired; at the end of the run, all records.
fn expired(cx: &mut dyn Context, args: &[Value]) -> value::Result<Option<Value>> {
    Call::run(cx, args, |c| {
        let number = c.count(1)?;
        let Some(stream) = stream_of(c).filter(|s| s.delays.timer.get() == number) else {
            return Ok(false.into());
        };
        stream.delays.disarm();
        let (now, ends) = (c.cx.now(), c.state().terminating);
        while let Some(first) = stream.delays.front().filter(|d| ends || d.expires <= now) {
            complete(c, &stream, &first)?;
        }
        arm(c, &stream);
        Ok(true.into())
    })
}

/// Releases the oldest records of a queue that is too long.
fn evict(c: &mut Call<'_>, stream: &Rc<Stream>) -> Result<(), Stop> {
    let delays = &stream.delays;
    let too_long = || delays.len() as u64 > delays.max_queue.get();
    // A released record may be delayed again, which would lead back here.
    if delays.evicting.get() || !too_long() {
        return Ok(());
    }
    delays.evicting.set(true);
    stream.delays.disarm();
    let mut result = Ok(());
    let before = delays.len();
    for round in 1.. {
        let Some(first) = delays.front().filter(|_| too_long()) else { break };
        result = complete(c, stream, &first).map(drop);
        if result.is_err() {
            break;
        }
        if round == before {
            c.warn(&format!(
                "unable to evict delayed records for stream {} queue_size={}, all re-delayed?",
                stream.name,
                delays.len()
            ));
            break;
        }
    }
    delays.evicting.set(false);
    arm(c, stream);
    result
}

/// Ends the last delay of a record: runs its callbacks, which may delay it again.
fn complete(c: &mut Call<'_>, stream: &Rc<Stream>, d: &Rc<Delayed>) -> Result<bool, Stop> {
    let number = stream.delays.next_write();
    let callbacks = d.callbacks.borrow().clone();
    let mut passes = true;
    let called = while_active(c, stream, &d.record, number, |c| {
        for f in &callbacks {
            let said = c.invoke(f, &[Value::Record(d.record.clone()), stream.id.clone()])?;
            passes &= said.and_then(|v| v.as_bool()).unwrap_or(true);
        }
        Ok(())
    });
    if let Some(again) = stream.delays.of_write(number) {
        stream.delays.forget(d);
        enqueue(c, stream, &again)?;
        return called.map(|()| true);
    }
    let written = match called {
        Ok(()) if passes => write_to_filters(c, stream, &d.record, true),
        other => other.map(|()| false),
    };
    stream.delays.forget(d);
    written
}

/// `Log::__delay`
pub(crate) fn delay(c: &mut Call<'_>) -> Answer {
    let (id, record) = (c.arg(0).as_enum(), c.arg(1).as_record().cloned());
    let callback = c.arg(2).as_func().cloned().filter(|f| &*f.name != "Log::empty_post_delay_cb");
    let Some(active) = c.logs().active.last().cloned() else {
        c.report("invalid Log::delay() call: outside of Log::log_stream_policy() hook");
        return Ok(DelayToken::value(0));
    };
    let fits = record.is_some_and(|r| r.same_object(&active.record)) && id == Some(active.stream);
    if !fits {
        c.report("invalid Log::delay() call: argument mismatch with active Log::write()");
        return Ok(DelayToken::value(0));
    }
    let Some(stream) = stream_of(c) else { return Ok(DelayToken::value(0)) };
    let delayed = match stream.delays.of_write(active.number) {
        Some(d) => {
            d.holders.set(d.holders.get() + 1);
            d
        }
        None => {
            let number = c.logs().next_token();
            let new = Rc::new(Delayed {
                write: active.number,
                record: active.record,
                token: DelayToken::value(number),
                number,
                expires: c.cx.now() + stream.delays.max_interval.get(),
                holders: Cell::new(1),
                callbacks: RefCell::default(),
                queued: Cell::new(false),
            });
            stream.delays.register(&new);
            new
        }
    };
    delayed.callbacks.borrow_mut().extend(callback);
    Ok(delayed.token.clone())
}

/// `Log::__delay_finish`: removes one reason to hold a record.
pub(crate) fn finish(c: &mut Call<'_>) -> Answer {
    let Some(stream) = stream_of(c) else { return Ok(false.into()) };
    let (record, token) = (c.record(1)?, c.opaque(2)?);
    let wrong = |c: &mut Call<'_>, what: String| {
        c.report(&what);
        Ok(false.into())
    };
    let Some(number) = token.state::<DelayToken>().map(|t| t.0) else {
        return wrong(
            c,
            format!("invalid Log::delay_finish() call: wrong opaque token type: {}", token.kind()),
        );
    };
    if number == 0 {
        return wrong(c, "invalid Log::delay_finish() call: invalid token provided".to_owned());
    }
    let found = stream.delays.of_token(number);
    let Some(delayed) = found else {
        let what = format!("non-existing log record for token={number} {:#x}", record.address());
        return wrong(c, what);
    };
    if !delayed.record.same_object(&record) {
        let (given, meant) = (record.address(), delayed.record.address());
        return wrong(c, format!("record mismatch token={number} {given:#x} and {meant:#x}"));
    }
    let Some(holders) = delayed.holders.get().checked_sub(1) else {
        return wrong(c, format!("delay reference underflow for token={number}"));
    };
    delayed.holders.set(holders);
    if holders == 0 && delayed.queued.get() {
        complete(c, &stream, &delayed)?;
    }
    Ok(true.into())
}

/// `Log::__set_max_delay_interval`
pub(crate) fn set_max_interval(c: &mut Call<'_>) -> Answer {
    let Some(stream) = stream_of(c) else { return Ok(false.into()) };
    let (new, old) = (c.double(1)?, stream.delays.max_interval.get());
    if new < old {
        c.warn(&format!("refusing to set lower delay {new:.6} < {old:.6}"));
        return Ok(false.into());
    }
    stream.delays.max_interval.set(new);
    Ok(true.into())
}

/// `Log::__set_max_delay_queue_size`
pub(crate) fn set_max_queue(c: &mut Call<'_>) -> Answer {
    let Some(stream) = stream_of(c) else { return Ok(false.into()) };
    stream.delays.max_queue.set(c.count(1)?);
    evict(c, &stream)?;
    Ok(true.into())
}

/// `Log::__get_delay_queue_size`
pub(crate) fn queue_size(c: &mut Call<'_>) -> Answer {
    let size = stream_of(c).map_or(-1, |s| i64::try_from(s.delays.len()).unwrap_or(i64::MAX));
    Ok(size.into())
}
