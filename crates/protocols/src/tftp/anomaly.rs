//! Violations of TFTP that are reported as weirds.

wire::anomalies! {
    /// A transfer that violates RFC 1350 or its extensions.
    pub enum Anomaly from "TFTP" {
        /// Blocks that had not arrived when a later one did.
        MissingBlocks(count: u64) => "tftp_missing_blocks", "{count}",
        /// A block with more bytes than negotiated.
        BlockTooLarge(len: u64) => "tftp_block_too_large", "{len}",
        /// A block size outside 8 to 65,464 bytes (RFC 2348).
        BadBlockSize(size: u64) => "tftp_bad_block_size", "{size}",
        /// A mode other than netascii, octet and mail.
        UnknownMode => "tftp_unknown_mode",
        /// A message with more options than the limit.
        TooManyOptions => "tftp_too_many_options",
        /// A request from the responder.
        RequestFromResponder => "tftp_request_from_responder",
    }
}
