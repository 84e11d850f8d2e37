# Declarations of the SNMP plugin: events.

module GLOBAL;

export {
	## A GetRequest: the values of variables are requested.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## header: The header of the message.
	##
	## pdu: Its variables.
	global snmp_get_request: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);

	## A GetNextRequest: the variables that follow others are requested.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## header: The header of the message.
	##
	## pdu: Its variables.
	global snmp_get_next_request: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);

	## The answer to a request.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## header: The header of the message.
	##
	## pdu: Its variables.
	global snmp_response: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);

	## A SetRequest: variables are to be set.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## header: The header of the message.
	##
	## pdu: Its variables.
	global snmp_set_request: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);

	## A trap of version 1.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## header: The header of the message.
	##
	## pdu: Its content.
	global snmp_trap: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::TrapPDU);

	## A GetBulkRequest: many variables that follow others are requested.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## header: The header of the message.
	##
	## pdu: Its variables.
	global snmp_get_bulk_request: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::BulkPDU);

	## An InformRequest: a notification that must be confirmed.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## header: The header of the message.
	##
	## pdu: Its variables.
	global snmp_inform_request: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);

	## A trap of version 2.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## header: The header of the message.
	##
	## pdu: Its variables.
	global snmp_trapV2: event(c: connection, is_orig: bool, header: SNMP::Header, pdu: SNMP::PDU);

	## A report between engines.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## header: The header of the message.
	##
	## pdu: Its variables.
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
