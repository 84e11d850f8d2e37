//! What can be wrong with an SMTP session.

wire::anomalies! {
    /// A session that violates RFC 5321 and 3030.
    pub enum Anomaly from "SMTP" {
        /// More commands than any client sends without waiting for replies.
        PendingCommands => "smtp_excessive_pending_cmds",
        /// Another command came before the last chunk.
        MissingLastChunk => "smtp_missing_bdat_last_chunk",
        /// BDAT without a size that can be read.
        BadChunk(why: &'static str) => "smtp_invalid_bdat_command", "{why}",
        /// A chunk of more bytes than a connection can carry.
        HugeChunk(size: u64) => "smtp_huge_bdat_chunk", "{size}",
        /// The mail ends before its chunk.
        ChunkRemaining => "smtp_bdat_remaining_at_end_data",
        /// A mail begins within a mail.
        NestedMail => "smtp_nested_mail_transaction",
        /// The end of a mail that did not begin.
        UnmatchedEnd => "smtp_unmatched_end_of_data",
    }
}

wire::anomalies! {
    /// Chunks (RFC 3030) whose lines are not as those of mails.
    pub enum ChunkAnomaly from "SMTP_BDAT" {
        /// A CR without its LF.
        Cr => "smtp_bdat_line_cr_only",
        /// An LF without its CR.
        Lf => "smtp_bdat_line_lf_only",
        /// A line longer than the cap; it is cut.
        LineTooLong(len: usize) => "smtp_bdat_line_too_long", "{len}",
        /// The chunks end within a line.
        Undelivered => "smtp_bdat_undelivered_at_done",
    }
}
