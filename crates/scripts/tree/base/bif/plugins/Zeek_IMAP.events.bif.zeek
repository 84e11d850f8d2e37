# What the IMAP part declares: events.

module GLOBAL;

export {
	## What an IMAP server can do.
	##
	## c: The connection.
	##
	## capabilities: The names that it lists.
	global imap_capabilities: event(c: connection, capabilities: string_vec);

	## A server agreed to STARTTLS; from here on the connection is TLS.
	##
	## c: The connection.
	global imap_starttls: event(c: connection);
}
