# Declarations of the File plugin: events.

module GLOBAL;

export {
	## The first bytes of a connection that carries only a file, without a protocol.
	##
	## c: The connection.
	##
	## prefix: The first bytes.
	##
	## descr: Always ``<unknown>``.
	##
	## mime_type: The type detected from the first bytes; ``<unknown>`` if none matches.
	global file_transferred: event(c: connection, prefix: string, descr: string, mime_type: string);
}
