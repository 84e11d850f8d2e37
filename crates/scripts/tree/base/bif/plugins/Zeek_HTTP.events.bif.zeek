# Declarations of the HTTP plugin: events.

module GLOBAL;

export {
	## An HTTP request line. Its header fields follow as http_header.
	##
	## c: The connection.
	##
	## method: The method as sent.
	##
	## original_URI: The target as sent.
	##
	## unescaped_URI: The target with percent-encoding decoded.
	##
	## version: The version, such as ``1.1``.
	global http_request: event(c: connection, method: string, original_URI: string, unescaped_URI: string, version: string);

	## An HTTP status line.
	##
	## c: The connection.
	##
	## version: The version, such as ``1.1``.
	##
	## code: The status code.
	##
	## reason: The reason phrase.
	global http_reply: event(c: connection, version: string, code: count, reason: string);

	## An HTTP header field, of a message or of a part of a multipart message.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## original_name: The field's name as sent.
	##
	## name: The name in upper case.
	##
	## value: The value, with continued lines joined.
	global http_header: event(c: connection, is_orig: bool, original_name: string, name: string, value: string);

	## An HTTP header field, of a message or of a part of a multipart message.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## name: The name in upper case.
	##
	## value: The value, with continued lines joined.
	global http_header: event(c: connection, is_orig: bool, name: string, value: string);

	## All header fields of an HTTP entity, after their http_header events.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## hlist: The fields by position, from 1.
	global http_all_headers: event(c: connection, is_orig: bool, hlist: mime_header_list);

	## An HTTP entity begins: a message, or a part of a multipart message.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	global http_begin_entity: event(c: connection, is_orig: bool);

	## An HTTP entity ends.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	global http_end_entity: event(c: connection, is_orig: bool);

	## Bytes of the body of an HTTP entity, with transfer and content codings removed. Handlers run often.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## length: The number of bytes.
	##
	## data: The bytes.
	global http_entity_data: event(c: connection, is_orig: bool, length: count, data: string);

	## The MIME type of an HTTP entity, from its header; ``TEXT/PLAIN`` if the header has none.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## ty: The type in upper case.
	##
	## subty: The subtype in upper case.
	global http_content_type: event(c: connection, is_orig: bool, ty: string, subty: string);

	## The end of an HTTP message.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## stat: Its start, lengths, and how it ended.
	global http_message_done: event(c: connection, is_orig: bool, stat: http_message_stat);

	## A violation of HTTP.
	##
	## c: The connection.
	##
	## event_type: The kind of violation.
	##
	## detail: A description.
	global http_event: event(c: connection, event_type: string, detail: string);

	## The end of an HTTP connection.
	##
	## c: The connection.
	##
	## stats: The numbers of requests and replies, and their versions.
	global http_stats: event(c: connection, stats: http_stats_rec);

	## An HTTP connection continues with another protocol.
	##
	## c: The connection.
	##
	## protocol: The protocol, from the Upgrade field.
	global http_connection_upgrade: event(c: connection, protocol: string);
}
