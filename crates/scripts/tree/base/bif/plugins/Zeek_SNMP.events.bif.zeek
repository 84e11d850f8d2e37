# What the SNMP part declares: events.

module GLOBAL;

export {
	## Values of variables are asked for.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## header: The header of the message.
	##
	## pdu: What it is about.
	global snmp_get_request: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);

	## The variables behind others are asked for.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## header: The header of the message.
	##
	## pdu: What it is about.
	global snmp_get_next_request: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);

	## The answer to a request.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## header: The header of the message.
	##
	## pdu: What it is about.
	global snmp_response: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);

	## Variables are to be set.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## header: The header of the message.
	##
	## pdu: What it is about.
	global snmp_set_request: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);

	## A device reports something (version 1).
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## header: The header of the message.
	##
	## pdu: What it reports.
	global snmp_trap: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::TrapPDU);

	## Many variables behind others are asked for.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## header: The header of the message.
	##
	## pdu: What it is about.
	global snmp_get_bulk_request: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::BulkPDU);

	## A report that is to be confirmed.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## header: The header of the message.
	##
	## pdu: What it is about.
	global snmp_inform_request: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);

	## A device reports something (version 2).
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## header: The header of the message.
	##
	## pdu: What it is about.
	global snmp_trapV2: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);

	## A report between engines.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## header: The header of the message.
	##
	## pdu: What it is about.
	global snmp_report: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);

	## A message of an unknown kind.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## header: The header of the message.
	##
	## tag: Its tag.
	global snmp_unknown_pdu: event(c: connection, is_orig: bool, header: SNMP::Header, tag: count);

	## A message of version 3 of an unknown kind.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## header: The header of the message.
	##
	## tag: Its tag.
	global snmp_unknown_scoped_pdu: event(c: connection, is_orig: bool, header: SNMP::Header, tag: count);

	## A message of version 3 that is encrypted.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## header: The header of the message.
	global snmp_encrypted_pdu: event(c: connection, is_orig: bool, header: SNMP::Header);

	## A message of an unknown version.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## version: The version.
	global snmp_unknown_header_version: event(c: connection, is_orig: bool, version: count);
}
