# What the XMPP part declares: events.

module GLOBAL;

export {
	## TLS begins.
	global xmpp_starttls: event(c: connection);
}
