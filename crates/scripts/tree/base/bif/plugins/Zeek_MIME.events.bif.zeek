# What the MIME part declares: events.

module GLOBAL;

export {
	## An entity of MIME begins: a mail, or a part of one.
	##
	## c: The connection.
	global mime_begin_entity: event(c: connection);

	## An entity of MIME ends.
	##
	## c: The connection.
	global mime_end_entity: event(c: connection);

	## A header field of MIME.
	##
	## c: The connection.
	##
	## h: Its name and value.
	global mime_one_header: event(c: connection, h: mime_header_rec);

	## All header fields of an entity of MIME.
	##
	## c: The connection.
	##
	## hlist: The fields by their place, from 1.
	global mime_all_headers: event(c: connection, hlist: mime_header_list);

	## Decoded bytes of a MIME body, in pieces as they come.
	##
	## c: The connection.
	##
	## length: How many.
	##
	## data: The bytes.
	global mime_segment_data: event(c: connection, length: count, data: string);

	## The decoded body of an entity of MIME, in one piece.
	##
	## c: The connection.
	##
	## length: How many bytes.
	##
	## data: The bytes.
	global mime_entity_data: event(c: connection, length: count, data: string);

	## All decoded bodies of a mail, in one piece.
	##
	## c: The connection.
	##
	## length: How many bytes.
	##
	## data: The bytes.
	global mime_all_data: event(c: connection, length: count, data: string);

	## Something that is not as MIME has it.
	##
	## c: The connection.
	##
	## event_type: What kind of thing.
	##
	## detail: What.
	global mime_event: event(c: connection, event_type: string, detail: string);

	## The digest of the bodies of a mail.
	##
	## c: The connection.
	##
	## content_len: Their bytes.
	##
	## hash_value: The MD5 digest, 16 bytes.
	global mime_content_hash: event(c: connection, content_len: count, hash_value: string);
}
