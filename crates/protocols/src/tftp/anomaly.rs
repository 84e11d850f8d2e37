//! What can be wrong with TFTP.

wire::anomalies! {
    /// A transfer that violates RFC 1350 or its extensions.
    pub enum Anomaly from "TFTP" {
        /// Blocks that were acknowledged or passed over, and never seen.
        MissingBlocks(count: u64) => "tftp_missing_blocks", "{count}",
        /// A block with more bytes than the sides agreed on.
        BlockTooLarge(len: u64) => "tftp_block_too_large", "{len}",
        /// A size of blocks outside 8 to 65,464 bytes (RFC 2348).
        BadBlockSize(size: u64) => "tftp_bad_block_size", "{size}",
        /// A mode other than netascii, octet and mail.
        UnknownMode => "tftp_unknown_mode",
        /// More options than are read.
        TooManyOptions => "tftp_too_many_options",
        /// A request from the side that answers.
        RequestFromResponder => "tftp_request_from_responder",
    }
}
