# Declarations of the HTTP plugin: functions.

module GLOBAL;

export {
	## Stops raising http_entity_data for the rest of the current entity.
	##
	## c: The connection.
	##
	## is_orig: The side: true for the originator.
	global skip_http_entity_data: function(c: connection, is_orig: bool): any;

	## Decodes percent-encoding such as ``%41``. Invalid escapes stay unchanged.
	##
	## URI: The text.
	##
	## Returns: The decoded text.
	global unescape_URI: function(URI: string): string;
}
