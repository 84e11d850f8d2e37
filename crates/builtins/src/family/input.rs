//! The input framework: creates and removes streams.
use crate::call::{Answer, Call, family};
use crate::inputs;
use ::inputs::{Existence, Kind};

family! {
    "Input::__create_table_stream" => |c| add(c, Kind::Table),
    "Input::__create_event_stream" => |c| add(c, Kind::Event),
    "Input::__create_analysis_stream" => |c| add(c, Kind::Analysis),
    "Input::__remove_stream" => remove_stream,
    "Input::__force_update" => force_update,
}

fn add(c: &mut Call<'_>, kind: Kind) -> Answer {
    let description = c.record(0)?;
    Ok(inputs::add(c.cx, kind, &description).into())
}

fn remove_stream(c: &mut Call<'_>) -> Answer {
    let name = c.text(0)?;
    Ok(match c.inputs().remove(&name) {
        Existence::Unknown => false.into(),
        Existence::Ending => {
            c.warn(&format!("Stream {name} is already queued for removal. Ignoring remove."));
            true.into()
        }
        Existence::Known => true.into(),
    })
}

fn force_update(c: &mut Call<'_>) -> Answer {
    let name = c.text(0)?;
    Ok(match c.inputs().update(&name) {
        Existence::Unknown => {
            c.report(&format!("Stream {name} not found"));
            false.into()
        }
        Existence::Ending => {
            c.report(&format!("Stream {name} is already queued for removal. Ignoring force update."));
            false.into()
        }
        Existence::Known => true.into(),
    })
}
