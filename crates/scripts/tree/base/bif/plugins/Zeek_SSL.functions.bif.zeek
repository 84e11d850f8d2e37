# Declarations of the SSL plugin: functions.

module GLOBAL;

export {
	## Tells the TLS analyzer of a connection that the handshake is over, for protocols whose analyzer cannot see that.
	##
	## c: The connection.
	##
	## Returns: False if the connection has no such analyzer.
	global set_ssl_established: function(c: connection): bool;

	## Gives the TLS analyzer of a connection the master secret for decryption.
	##
	## c: The connection.
	##
	## secret: The secret, 48 bytes.
	##
	## Returns: True if the analyzer can use it.
	global set_secret: function(c: connection, secret: string): bool;

	## Gives the TLS analyzer of a connection the keys for decryption.
	##
	## c: The connection.
	##
	## keys: The derived keys in the order of RFC 5246, 6.3.
	##
	## Returns: True if the analyzer can use them.
	global set_keys: function(c: connection, keys: string): bool;

	## Parses a distinguished name (RFC 4514).
	##
	## dn: The name, such as ``CN=www.example.com,O=Example``.
	##
	## Returns: Its parts with their values.
	global parse_distinguished_name: function(dn: string): string;
}
