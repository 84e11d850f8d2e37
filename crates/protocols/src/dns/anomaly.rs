//! What can be wrong with a DNS message.

wire::anomalies! {
    /// A DNS message that violates RFC 1035 and its successors.
    pub enum Anomaly from "DNS" {
        /// Fewer than the 12 bytes of the header.
        TruncatedHeader => "DNS_truncated_len_lt_hdr_len",
        /// An opcode that is no query.
        UnknownOpcode(opcode: u8) => "DNS_unknown_opcode", "{opcode}",
        /// More questions than any resolver asks.
        CountTooLarge => "DNS_Conn_count_too_large",
        /// A question ends before its type and class.
        TruncatedQuestion => "DNS_truncated_quest_too_short",
        /// A record ends before its type and class.
        TruncatedRecord => "DNS_truncated_ans_too_short",
        /// A record claims more data than the message has.
        RdlengthPastEnd => "DNS_truncated_RR_rdlength_lt_len",
        /// A record without data.
        ZeroRdlength => "DNS_zero_rdlength",
        /// A record's data is longer or shorter than its type needs.
        RecordLengthMismatch => "DNS_RR_length_mismatch",
        /// An address of another length than its family has.
        BadRecordLength => "DNS_RR_bad_length",
        /// A type that no parser knows.
        UnknownType(number: u16) => "DNS_RR_unknown_type", "{number}",
        /// Pointers to pointers beyond the configured depth.
        CompressionTooDeep => "DNS_max_compression_chain_depth_exceeded",
        /// A name of 255 characters or more.
        NameTooLong => "DNS_NAME_too_long",
        /// A pointer that does not point backwards.
        ForwardPointer => "DNS_label_forward_compress_offset",
        /// A label that goes past the end.
        LabelPastEnd => "DNS_label_len_gt_pkt",
        /// A label of more than 63 bytes.
        LabelTooLong => "DNS_label_too_long",
        /// A name that fills the room for names.
        LabelPastName => "DNS_label_len_gt_name_len",
        /// A character string that goes past its record.
        StringPastRecord => "DNS_TXT_char_str_past_rdlen",
        /// A CAA tag that goes past its record.
        CaaPastRecord => "DNS_CAA_char_str_past_rdlen",
        /// A service binding of fewer than 3 bytes.
        SvcbTooShort => "DNS_SVBC_wrong_length",
        /// BIND's signing record with more than a byte of flag.
        BindsFlagLength(len: usize) => "DNS_BINDS_complete_flag_length", "{len}",
        /// A location of another version than 0.
        LocVersion(version: u8) => "DNS_LOC_version_unrecognized", "{version}",
        /// An EDNS option that goes past the end.
        EdnsTruncated => "EDNS_truncated_option",
        /// A client-subnet option that is too short.
        EcsLength => "EDNS_ECS_invalid_option_len",
        /// A client-subnet prefix longer than an IPv4 address.
        EcsPrefixV4(bits: u8) => "EDNS_ECS_invalid_addr_v4_prefix", "{bits} bits",
        /// A client-subnet prefix longer than an IPv6 address.
        EcsPrefixV6(bits: u8) => "EDNS_ECS_invalid_addr_v6_prefix", "{bits} bits",
        /// An IPv4 client subnet with fewer bits than its prefix.
        EcsShortV4(need: u8, have: usize) => "EDNS_ECS_invalid_addr_v4", "need {need} bits, have {have} bits",
        /// An IPv6 client subnet with fewer bits than its prefix.
        EcsShortV6(need: u8, have: usize) => "EDNS_ECS_invalid_addr_v6", "need {need} bits, have {have} bits",
        /// A TCP keepalive in UDP (RFC 7828, 3.2).
        KeepaliveInUdp => "EDNS_TCP_Keepalive_In_UDP",
        /// A signature by an algorithm that is not recommended.
        RrsigNotRecommended(algorithm: u8) => "DNSSEC_RRSIG_NotRecommended_ZoneSignAlgo", "{algorithm}",
        /// A signature by the reserved indirect algorithm.
        RrsigIndirect(algorithm: u8) => "DNSSEC_RRSIG_Indirect_ZoneSignAlgo", "{algorithm}",
        /// A signature by a private algorithm, named by a domain.
        RrsigPrivateDns(algorithm: u8) => "DNSSEC_RRSIG_PrivateDNS_ZoneSignAlgo", "{algorithm}",
        /// A signature by a private algorithm, named by an object identifier.
        RrsigPrivateOid(algorithm: u8) => "DNSSEC_RRSIG_PrivateOID_ZoneSignAlgo", "{algorithm}",
        /// A signature by an algorithm that is not assigned.
        RrsigUnknown(algorithm: u8) => "DNSSEC_RRSIG_unknown_ZoneSignAlgo", "{algorithm}",
        /// Flags that a key does not have.
        DnskeyFlag(flags: u16) => "DNSSEC_DNSKEY_Invalid_Flag", "{flags}",
        /// A key-signing key that is revoked.
        DnskeyRevoked(flags: u16) => "DNSSEC_DNSKEY_Revoked_KSK", "{flags}",
        /// A key's protocol is not 3.
        DnskeyProtocol(protocol: u8) => "DNSSEC_DNSKEY_Invalid_Protocol", "{protocol}",
        /// A key of an algorithm that is not recommended.
        DnskeyNotRecommended(algorithm: u8) => "DNSSEC_DNSKEY_NotRecommended_ZoneSignAlgo", "{algorithm}",
        /// A key of the reserved indirect algorithm.
        DnskeyIndirect(algorithm: u8) => "DNSSEC_DNSKEY_Indirect_ZoneSignAlgo", "{algorithm}",
        /// A key of a private algorithm, named by a domain.
        DnskeyPrivateDns(algorithm: u8) => "DNSSEC_DNSKEY_PrivateDNS_ZoneSignAlgo", "{algorithm}",
        /// A key of a private algorithm, named by an object identifier.
        DnskeyPrivateOid(algorithm: u8) => "DNSSEC_DNSKEY_PrivateOID_ZoneSignAlgo", "{algorithm}",
        /// A key of an algorithm that is not assigned.
        DnskeyUnknown(algorithm: u8) => "DNSSEC_DNSKEY_unknown_ZoneSignAlgo", "{algorithm}",
        /// An empty window in a type bitmap.
        NsecEmptyBitmap(window: u8) => "DNSSEC_NSEC_bitmapLen0", "{window}",
        /// The same for NSEC3.
        Nsec3EmptyBitmap(window: u8) => "DNSSEC_NSEC3_bitmapLen0", "{window}",
        /// A digest of the reserved type.
        DsReserved(digest: u8) => "DNSSEC_DS_ReservedDigestType", "{digest}",
        /// A digest of a type that is not assigned.
        DsUnknown(digest: u8) => "DNSSEC_DS_unknown_DigestType", "{digest}",
    }
}
