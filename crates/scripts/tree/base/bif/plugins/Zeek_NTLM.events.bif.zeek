# What the NTLM part declares: events.

module GLOBAL;

export {
	## The client's first message.
	global ntlm_negotiate: event(c: connection, negotiate: NTLM::Negotiate);
	## The server's message.
	global ntlm_challenge: event(c: connection, challenge: NTLM::Challenge);
	## The client's proof.
	global ntlm_authenticate: event(c: connection, request: NTLM::Authenticate);
}
