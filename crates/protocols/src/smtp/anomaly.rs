//! Violations of SMTP that are reported as weirds.

wire::anomalies! {
    /// A session that violates RFC 5321 or 3030.
    pub enum Anomaly from "SMTP" {
        /// Too many pipelined commands.
        PendingCommands => "smtp_excessive_pending_cmds",
        /// Another command precedes the last chunk.
        MissingLastChunk => "smtp_missing_bdat_last_chunk",
        /// BDAT with a malformed argument.
        BadChunk(why: &'static str) => "smtp_invalid_bdat_command", "{why}",
        /// A chunk with an implausible size.
        HugeChunk(size: u64) => "smtp_huge_bdat_chunk", "{size}",
        /// The mail ends within a chunk.
        ChunkRemaining => "smtp_bdat_remaining_at_end_data",
        /// A mail begins within a mail.
        NestedMail => "smtp_nested_mail_transaction",
        /// A mail ends that has not begun.
        UnmatchedEnd => "smtp_unmatched_end_of_data",
    }
}

wire::anomalies! {
    /// Chunks (RFC 3030) whose content violates the line format of mails.
    pub enum ChunkAnomaly from "SMTP_BDAT" {
        /// CR that is not followed by LF.
        Cr => "smtp_bdat_line_cr_only",
        /// LF that is not preceded by CR.
        Lf => "smtp_bdat_line_lf_only",
        /// A line longer than `SMTP::bdat_max_line_length`; it is split.
        LineTooLong(len: usize) => "smtp_bdat_line_too_long", "{len}",
        /// The last chunk ends within a line.
        Undelivered => "smtp_bdat_undelivered_at_done",
    }
}
