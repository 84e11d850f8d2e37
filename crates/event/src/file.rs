// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/event.bif.zeek, base/bif/plugins/Zeek_File.events.bif.zeek, base/bif/plugins/Zeek_FileEntropy.events.bif.zeek, base/bif/plugins/Zeek_FileExtract.events.bif.zeek, base/bif/plugins/Zeek_FileHash.events.bif.zeek, base/init/diagnostics.zeek, base/init/files.zeek}.
//! Files under analysis: their life, their types, what analyzers find in them.
use crate::arg::{Arg, ConnId, EnumName, FileId, ListOf};
use crate::declare::{events, records};

records! {
    /// How random bytes look.
    EntropyTestResult = "entropy_test_result" {
        entropy: f64, chi_square: f64, mean: f64, monte_carlo_pi: f64, serial_correlation: f64
    }
    /// A type that a file's beginning shows, and how sure that is.
    MimeMatch<'a> = "mime_match" { strength: i64, mime: &'a str }
    /// What was found out about a file by its beginning, or said by whoever carries it.
    FaMetadata<'a> = "fa_metadata" {
        mime_type: Option<&'a str>, mime_types: Option<ListOf<'a, MimeMatch<'a>>>, inferred: bool
    }
}

events! { in file;
    /// A handle is needed for a file; the handler calls `set_file_handle`.
    GetFileHandle = "get_file_handle" { tag: EnumName, c: ConnId, is_orig: bool }
    /// A file begins.
    FileNew = "file_new" { f: FileId }
    /// A connection carries a file that others carried before, or that is new.
    FileOverNewConnection = "file_over_new_connection" { f: FileId, c: ConnId, is_orig: bool }
    /// A file's type is known.
    FileSniff<'a> = "file_sniff" { f: FileId, meta: FaMetadata<'a> }
    /// A file was silent too long.
    FileTimeout = "file_timeout" { f: FileId }
    /// Bytes of a file are missing.
    FileGap = "file_gap" { f: FileId, offset: u64, len: u64 }
    /// More bytes out of order than are kept.
    FileReassemblyOverflow = "file_reassembly_overflow" { f: FileId, offset: u64, skipped: u64 }
    /// A file is over.
    FileStateRemove = "file_state_remove" { f: FileId }
    /// A connection that carries a file and nothing else: its first bytes and what they look like.
    FileTransferred<'a> = "file_transferred" { c: ConnId, prefix: &'a [u8], descr: &'a [u8], mime_type: &'a [u8] }
    /// The entropy of a file.
    FileEntropy = "file_entropy" { f: FileId, ent: EntropyTestResult }
    /// An extracted file is at its limit. `args` are the script's own.
    FileExtractionLimit<'a> = "file_extraction_limit" { f: FileId, args: Arg<'a>, limit: u64, len: u64 }
    /// A digest of a file.
    FileHash<'a> = "file_hash" { f: FileId, kind: &'a str, hash: &'a str }
}
