// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_SNMP.events.bif.zeek, base/init/infrastructure.zeek}.
//! SNMP (RFC 1157, 1901, 3412, 3416).
use crate::arg::{ConnId, List};
use crate::declare::{events, records};
use net_types::Addr;

records! {
    /// Version 1.
    SnmpHeaderV1<'a> = "SNMP::HeaderV1" { community: &'a [u8] }
    /// Version 2c.
    SnmpHeaderV2<'a> = "SNMP::HeaderV2" { community: &'a [u8] }
    /// The scoped PDU of version 3: the engine and context of the variables.
    SnmpScopedPduContext<'a> = "SNMP::ScopedPDU_Context" { engine_id: &'a [u8], name: &'a [u8] }
    /// Version 3.
    SnmpHeaderV3<'a> = "SNMP::HeaderV3" {
        id: u64, max_size: u64, flags: u64, auth_flag: bool, priv_flag: bool, reportable_flag: bool,
        security_model: u64, security_params: &'a [u8], pdu_context: Option<SnmpScopedPduContext<'a>>
    }
    /// The version, and the header of that version.
    SnmpHeader<'a> = "SNMP::Header" {
        version: u64, v1: Option<SnmpHeaderV1<'a>>, v2: Option<SnmpHeaderV2<'a>>, v3: Option<SnmpHeaderV3<'a>>
    }
    /// The value of a variable. The tag determines the field that is set.
    SnmpObjectValue<'a> = "SNMP::ObjectValue" {
        tag: u64, oid: Option<&'a str>, signed: Option<i64>, unsigned: Option<u64>, address: Option<Addr>,
        octets: Option<&'a [u8]>
    }
    /// A variable.
    SnmpBinding<'a> = "SNMP::Binding" { oid: &'a str, value: SnmpObjectValue<'a> }
    /// Most messages.
    SnmpPdu<'a> = "SNMP::PDU" { request_id: i64, error_status: i64, error_index: i64, bindings: &'a dyn List }
    /// A trap of version 1.
    SnmpTrapPdu<'a> = "SNMP::TrapPDU" {
        enterprise: &'a str, agent: Addr, generic_trap: i64, specific_trap: i64, time_stamp: u64,
        bindings: &'a dyn List
    }
    /// A request for many variables.
    SnmpBulkPdu<'a> = "SNMP::BulkPDU" {
        request_id: i64, non_repeaters: u64, max_repetitions: u64, bindings: &'a dyn List
    }
}

events! { in snmp;
    /// A GetRequest: the values of variables are requested.
    SnmpGetRequest<'a> = "snmp_get_request" { c: ConnId, is_orig: bool, header: SnmpHeader<'a>, pdu: SnmpPdu<'a> }
    /// A GetNextRequest: the variables that follow others are requested.
    SnmpGetNextRequest<'a> = "snmp_get_next_request" {
        c: ConnId, is_orig: bool, header: SnmpHeader<'a>, pdu: SnmpPdu<'a>
    }
    /// The answer to a request.
    SnmpResponse<'a> = "snmp_response" { c: ConnId, is_orig: bool, header: SnmpHeader<'a>, pdu: SnmpPdu<'a> }
    /// A SetRequest: variables are to be set.
    SnmpSetRequest<'a> = "snmp_set_request" { c: ConnId, is_orig: bool, header: SnmpHeader<'a>, pdu: SnmpPdu<'a> }
    /// A trap of version 1.
    SnmpTrap<'a> = "snmp_trap" { c: ConnId, is_orig: bool, header: SnmpHeader<'a>, pdu: SnmpTrapPdu<'a> }
    /// A GetBulkRequest: many variables that follow others are requested.
    SnmpGetBulkRequest<'a> = "snmp_get_bulk_request" {
        c: ConnId, is_orig: bool, header: SnmpHeader<'a>, pdu: SnmpBulkPdu<'a>
    }
    /// An InformRequest: a notification that must be confirmed.
    SnmpInformRequest<'a> = "snmp_inform_request" {
        c: ConnId, is_orig: bool, header: SnmpHeader<'a>, pdu: SnmpPdu<'a>
    }
    /// A trap of version 2.
    SnmpTrapV2<'a> = "snmp_trapV2" { c: ConnId, is_orig: bool, header: SnmpHeader<'a>, pdu: SnmpPdu<'a> }
    /// A report between engines.
    SnmpReport<'a> = "snmp_report" { c: ConnId, is_orig: bool, header: SnmpHeader<'a>, pdu: SnmpPdu<'a> }
    /// A message of an unknown kind.
    SnmpUnknownPdu<'a> = "snmp_unknown_pdu" { c: ConnId, is_orig: bool, header: SnmpHeader<'a>, tag: u64 }
    /// A message of version 3 of an unknown kind.
    SnmpUnknownScopedPdu<'a> = "snmp_unknown_scoped_pdu" { c: ConnId, is_orig: bool, header: SnmpHeader<'a>, tag: u64 }
    /// A message of version 3 that is encrypted.
    SnmpEncryptedPdu<'a> = "snmp_encrypted_pdu" { c: ConnId, is_orig: bool, header: SnmpHeader<'a> }
    /// A message of an unknown version.
    SnmpUnknownHeaderVersion = "snmp_unknown_header_version" { c: ConnId, is_orig: bool, version: u64 }
}
