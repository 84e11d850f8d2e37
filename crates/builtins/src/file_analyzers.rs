//! Creates the analyzers that scripts add to files.
use crate::services::Services;
use bridge::analyzer_short_name;
use outside::{Writable, system_error};
use protocols::files::Output;
use protocols::files::{
    Digest, DigestKind, Entropy, Extract, ExtractLimits, FileAnalyzer, Key, ScriptEvent, kinds,
};
use std::cell::Cell;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::rc::Rc;
use value::{Context, Level, Record};

/// Creates an analyzer for the file with this id. `None` if the arguments are invalid or the kind is unknown.
pub(crate) fn make(
    cx: &mut dyn Context,
    id: &[u8],
    key: &Key,
    args: &Record,
) -> Option<Box<dyn FileAnalyzer>> {
    Some(match analyzer_short_name(key.tag) {
        "MD5" => Box::new(Digest::new(DigestKind::Md5)),
        "SHA1" => Box::new(Digest::new(DigestKind::Sha1)),
        "SHA256" => Box::new(Digest::new(DigestKind::Sha256)),
        "ENTROPY" => Box::new(Entropy::default()),
        "DATA_EVENT" => {
            let has = |name: &str| args.get_named(name).is_some();
            let (chunks, stream) = (has("chunk_event"), has("stream_event"));
            if !chunks && !stream {
                return None;
            }
            let args = Services::of(cx).files.find(id)?.keep(args.clone());
            Box::new(ScriptEvent::new(args, chunks, stream))
        }
        "EXTRACT" => extract(cx, id, key, args)?,
        name => match kinds::make(name) {
            Some(built_in) => built_in,
            None => {
                let files = &mut Services::of(cx).files;
                let args = files.find(id)?.keep(args.clone());
                let kind = files.added.iter().find(|k| k.tag == key.tag)?;
                (kind.make)(args)
            }
        },
    })
}

fn extract(cx: &mut dyn Context, id: &[u8], key: &Key, args: &Record) -> Option<Box<dyn FileAnalyzer>> {
    let mut field = |name: &str| {
        let value = args.get_named(name);
        if value.is_none() {
            let message = format!("File extraction analyzer missing arg field: {name}");
            cx.report(Level::Error, &message, None);
        }
        value
    };
    let (name, limit, holes) =
        (field("extract_filename"), field("extract_limit"), field("extract_limit_includes_missing"));
    let name = name?.as_string()?.to_text().into_owned();
    let (limit, holes_count) = (limit?.as_count()?, holes?.as_bool()?);
    let output = match Services::of(cx).outside().create(&name) {
        Ok(file) => Some(Box::new(Extracted(BufWriter::new(file))) as Box<dyn Output>),
        Err(e) => {
            cx.report(Level::Error, &format!("cannot open {name}: {}", system_error(&e)), None);
            None
        }
    };
    let bytes = Rc::new(Cell::new(limit));
    let known = Services::of(cx).files.find(id)?;
    let number = known.keep(args.clone());
    known.analyzers.push((key.clone(), Some(Rc::clone(&bytes))));
    Some(Box::new(Extract::new(number, name, output, ExtractLimits { bytes, holes_count })))
}

/// The output file of an extraction.
struct Extracted(BufWriter<Box<dyn Writable>>);

impl Output for Extracted {
    fn write(&mut self, data: &[u8]) -> io::Result<()> {
        self.0.write_all(data)
    }
    fn skip_to(&mut self, offset: u64) -> io::Result<()> {
        self.0.seek(SeekFrom::Start(offset)).map(drop)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
