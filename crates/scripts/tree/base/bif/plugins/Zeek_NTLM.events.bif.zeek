# What the NTLM part declares: events.

module GLOBAL;

export {
	## A client begins NTLM.
	##
	## c: The connection.
	##
	## negotiate: What it can do.
	global ntlm_negotiate: event(c: connection, negotiate: NTLM::Negotiate);

	## A server's challenge.
	##
	## c: The connection.
	##
	## challenge: What it says of itself.
	global ntlm_challenge: event(c: connection, challenge: NTLM::Challenge);

	## A client's response to a challenge.
	##
	## c: The connection.
	##
	## request: Who it is.
	global ntlm_authenticate: event(c: connection, request: NTLM::Authenticate);
}
