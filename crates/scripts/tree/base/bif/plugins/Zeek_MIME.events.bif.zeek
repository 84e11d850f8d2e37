# What the MIME part declares: events.

module GLOBAL;

export {
	## An entity begins: the message or a part of it.
	global mime_begin_entity: event(c: connection);
	## An entity ends.
	global mime_end_entity: event(c: connection);
	## A header field.
	global mime_one_header: event(c: connection, h: mime_header_rec);
	## All fields of a header, numbered from 1.
	global mime_all_headers: event(c: connection, hlist: mime_header_list);
	## A piece of a body, decoded.
	global mime_segment_data: event(c: connection, length: count, data: string);
	## A body as a whole, decoded.
	global mime_entity_data: event(c: connection, length: count, data: string);
	## All bodies of a message, decoded.
	global mime_all_data: event(c: connection, length: count, data: string);
	## Something is not as MIME has it.
	global mime_event: event(c: connection, event_type: string, detail: string);
	## The MD5 digest of all bodies of a message.
	global mime_content_hash: event(c: connection, content_len: count, hash_value: string);
}
