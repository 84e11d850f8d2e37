# What the MIME part declares: events.

module GLOBAL;

export {
	global mime_begin_entity: event(c: connection);
	global mime_end_entity: event(c: connection);
	global mime_one_header: event(c: connection, h: mime_header_rec);
	global mime_all_headers: event(c: connection, hlist: mime_header_list);
	global mime_segment_data: event(c: connection, length: count, data: string);
	global mime_entity_data: event(c: connection, length: count, data: string);
	global mime_all_data: event(c: connection, length: count, data: string);
	global mime_event: event(c: connection, event_type: string, detail: string);
	global mime_content_hash: event(c: connection, content_len: count, hash_value: string);
}
