# What the SNMP part declares: events.

module GLOBAL;

export {
	## Variables are asked for.
	global snmp_get_request: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);
	## The variables behind these are asked for.
	global snmp_get_next_request: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);
	## The answer.
	global snmp_response: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);
	## Variables are set.
	global snmp_set_request: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);
	## Something has happened (version 1).
	global snmp_trap: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::TrapPDU);
	## Many variables are asked for.
	global snmp_get_bulk_request: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::BulkPDU);
	## Something has happened, to be answered.
	global snmp_inform_request: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);
	## Something has happened.
	global snmp_trapV2: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);
	## A message could not be taken.
	global snmp_report: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);
	## A message of a kind that is not assigned.
	global snmp_unknown_pdu: event(c: connection, is_orig: bool, header: SNMP::Header, tag: count);
	## What follows a header of version 3 is neither plain nor encrypted.
	global snmp_unknown_scoped_pdu: event(c: connection, is_orig: bool, header: SNMP::Header, tag: count);
	## A message that is encrypted.
	global snmp_encrypted_pdu: event(c: connection, is_orig: bool, header: SNMP::Header);
	## A version that is not known.
	global snmp_unknown_header_version: event(c: connection, is_orig: bool, version: count);
}
