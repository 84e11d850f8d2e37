# What the GSSAPI part declares: events.

module GLOBAL;

export {
	## What became of the negotiation of a mechanism (SPNEGO, RFC 4178).
	##
	## c: The connection.
	##
	## state: 0 accepted, 1 to be continued, 2 rejected, 3 the mechanism's token is asked for.
	global gssapi_neg_result: event(c: connection, state: count);
}
