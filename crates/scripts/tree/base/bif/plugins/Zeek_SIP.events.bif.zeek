# Declarations of the SIP plugin: events.

module GLOBAL;

export {
	## A SIP request line.
	##
	## c: The connection.
	##
	## method: The method.
	##
	## original_URI: The target as sent.
	##
	## version: The version, such as ``2.0``.
	global sip_request: event(c: connection, method: string, original_URI: string, version: string);

	## A SIP status line.
	##
	## c: The connection.
	##
	## version: The version.
	##
	## code: The status code.
	##
	## reason: The reason phrase.
	global sip_reply: event(c: connection, version: string, code: count, reason: string);

	## A SIP header field.
	##
	## c: The connection.
	##
	## is_orig: True for a field of a request.
	##
	## name: The name in upper case.
	##
	## value: The value.
	global sip_header: event(c: connection, is_orig: bool, name: string, value: string);

	## All header fields of a SIP message.
	##
	## c: The connection.
	##
	## is_orig: True for a request.
	##
	## hlist: The fields by position, from 1.
	global sip_all_headers: event(c: connection, is_orig: bool, hlist: mime_header_list);

	## A SIP message begins.
	##
	## c: The connection.
	##
	## is_orig: True for a request.
	global sip_begin_entity: event(c: connection, is_orig: bool);

	## A SIP message ends.
	##
	## c: The connection.
	##
	## is_orig: True for a request.
	global sip_end_entity: event(c: connection, is_orig: bool);
}
