# What the SSL part declares: functions.

module GLOBAL;

export {
	## Tells the TLS analyzer of a connection that the handshake is over, for protocols that hide it.
	##
	## c: The connection.
	##
	## Returns: False if the connection has no such analyzer.
	global set_ssl_established: function(c: connection): bool;

	## Gives the TLS analyzer of a connection the master secret to decrypt it with.
	##
	## c: The connection.
	##
	## secret: The secret, 48 bytes.
	##
	## Returns: True if it is of use.
	global set_secret: function(c: connection, secret: string): bool;

	## Gives the TLS analyzer of a connection the keys to decrypt it with.
	##
	## c: The connection.
	##
	## keys: The derived keys, as RFC 5246, 6.3 orders them.
	##
	## Returns: True if they are of use.
	global set_keys: function(c: connection, keys: string): bool;

	## Reads a distinguished name as certificates have it (RFC 4514).
	##
	## dn: The name, such as ``CN=www.example.com,O=Example``.
	##
	## Returns: Its parts with their values.
	global parse_distinguished_name: function(dn: string): string;
}
