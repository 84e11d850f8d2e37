# What the GSSAPI part declares: events.

module GLOBAL;

export {
	global gssapi_neg_result: event(c: connection, state: count);
}
