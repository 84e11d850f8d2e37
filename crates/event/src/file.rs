// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/event.bif.zeek, base/bif/plugins/Zeek_File.events.bif.zeek, base/bif/plugins/Zeek_FileEntropy.events.bif.zeek, base/bif/plugins/Zeek_FileExtract.events.bif.zeek, base/bif/plugins/Zeek_FileHash.events.bif.zeek, base/init/diagnostics.zeek, base/init/files.zeek}.
//! Files under analysis: their life cycle, their types, and results of analyzers.
use crate::arg::{Arg, ConnId, EnumName, FileId, ListOf};
use crate::declare::{events, records};

records! {
    /// Measures of the randomness of bytes.
    EntropyTestResult = "entropy_test_result" {
        entropy: f64, chi_square: f64, mean: f64, monte_carlo_pi: f64, serial_correlation: f64
    }
    /// A type detected from a file's first bytes, and the strength of the match.
    MimeMatch<'a> = "mime_match" { strength: i64, mime: &'a str }
    /// Metadata of a file: detected from its first bytes, or stated by its protocol.
    FaMetadata<'a> = "fa_metadata" {
        mime_type: Option<&'a str>, mime_types: Option<ListOf<'a, MimeMatch<'a>>>, inferred: bool
    }
}

events! { in file;
    /// An analyzer has found a file and needs its handle. The protocol's script handles this and calls set_file_handle.
    GetFileHandle = "get_file_handle" { tag: EnumName, c: ConnId, is_orig: bool }
    /// A file begins: its first bytes were seen, but its type is not known yet. This is the place to add analyzers for
    /// the whole file.
    FileNew = "file_new" { f: FileId }
    /// A file is transferred over a connection that did not carry it before. Protocol scripts link the file to their logs
    /// here.
    FileOverNewConnection = "file_over_new_connection" { f: FileId, c: ConnId, is_orig: bool }
    /// The type of a file was determined from its first bytes, or it is clear that it cannot be determined.
    FileSniff<'a> = "file_sniff" { f: FileId, meta: FaMetadata<'a> }
    /// No data of a file arrived for a while. The file ends now unless a handler calls Files::set_timeout_interval.
    FileTimeout = "file_timeout" { f: FileId }
    /// Bytes of a file are missing.
    FileGap = "file_gap" { f: FileId, offset: u64, len: u64 }
    /// More bytes of a file wait for missing ones than the buffer holds. The missing bytes are skipped.
    FileReassemblyOverflow = "file_reassembly_overflow" { f: FileId, offset: u64, skipped: u64 }
    /// The last event of a file, before its state is removed. files.log is written by handlers of this event.
    FileStateRemove = "file_state_remove" { f: FileId }
    /// The first bytes of a connection that carries only a file, without a protocol.
    FileTransferred<'a> = "file_transferred" { c: ConnId, prefix: &'a [u8], descr: &'a [u8], mime_type: &'a [u8] }
    /// The randomness of a file, after its end.
    FileEntropy = "file_entropy" { f: FileId, ent: EntropyTestResult }
    /// An extracted file has reached its limit. A handler can raise the limit with FileExtract::set_limit.
    FileExtractionLimit<'a> = "file_extraction_limit" { f: FileId, args: Arg<'a>, limit: u64, len: u64 }
    /// A digest of a whole file.
    FileHash<'a> = "file_hash" { f: FileId, kind: &'a str, hash: &'a str }
}
