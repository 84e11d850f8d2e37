# What the LDAP analyzer says: its events.

module LDAP;

export {
	## Every message, after the event of its kind. Without a result `result` is ResultCode_Undef; `object` and `argument`
	## are what the message is about, by its kind.
	global LDAP::message: event(c: connection, message_id: int, opcode: LDAP::ProtocolOpcode, result: LDAP::ResultCode,
	                            matched_dn: string, diagnostic_message: string, object: string, argument: string);

	## A client says who it is: its name, and by its way of proving it a password or the name of a mechanism.
	global LDAP::bind_request: event(c: connection, message_id: int, version: int, name: string,
	                                 auth_type: LDAP::BindAuthType, auth_info: string);

	## A client searches.
	global LDAP::search_request: event(c: connection, message_id: int, base_object: string, scope: LDAP::SearchScope,
	                                   deref: LDAP::SearchDerefAlias, size_limit: int, time_limit: int, types_only: bool,
	                                   filter: string, attributes: vector of string);

	## An entry that was found.
	global LDAP::search_result_entry: event(c: connection, message_id: int, object_name: string);

	## A client asks for something that is defined elsewhere, named by an object identifier.
	global LDAP::extended_request: event(c: connection, message_id: int, request_name: string, request_value: string);

	## The answer to that.
	global LDAP::extended_response: event(c: connection, message_id: int, result: LDAP::ResultCode, response_name: string,
	                                      response_value: string);

	## From here on the connection is TLS.
	global LDAP::starttls: event(c: connection);
}
