// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/event.bif.zeek, base/init/analyzers.zeek}.
//! Confirmations and violations of analyzers.
use crate::arg::{ConnId, EnumName, FileId};
use crate::declare::{events, records};

records! {
    /// A confirmed analyzer.
    AnalyzerConfirmationInfo = "AnalyzerConfirmationInfo" { c: Option<ConnId>, f: Option<FileId>, aid: Option<u64> }
    /// A violated analyzer, and the reason.
    AnalyzerViolationInfo<'a> = "AnalyzerViolationInfo" {
        reason: &'a str, c: Option<ConnId>, f: Option<FileId>, aid: Option<u64>, data: Option<&'a [u8]>
    }
}

events! { in analyzer;
    /// An analyzer has confirmed that its input is its protocol or file type.
    AnalyzerConfirmation = "analyzer_confirmation_info" { atype: EnumName, info: AnalyzerConfirmationInfo }
    /// An analyzer's input is not its protocol or file type. The analyzer framework removes the analyzer from the
    /// connection.
    AnalyzerViolation<'a> = "analyzer_violation_info" { atype: EnumName, info: AnalyzerViolationInfo<'a> }
}
