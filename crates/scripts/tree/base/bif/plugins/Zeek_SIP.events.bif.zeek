# What the SIP part declares: events.

module GLOBAL;

export {
	## The first line of a request.
	global sip_request: event(c: connection, method: string, original_URI: string, version: string);
	## The first line of a response.
	global sip_reply: event(c: connection, version: string, code: count, reason: string);
	## A header field, its name in upper case.
	global sip_header: event(c: connection, is_orig: bool, name: string, value: string);
	## All fields of a header, numbered from 1.
	global sip_all_headers: event(c: connection, is_orig: bool, hlist: mime_header_list);
	## The first line is over.
	global sip_begin_entity: event(c: connection, is_orig: bool);
	## A message is over.
	global sip_end_entity: event(c: connection, is_orig: bool);
}
