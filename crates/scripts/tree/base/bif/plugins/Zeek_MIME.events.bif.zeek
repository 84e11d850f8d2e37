# Declarations of the MIME plugin: events.

module GLOBAL;

export {
	## A MIME entity begins: a mail, or a part of one.
	##
	## c: The connection.
	global mime_begin_entity: event(c: connection);

	## A MIME entity ends.
	##
	## c: The connection.
	global mime_end_entity: event(c: connection);

	## A MIME header field.
	##
	## c: The connection.
	##
	## h: Its name and value.
	global mime_one_header: event(c: connection, h: mime_header_rec);

	## All header fields of a MIME entity.
	##
	## c: The connection.
	##
	## hlist: The fields by position, from 1.
	global mime_all_headers: event(c: connection, hlist: mime_header_list);

	## Decoded bytes of a MIME body, in pieces as they arrive.
	##
	## c: The connection.
	##
	## length: The number of bytes.
	##
	## data: The bytes.
	global mime_segment_data: event(c: connection, length: count, data: string);

	## The decoded body of a MIME entity, in one piece.
	##
	## c: The connection.
	##
	## length: The number of bytes.
	##
	## data: The bytes.
	global mime_entity_data: event(c: connection, length: count, data: string);

	## All decoded bodies of a mail, in one piece.
	##
	## c: The connection.
	##
	## length: The number of bytes.
	##
	## data: The bytes.
	global mime_all_data: event(c: connection, length: count, data: string);

	## A violation of MIME.
	##
	## c: The connection.
	##
	## event_type: The kind of violation.
	##
	## detail: A description.
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
