# Declarations of the XMPP plugin: events.

module GLOBAL;

export {
	## A server accepted STARTTLS; from here on the connection is TLS.
	##
	## c: The connection.
	global xmpp_starttls: event(c: connection);
}
