# Declarations of the IMAP plugin: events.

module GLOBAL;

export {
	## The capabilities of an IMAP server.
	##
	## c: The connection.
	##
	## capabilities: Their names.
	global imap_capabilities: event(c: connection, capabilities: string_vec);

	## A server accepted STARTTLS; from here on the connection is TLS.
	##
	## c: The connection.
	global imap_starttls: event(c: connection);
}
