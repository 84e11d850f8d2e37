# What the XMPP part declares: events.

module GLOBAL;

export {
	global xmpp_starttls: event(c: connection);
}
