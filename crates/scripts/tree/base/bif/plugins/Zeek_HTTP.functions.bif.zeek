# What the HTTP part declares: functions.

module GLOBAL;

export {
	global skip_http_entity_data: function(c: connection, is_orig: bool): any;
	global unescape_URI: function(URI: string): string;
}
