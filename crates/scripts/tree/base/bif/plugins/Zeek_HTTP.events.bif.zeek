# What the HTTP part declares: events.

module GLOBAL;

export {
	## A request line of HTTP. Its header fields follow as http_header.
	##
	## c: The connection.
	##
	## method: The method as sent.
	##
	## original_URI: The target as sent.
	##
	## unescaped_URI: The target with ``%41`` and the like decoded.
	##
	## version: The version, such as ``1.1``.
	global http_request: event(c: connection, method: string, original_URI: string, unescaped_URI: string, version: string);

	## A status line of HTTP.
	##
	## c: The connection.
	##
	## version: The version, such as ``1.1``.
	##
	## code: The status code.
	##
	## reason: The text behind it.
	global http_reply: event(c: connection, version: string, code: count, reason: string);

	## A header field of HTTP, of a message or of a part of it.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## original_name: The field's name as sent.
	##
	## name: The name in capital letters.
	##
	## value: The value, continued lines joined.
	global http_header: event(c: connection, is_orig: bool, original_name: string, name: string, value: string);

	## A header field of HTTP, of a message or of a part of it.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## name: The name in capital letters.
	##
	## value: The value, continued lines joined.
	global http_header: event(c: connection, is_orig: bool, name: string, value: string);

	## All header fields of an entity of HTTP, after their http_header events.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## hlist: The fields by their place, from 1.
	global http_all_headers: event(c: connection, is_orig: bool, hlist: mime_header_list);

	## An entity of HTTP begins: a message, or a part of a multipart message.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	global http_begin_entity: event(c: connection, is_orig: bool);

	## An entity of HTTP ends.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	global http_end_entity: event(c: connection, is_orig: bool);

	## Bytes of the body of an entity of HTTP, without transfer and content codings. Handlers run often.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## length: How many.
	##
	## data: The bytes.
	global http_entity_data: event(c: connection, is_orig: bool, length: count, data: string);

	## The type of an entity of HTTP, by its header or ``TEXT/PLAIN``.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## ty: The type in capital letters.
	##
	## subty: The subtype in capital letters.
	global http_content_type: event(c: connection, is_orig: bool, ty: string, subty: string);

	## A message of HTTP is over.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## stat: Its start, lengths, and how it ended.
	global http_message_done: event(c: connection, is_orig: bool, stat: http_message_stat);

	## Something that is not as HTTP has it.
	##
	## c: The connection.
	##
	## event_type: What kind of thing.
	##
	## detail: What.
	global http_event: event(c: connection, event_type: string, detail: string);

	## A connection of HTTP is over.
	##
	## c: The connection.
	##
	## stats: The numbers of requests and replies, and their versions.
	global http_stats: event(c: connection, stats: http_stats_rec);

	## A connection of HTTP goes on with another protocol.
	##
	## c: The connection.
	##
	## protocol: The protocol, from the Upgrade field.
	global http_connection_upgrade: event(c: connection, protocol: string);
}
