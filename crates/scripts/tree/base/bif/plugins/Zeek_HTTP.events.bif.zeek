# What the HTTP part declares: events.

module GLOBAL;

export {
	## A request line.
	global http_request: event(c: connection, method: string, original_URI: string, unescaped_URI: string, version: string);
	## A status line.
	global http_reply: event(c: connection, version: string, code: count, reason: string);
	## A header field.
	global http_header: event(c: connection, is_orig: bool, original_name: string, name: string, value: string);
	## A header field.
	global http_header: event(c: connection, is_orig: bool, name: string, value: string);
	## All header fields of an entity, by their place from 1.
	global http_all_headers: event(c: connection, is_orig: bool, hlist: mime_header_list);
	## An entity begins: a message or a part of one.
	global http_begin_entity: event(c: connection, is_orig: bool);
	## An entity ends.
	global http_end_entity: event(c: connection, is_orig: bool);
	## Decoded bytes of an entity.
	global http_entity_data: event(c: connection, is_orig: bool, length: count, data: string);
	## The type that an entity has by its header, in capitals.
	global http_content_type: event(c: connection, is_orig: bool, ty: string, subty: string);
	## A message is over.
	global http_message_done: event(c: connection, is_orig: bool, stat: http_message_stat);
	## Something that is not as it should be, in the protocol's own words.
	global http_event: event(c: connection, event_type: string, detail: string);
	## The connection is over.
	global http_stats: event(c: connection, stats: http_stats_rec);
	## The connection goes on with another protocol.
	global http_connection_upgrade: event(c: connection, protocol: string);
}
