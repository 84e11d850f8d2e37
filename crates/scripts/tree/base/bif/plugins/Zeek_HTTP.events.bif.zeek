# What the HTTP part declares: events.

module GLOBAL;

export {
	global http_request: event(c: connection, method: string, original_URI: string, unescaped_URI: string, version: string);
	global http_reply: event(c: connection, version: string, code: count, reason: string);
	global http_header: event(c: connection, is_orig: bool, original_name: string, name: string, value: string);
	global http_header: event(c: connection, is_orig: bool, name: string, value: string);
	global http_all_headers: event(c: connection, is_orig: bool, hlist: mime_header_list);
	global http_begin_entity: event(c: connection, is_orig: bool);
	global http_end_entity: event(c: connection, is_orig: bool);
	global http_entity_data: event(c: connection, is_orig: bool, length: count, data: string);
	global http_content_type: event(c: connection, is_orig: bool, ty: string, subty: string);
	global http_message_done: event(c: connection, is_orig: bool, stat: http_message_stat);
	global http_event: event(c: connection, event_type: string, detail: string);
	global http_stats: event(c: connection, stats: http_stats_rec);
	global http_connection_upgrade: event(c: connection, protocol: string);
}
