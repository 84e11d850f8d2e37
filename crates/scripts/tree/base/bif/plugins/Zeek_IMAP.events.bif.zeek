# What the IMAP part declares: events.

module GLOBAL;

export {
	## What the server can do.
	global imap_capabilities: event(c: connection, capabilities: string_vec);
	## TLS begins.
	global imap_starttls: event(c: connection);
}
