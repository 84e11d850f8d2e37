# What the File part declares: events.

module GLOBAL;

export {
	## A connection that carries a file and nothing else: its first bytes and what they look like.
	global file_transferred: event(c: connection, prefix: string, descr: string, mime_type: string);
}
