# Declarations of the GSSAPI plugin: events.

module GLOBAL;

export {
	## The state of the negotiation of a mechanism (SPNEGO, RFC 4178).
	##
	## c: The connection.
	##
	## state: 0 accepted, 1 incomplete, 2 rejected, 3 the mechanism's token is requested.
	global gssapi_neg_result: event(c: connection, state: count);
}
