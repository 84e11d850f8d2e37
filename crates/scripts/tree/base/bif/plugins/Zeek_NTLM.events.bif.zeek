# Declarations of the NTLM plugin: events.

module GLOBAL;

export {
	## A client's NTLM negotiation message.
	##
	## c: The connection.
	##
	## negotiate: Its fields.
	global ntlm_negotiate: event(c: connection, negotiate: NTLM::Negotiate);

	## A server's challenge.
	##
	## c: The connection.
	##
	## challenge: Its fields.
	global ntlm_challenge: event(c: connection, challenge: NTLM::Challenge);

	## A client's response to a challenge.
	##
	## c: The connection.
	##
	## request: Its fields, among them the user.
	global ntlm_authenticate: event(c: connection, request: NTLM::Authenticate);
}
