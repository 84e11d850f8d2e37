# What the SSL part declares: functions.

module GLOBAL;

export {
	global set_ssl_established: function(c: connection): bool;
	global set_secret: function(c: connection, secret: string): bool;
	global set_keys: function(c: connection, keys: string): bool;
	global parse_distinguished_name: function(dn: string): string;
}
