# What the NTLM part declares: events.

module GLOBAL;

export {
	global ntlm_negotiate: event(c: connection, negotiate: NTLM::Negotiate);
	global ntlm_challenge: event(c: connection, challenge: NTLM::Challenge);
	global ntlm_authenticate: event(c: connection, request: NTLM::Authenticate);
}
