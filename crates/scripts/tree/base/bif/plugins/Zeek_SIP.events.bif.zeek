# What the SIP part declares: events.

module GLOBAL;

export {
	global sip_request: event(c: connection, method: string, original_URI: string, version: string);
	global sip_reply: event(c: connection, version: string, code: count, reason: string);
	global sip_header: event(c: connection, is_orig: bool, name: string, value: string);
	global sip_all_headers: event(c: connection, is_orig: bool, hlist: mime_header_list);
	global sip_begin_entity: event(c: connection, is_orig: bool);
	global sip_end_entity: event(c: connection, is_orig: bool);
}
