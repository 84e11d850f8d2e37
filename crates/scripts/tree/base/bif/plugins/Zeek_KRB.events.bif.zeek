# Declarations of the KRB plugin: events.

module GLOBAL;

export {
	## A client requests its first ticket.
	##
	## c: The connection.
	##
	## msg: The request.
	global krb_as_request: event(c: connection, msg: KRB::KDC_Request);

	## The answer to krb_as_request, with a ticket.
	##
	## c: The connection.
	##
	## msg: The answer.
	global krb_as_response: event(c: connection, msg: KRB::KDC_Response);

	## A client requests a ticket for a service.
	##
	## c: The connection.
	##
	## msg: The request.
	global krb_tgs_request: event(c: connection, msg: KRB::KDC_Request);

	## The answer to krb_tgs_request, with a ticket.
	##
	## c: The connection.
	##
	## msg: The answer.
	global krb_tgs_response: event(c: connection, msg: KRB::KDC_Response);

	## A client presents its ticket to a service.
	##
	## c: The connection.
	##
	## ticket: The ticket.
	##
	## opts: The client's options.
	global krb_ap_request: event(c: connection, ticket: KRB::Ticket, opts: KRB::AP_Options);

	## A service authenticates itself to the client.
	##
	## c: The connection.
	global krb_ap_response: event(c: connection);

	## An encrypted message.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	global krb_priv: event(c: connection, is_orig: bool);

	## A message that is integrity-protected but not encrypted.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## msg: The message.
	global krb_safe: event(c: connection, is_orig: bool, msg: KRB::SAFE_Msg);

	## Tickets are forwarded.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## tickets: The tickets.
	global krb_cred: event(c: connection, is_orig: bool, tickets: KRB::Ticket_Vector);

	## An error.
	##
	## c: The connection.
	##
	## msg: Its code, client and service.
	global krb_error: event(c: connection, msg: KRB::Error_Msg);
}
