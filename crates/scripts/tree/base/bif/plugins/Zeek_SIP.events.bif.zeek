# What the SIP part declares: events.

module GLOBAL;

export {
	## A request line of SIP.
	##
	## c: The connection.
	##
	## method: The method.
	##
	## original_URI: The target as sent.
	##
	## version: The version, such as ``2.0``.
	global sip_request: event(c: connection, method: string, original_URI: string, version: string);

	## A status line of SIP.
	##
	## c: The connection.
	##
	## version: The version.
	##
	## code: The status code.
	##
	## reason: The text behind it.
	global sip_reply: event(c: connection, version: string, code: count, reason: string);

	## A header field of SIP.
	##
	## c: The connection.
	##
	## is_orig: True if a request has it.
	##
	## name: The name in capital letters.
	##
	## value: The value.
	global sip_header: event(c: connection, is_orig: bool, name: string, value: string);

	## All header fields of a message of SIP.
	##
	## c: The connection.
	##
	## is_orig: True for a request.
	##
	## hlist: The fields by their place, from 1.
	global sip_all_headers: event(c: connection, is_orig: bool, hlist: mime_header_list);

	## A message of SIP begins.
	##
	## c: The connection.
	##
	## is_orig: True for a request.
	global sip_begin_entity: event(c: connection, is_orig: bool);

	## A message of SIP ends.
	##
	## c: The connection.
	##
	## is_orig: True for a request.
	global sip_end_entity: event(c: connection, is_orig: bool);
}
