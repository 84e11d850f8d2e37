//! The files of `-t` and `-E`.
use anyhow::Context as _;
use std::fs::File;
use std::io::{LineWriter, Write};
use std::path::Path;

/// Creates a file; `-` stands for the terminal.
fn created(path: &Path) -> anyhow::Result<Box<dyn Write>> {
    if path == Path::new("-") {
        return Ok(Box::new(std::io::stdout()));
    }
    let file = File::create(path).with_context(|| format!("writing a trace to {}", path.display()))?;
    Ok(Box::new(file))
}

/// Where statements that run are written. Lines are complete even if the run is killed.
pub(crate) fn statements(path: &Path) -> anyhow::Result<Box<dyn Write>> {
    Ok(Box::new(LineWriter::new(created(path)?)))
}

/// Takes pieces of a script, in order.
type Sink = Box<dyn FnMut(&str)>;

/// Takes a script that raises the events of a run again. A failure is reported once.
pub(crate) fn events(path: &Path) -> anyhow::Result<Sink> {
    let (mut out, name) = (Some(created(path)?), path.display().to_string());
    Ok(Box::new(move |text| {
        if let Some(Err(e)) = out.as_mut().map(|out| out.write_all(text.as_bytes())) {
            eprintln!("error: the trace of events in {name} ends: {e}");
            out = None;
        }
    }))
}
