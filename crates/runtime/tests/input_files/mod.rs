//! Reads arbitrary files through the input framework: each is read to its end or rejected, and the run continues.
#[path = "../sealed/mod.rs"]
mod sealed;

/// Streams of each kind, with the reader that replaces `THE_READER`.
const SCRIPT: &str = include_str!("streams.zeek");
/// Readers whose files have a format.
const READERS: [&str; 3] = ["READER_ASCII", "READER_CONFIG", "READER_RAW"];

/// The first byte chooses the reader, the rest is the file.
pub(crate) fn run(bytes: &[u8]) {
    let Some((&choice, file)) = bytes.split_first() else { return };
    let reader = READERS[usize::from(choice) % READERS.len()];
    sealed::run(&SCRIPT.replace("THE_READER", reader), file, &[]);
}
