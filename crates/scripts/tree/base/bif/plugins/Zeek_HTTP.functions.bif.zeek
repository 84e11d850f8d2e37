# What the HTTP part declares: functions.

module GLOBAL;

export {
	## Keeps http_entity_data from being raised for the rest of the entity at hand.
	##
	## c: The connection.
	##
	## is_orig: The side: true for the originator.
	global skip_http_entity_data: function(c: connection, is_orig: bool): any;

	## Decodes ``%41`` and the like. A broken escape stays as it is.
	##
	## URI: The text.
	##
	## Returns: The decoded text.
	global unescape_URI: function(URI: string): string;
}
