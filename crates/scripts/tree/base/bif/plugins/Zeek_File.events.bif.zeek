# What the File part declares: events.

module GLOBAL;

export {
	## The beginning of a connection that carries a file and nothing else.
	##
	## c: The connection.
	##
	## prefix: The first bytes.
	##
	## descr: Always ``<unknown>``.
	##
	## mime_type: The type by the first bytes, ``<unknown>`` if none is known.
	global file_transferred: event(c: connection, prefix: string, descr: string, mime_type: string);
}
