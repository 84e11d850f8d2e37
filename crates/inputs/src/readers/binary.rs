//! The reader of bytes in chunks, for streams that analyze a file.
use super::{MESSAGES, Mode, Reader, Request, Settings, Step, prefixed};
use crate::item::Item;
use crate::outbox::Outbox;
use outside::{FileStamp, Readable, Sources};
use std::io::{ErrorKind, Read};
use value::{Str, Type};

pub(super) struct Binary {
    request: Request,
    path: String,
    chunk: usize,
    file: Option<Box<dyn Readable>>,
    stamp: Option<FileStamp>,
}

/// The size of a chunk in bytes if the setting is absent.
const CHUNK: usize = 1024;

impl Binary {
    pub(super) fn new(request: Request, settings: &Settings<'_>) -> Self {
        let own = request.config.get("chunk_size").and_then(|v| std::str::from_utf8(v).ok()?.parse().ok());
        let chunk = own.unwrap_or_else(|| settings.number("InputBinary::chunk_size") as usize);
        Binary {
            path: prefixed(&settings.bytes("InputBinary::path_prefix"), &request.source),
            chunk: if chunk == 0 { CHUNK } else { chunk },
            file: None,
            stamp: None,
            request,
        }
    }

    fn open_file(&mut self, world: &mut dyn Sources, outbox: &mut Outbox) -> bool {
        match world.open_to_read(&self.path) {
            Ok(f) => {
                self.file = Some(f);
                true
            }
            Err(_) => {
                outbox.error(format!("Init: cannot open {}", self.path));
                false
            }
        }
    }

    /// Whether the file changed since the last call.
    fn changed(&mut self, world: &mut dyn Sources, outbox: &mut Outbox) -> Option<bool> {
        let Ok(stamp) = world.stamp(&self.path) else {
            outbox.error(format!("Could not get stat for {}", self.path));
            return None;
        };
        Some(self.stamp.replace(stamp) != Some(stamp))
    }
}

impl Reader for Binary {
    fn open(&mut self, world: &mut dyn Sources, outbox: &mut Outbox) -> Step {
        if self.request.source.is_empty() {
            outbox.error("No source path provided");
            return Step::Failed;
        }
        let [column] = &self.request.columns[..] else {
            outbox.error(
                "Filter for binary reader contains more than one field. Filters for binary reader must contain exactly one string field. Filter ignored.",
            );
            return Step::Failed;
        };
        if !matches!(column.ty, Type::String) {
            outbox.error("Filter for binary reader contains a non-string field.");
            return Step::Failed;
        }
        if !self.open_file(world, outbox) || self.changed(world, outbox).is_none() {
            return Step::Failed;
        }
        self.read_on(world, outbox)
    }

    fn update(&mut self, world: &mut dyn Sources, outbox: &mut Outbox) -> Step {
        if self.request.mode == Mode::Reread {
            match self.changed(world, outbox) {
                None => return Step::Failed,
                Some(false) => return Step::Done,
                Some(true) => {}
            }
        }
        if (self.request.mode != Mode::Stream || self.file.is_none()) && !self.open_file(world, outbox) {
            return Step::Failed;
        }
        self.read_on(world, outbox)
    }

    fn read_on(&mut self, _: &mut dyn Sources, outbox: &mut Outbox) -> Step {
        let Some(file) = &mut self.file else { return Step::Done };
        let mut chunk = vec![0; self.chunk];
        loop {
            let mut len = 0;
            while let Some(room) = chunk.get_mut(len..).filter(|r| !r.is_empty()) {
                match file.read(room) {
                    Ok(0) => break,
                    Ok(n) => len += n,
                    Err(e) if e.kind() == ErrorKind::Interrupted => {}
                    Err(e) => {
                        outbox.error(format!("reading {}: {}", self.path, outside::system_error(&e)));
                        return Step::Done;
                    }
                }
            }
            if len == 0 {
                break;
            }
            outbox.row(vec![Item::String(Str::new(chunk.get(..len).unwrap_or_default()))]);
            if outbox.waiting() >= MESSAGES {
                return Step::More;
            }
        }
        if self.request.mode != Mode::Stream {
            outbox.end_of_pass();
        }
        Step::Done
    }

    fn wants_update(&mut self) -> bool {
        self.request.mode != Mode::Manual
    }
}
