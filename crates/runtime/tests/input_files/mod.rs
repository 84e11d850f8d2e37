//! Files that the input framework reads: any file is read to its end or refused, and the run goes on.
#[path = "../sealed/mod.rs"]
mod sealed;

/// Streams of each kind by the reader that `THE_READER` stands for.
const SCRIPT: &str = include_str!("streams.zeek");
/// Readers whose files have a form.
const READERS: [&str; 3] = ["READER_ASCII", "READER_CONFIG", "READER_RAW"];

/// The first byte chooses the reader, the rest is the file.
pub(crate) fn run(bytes: &[u8]) {
    let Some((&choice, file)) = bytes.split_first() else { return };
    let reader = READERS[usize::from(choice) % READERS.len()];
    sealed::run(&SCRIPT.replace("THE_READER", reader), file, &[]);
}
