# What the XMPP part declares: events.

module GLOBAL;

export {
	## A server agreed to STARTTLS; from here on the connection is TLS.
	##
	## c: The connection.
	global xmpp_starttls: event(c: connection);
}
