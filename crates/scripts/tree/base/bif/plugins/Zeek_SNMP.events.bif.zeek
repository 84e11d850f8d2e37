# What the SNMP part declares: events.

module GLOBAL;

export {
	global snmp_get_request: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);
	global snmp_get_next_request: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);
	global snmp_response: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);
	global snmp_set_request: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);
	global snmp_trap: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::TrapPDU);
	global snmp_get_bulk_request: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::BulkPDU);
	global snmp_inform_request: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);
	global snmp_trapV2: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);
	global snmp_report: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);
	global snmp_unknown_pdu: event(c: connection, is_orig: bool, header: SNMP::Header, tag: count);
	global snmp_unknown_scoped_pdu: event(c: connection, is_orig: bool, header: SNMP::Header, tag: count);
	global snmp_encrypted_pdu: event(c: connection, is_orig: bool, header: SNMP::Header);
	global snmp_unknown_header_version: event(c: connection, is_orig: bool, version: count);
}
