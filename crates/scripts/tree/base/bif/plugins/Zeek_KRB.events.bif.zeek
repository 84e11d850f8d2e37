# What the KRB part declares: events.

module GLOBAL;

export {
	global krb_as_request: event(c: connection, msg: KRB::KDC_Request);
	global krb_as_response: event(c: connection, msg: KRB::KDC_Response);
	global krb_tgs_request: event(c: connection, msg: KRB::KDC_Request);
	global krb_tgs_response: event(c: connection, msg: KRB::KDC_Response);
	global krb_ap_request: event(c: connection, ticket: KRB::Ticket, opts: KRB::AP_Options);
	global krb_ap_response: event(c: connection);
	global krb_priv: event(c: connection, is_orig: bool);
	global krb_safe: event(c: connection, is_orig: bool, msg: KRB::SAFE_Msg);
	global krb_cred: event(c: connection, is_orig: bool, tickets: KRB::Ticket_Vector);
	global krb_error: event(c: connection, msg: KRB::Error_Msg);
}
