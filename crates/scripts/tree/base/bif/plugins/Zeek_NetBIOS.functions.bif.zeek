# Declarations of the NetBIOS plugin: functions.

module GLOBAL;

export {
	## Decodes a NetBIOS name (RFC 1001, 14.1).
	##
	## name: 32 letters, two for each character.
	##
	## Returns: The name without its padding; the text itself if it is not an encoded name.
	global decode_netbios_name: function(name: string): string;

	## The type of service in a NetBIOS name.
	##
	## name: 32 letters, two for each character.
	##
	## Returns: The number of its last character.
	global decode_netbios_name_type: function(name: string): count;
}
