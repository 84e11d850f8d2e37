# What the KRB part declares: events.

module GLOBAL;

export {
	## A client asks for its first ticket.
	global krb_as_request: event(c: connection, msg: KRB::KDC_Request);
	## It gets one.
	global krb_as_response: event(c: connection, msg: KRB::KDC_Response);
	## A client asks for a service's ticket.
	global krb_tgs_request: event(c: connection, msg: KRB::KDC_Request);
	## It gets one.
	global krb_tgs_response: event(c: connection, msg: KRB::KDC_Response);
	## A client shows its ticket to a service.
	global krb_ap_request: event(c: connection, ticket: KRB::Ticket, opts: KRB::AP_Options);
	## The service answers.
	global krb_ap_response: event(c: connection);
	## An encrypted message.
	global krb_priv: event(c: connection, is_orig: bool);
	## A signed message.
	global krb_safe: event(c: connection, is_orig: bool, msg: KRB::SAFE_Msg);
	## Tickets are handed on.
	global krb_cred: event(c: connection, is_orig: bool, tickets: KRB::Ticket_Vector);
	## An error.
	global krb_error: event(c: connection, msg: KRB::Error_Msg);
}
