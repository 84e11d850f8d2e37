# What the GSSAPI part declares: events.

module GLOBAL;

export {
	## How a negotiation stands: 0 completed, 1 incomplete, 2 rejected, 3 a checksum is asked for.
	global gssapi_neg_result: event(c: connection, state: count);
}
