# What the IMAP part declares: events.

module GLOBAL;

export {
	global imap_capabilities: event(c: connection, capabilities: string_vec);
	global imap_starttls: event(c: connection);
}
