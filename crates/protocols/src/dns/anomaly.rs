//! Violations of DNS that are reported as weirds.

wire::anomalies! {
    /// A DNS message that violates RFC 1035 and its successors.
    pub enum Anomaly from "DNS" {
        /// A message shorter than the header of 12 bytes.
        TruncatedHeader => "DNS_truncated_len_lt_hdr_len",
        /// An opcode other than QUERY.
        UnknownOpcode(opcode: u8) => "DNS_unknown_opcode", "{opcode}",
        /// More questions than `dns_max_queries`.
        CountTooLarge => "DNS_Conn_count_too_large",
        /// A question ends before its type and class.
        TruncatedQuestion => "DNS_truncated_quest_too_short",
        /// A record ends before its type and class.
        TruncatedRecord => "DNS_truncated_ans_too_short",
        /// A record states more data than the message has.
        RdlengthPastEnd => "DNS_truncated_RR_rdlength_lt_len",
        /// A record without data.
        ZeroRdlength => "DNS_zero_rdlength",
        /// A record's data is longer or shorter than its type requires.
        RecordLengthMismatch => "DNS_RR_length_mismatch",
        /// An A record whose data is not 4 bytes long.
        BadRecordLength => "DNS_RR_bad_length",
        /// A record type without a parser.
        UnknownType(number: u16) => "DNS_RR_unknown_type", "{number}",
        /// A chain of compression pointers longer than `dns_max_compression_chain_depth`.
        CompressionTooDeep => "DNS_max_compression_chain_depth_exceeded",
        /// A name of 255 characters or more.
        NameTooLong => "DNS_NAME_too_long",
        /// A compression pointer that does not point backwards.
        ForwardPointer => "DNS_label_forward_compress_offset",
        /// A label that goes past the end of the message.
        LabelPastEnd => "DNS_label_len_gt_pkt",
        /// A label of more than 63 bytes.
        LabelTooLong => "DNS_label_too_long",
        /// A name that exceeds the buffer of 512 bytes.
        LabelPastName => "DNS_label_len_gt_name_len",
        /// A character string that goes past the end of its record.
        StringPastRecord => "DNS_TXT_char_str_past_rdlen",
        /// A CAA tag that goes past the end of its record.
        CaaPastRecord => "DNS_CAA_char_str_past_rdlen",
        /// A service binding of fewer than 3 bytes.
        SvcbTooShort => "DNS_SVBC_wrong_length",
        /// A signing record of BIND with a complete flag of more than one byte.
        BindsFlagLength(len: usize) => "DNS_BINDS_complete_flag_length", "{len}",
        /// A LOC record with a version other than 0.
        LocVersion(version: u8) => "DNS_LOC_version_unrecognized", "{version}",
        /// An EDNS option that goes past the end of the record.
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
        /// An edns-tcp-keepalive option over UDP (RFC 7828, 3.2).
        KeepaliveInUdp => "EDNS_TCP_Keepalive_In_UDP",
        /// A signature with an algorithm that is not recommended.
        RrsigNotRecommended(algorithm: u8) => "DNSSEC_RRSIG_NotRecommended_ZoneSignAlgo", "{algorithm}",
        /// A signature with the reserved algorithm INDIRECT.
        RrsigIndirect(algorithm: u8) => "DNSSEC_RRSIG_Indirect_ZoneSignAlgo", "{algorithm}",
        /// A signature with a private algorithm that a domain name identifies (PRIVATEDNS).
        RrsigPrivateDns(algorithm: u8) => "DNSSEC_RRSIG_PrivateDNS_ZoneSignAlgo", "{algorithm}",
        /// A signature with a private algorithm that an object identifier identifies (PRIVATEOID).
        RrsigPrivateOid(algorithm: u8) => "DNSSEC_RRSIG_PrivateOID_ZoneSignAlgo", "{algorithm}",
        /// A signature with an unassigned algorithm.
        RrsigUnknown(algorithm: u8) => "DNSSEC_RRSIG_unknown_ZoneSignAlgo", "{algorithm}",
        /// A key with undefined flags.
        DnskeyFlag(flags: u16) => "DNSSEC_DNSKEY_Invalid_Flag", "{flags}",
        /// A key-signing key that is revoked.
        DnskeyRevoked(flags: u16) => "DNSSEC_DNSKEY_Revoked_KSK", "{flags}",
        /// A key's protocol is not 3.
        DnskeyProtocol(protocol: u8) => "DNSSEC_DNSKEY_Invalid_Protocol", "{protocol}",
        /// A key for an algorithm that is not recommended.
        DnskeyNotRecommended(algorithm: u8) => "DNSSEC_DNSKEY_NotRecommended_ZoneSignAlgo", "{algorithm}",
        /// A key for the reserved algorithm INDIRECT.
        DnskeyIndirect(algorithm: u8) => "DNSSEC_DNSKEY_Indirect_ZoneSignAlgo", "{algorithm}",
        /// A key for a private algorithm that a domain name identifies (PRIVATEDNS).
        DnskeyPrivateDns(algorithm: u8) => "DNSSEC_DNSKEY_PrivateDNS_ZoneSignAlgo", "{algorithm}",
        /// A key for a private algorithm that an object identifier identifies (PRIVATEOID).
        DnskeyPrivateOid(algorithm: u8) => "DNSSEC_DNSKEY_PrivateOID_ZoneSignAlgo", "{algorithm}",
        /// A key for an unassigned algorithm.
        DnskeyUnknown(algorithm: u8) => "DNSSEC_DNSKEY_unknown_ZoneSignAlgo", "{algorithm}",
        /// An empty window in the type bitmap of an NSEC record.
        NsecEmptyBitmap(window: u8) => "DNSSEC_NSEC_bitmapLen0", "{window}",
        /// An empty window in the type bitmap of an NSEC3 record.
        Nsec3EmptyBitmap(window: u8) => "DNSSEC_NSEC3_bitmapLen0", "{window}",
        /// A DS record with the reserved digest type.
        DsReserved(digest: u8) => "DNSSEC_DS_ReservedDigestType", "{digest}",
        /// A DS record with an unassigned digest type.
        DsUnknown(digest: u8) => "DNSSEC_DS_unknown_DigestType", "{digest}",
    }
}
