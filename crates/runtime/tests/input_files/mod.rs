//! Reads arbitrary files through the input framework: each is read to its end or rejected, and the run continues.
#[path = "../sealed/mod.rs"]
mod sealed;

/// Streams of each kind. `THE_READER` is replaced by a reader.
const SCRIPT: &str = include_str!("streams.zeek");
/// The readers of files that have a format.
const READERS: [&str; 3] = ["READER_ASCII", "READER_CONFIG", "READER_RAW"];

/// Reads a file. The first byte of `bytes` chooses the reader; the rest is the file.
pub(crate) fn run(bytes: &[u8]) {
    let Some((&choice, file)) = bytes.split_first() else { return };
    let reader = READERS[usize::from(choice) % READERS.len()];
    sealed::run(&SCRIPT.replace("THE_READER", reader), file, &[]);
}
