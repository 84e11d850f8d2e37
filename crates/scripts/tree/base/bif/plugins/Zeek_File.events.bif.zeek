# What the File part declares: events.

module GLOBAL;

export {
	global file_transferred: event(c: connection, prefix: string, descr: string, mime_type: string);
}
