# Events of the LDAP analyzer.

module LDAP;

export {
	## Every message, after the event of its kind. Without a result, `result` is ResultCode_Undef; the meaning of
	## `object` and `argument` depends on the kind.
	global LDAP::message: event(c: connection, message_id: int, opcode: LDAP::ProtocolOpcode, result: LDAP::ResultCode,
	                            matched_dn: string, diagnostic_message: string, object: string, argument: string);

	## A client's bind: its name, and depending on the method a password or the name of a mechanism.
	global LDAP::bind_request: event(c: connection, message_id: int, version: int, name: string,
	                                 auth_type: LDAP::BindAuthType, auth_info: string);

	## A client's search request.
	global LDAP::search_request: event(c: connection, message_id: int, base_object: string, scope: LDAP::SearchScope,
	                                   deref: LDAP::SearchDerefAlias, size_limit: int, time_limit: int, types_only: bool,
	                                   filter: string, attributes: vector of string);

	## A search result entry.
	global LDAP::search_result_entry: event(c: connection, message_id: int, object_name: string);

	## An extended request, identified by an object identifier.
	global LDAP::extended_request: event(c: connection, message_id: int, request_name: string, request_value: string);

	## An extended response.
	global LDAP::extended_response: event(c: connection, message_id: int, result: LDAP::ResultCode, response_name: string,
	                                      response_value: string);

	## From here on the connection is TLS.
	global LDAP::starttls: event(c: connection);
}
