//! The logging framework's part of the prelude: `Log::…`.
use crate::call::{Answer, Call, family};
use crate::log;

family! {
    "Log::__create_stream" => log::create_stream,
    "Log::__remove_stream" => remove_stream,
    "Log::__enable_stream" => |c| enable(c, true),
    "Log::__disable_stream" => |c| enable(c, false),
    "Log::__add_filter" => log::add_filter,
    "Log::__remove_filter" => remove_filter,
    "Log::__write" => log::write,
    "Log::__set_buf" => set_buffered,
    "Log::__flush" => flush,
    "Log::__delay" => log::delay,
    "Log::__delay_finish" => log::finish,
    "Log::__set_max_delay_interval" => log::set_max_interval,
    "Log::__set_max_delay_queue_size" => log::set_max_queue,
    "Log::__get_delay_queue_size" => log::queue_size,
}

fn remove_stream(c: &mut Call<'_>) -> Answer {
    let id = c.arg(0).clone();
    let Some(stream) = c.logs().remove_stream(&id) else { return Ok(false.into()) };
    let errors = c.logs().close(&stream);
    log::report(c, errors);
    Ok(true.into())
}

fn enable(c: &mut Call<'_>, on: bool) -> Answer {
    let stream = log::stream_of(c);
    if let Some(s) = &stream {
        s.enabled.set(on);
    }
    Ok(stream.is_some().into())
}

fn remove_filter(c: &mut Call<'_>) -> Answer {
    let (stream, name) = (log::stream_of(c), c.str(1)?);
    if let Some(s) = &stream {
        s.remove_filter(&name);
    }
    Ok(stream.is_some().into())
}

fn set_buffered(c: &mut Call<'_>) -> Answer {
    let on = c.flag(1)?;
    let Some(stream) = log::stream_of(c) else { return Ok(false.into()) };
    log::report(c, stream.set_buffered(on));
    Ok(true.into())
}

fn flush(c: &mut Call<'_>) -> Answer {
    let Some(stream) = log::stream_of(c) else { return Ok(false.into()) };
    log::report(c, stream.flush());
    Ok(true.into())
}
