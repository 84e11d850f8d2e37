# Declarations of the SSH plugin: events.

module GLOBAL;

export {
	## The first line of a server.
	##
	## c: The connection.
	##
	## version: The line, such as ``SSH-2.0-OpenSSH_9.6``.
	global ssh_server_version: event(c: connection, version: string);

	## The first line of a client.
	##
	## c: The connection.
	##
	## version: The line, such as ``SSH-2.0-OpenSSH_9.6``.
	global ssh_client_version: event(c: connection, version: string);

	## A client has logged in, inferred from the lengths of encrypted packets.
	##
	## c: The connection.
	##
	## auth_method_none: True if no authentication was required.
	global ssh_auth_successful: event(c: connection, auth_method_none: bool);

	## An authentication attempt, inferred from the lengths of encrypted packets.
	##
	## c: The connection.
	##
	## authenticated: True if it succeeded.
	global ssh_auth_attempted: event(c: connection, authenticated: bool);

	## The algorithms that a side supports.
	##
	## c: The connection.
	##
	## cookie: 16 random bytes.
	##
	## capabilities: The algorithms by purpose, the preferred first.
	global ssh_capabilities: event(c: connection, cookie: string, capabilities: SSH::Capabilities);

	## The key of a server (version 2).
	##
	## c: The connection.
	##
	## key: The key as sent.
	global ssh2_server_host_key: event(c: connection, key: string);

	## The key of a server (version 1).
	##
	## c: The connection.
	##
	## modulus: Its modulus.
	##
	## exponent: Its exponent.
	global ssh1_server_host_key: event(c: connection, modulus: string, exponent: string);

	## The key of a server by its digest.
	##
	## c: The connection.
	##
	## hash: The MD5 digest of the key in hexadecimal digits.
	global ssh_server_host_key: event(c: connection, hash: string);

	## An encrypted packet. Handlers run often.
	##
	## c: The connection.
	##
	## orig: True if the client sent it.
	##
	## len: Its bytes.
	global ssh_encrypted_packet: event(c: connection, orig: bool, len: count);

	## The Diffie-Hellman group that a server chose.
	##
	## c: The connection.
	##
	## p: The prime.
	##
	## q: The generator.
	global ssh2_dh_server_params: event(c: connection, p: string, q: string);

	## A key exchange by GSS-API failed.
	##
	## c: The connection.
	##
	## major_status: The status.
	##
	## minor_status: The mechanism's status.
	##
	## err_msg: The text.
	global ssh2_gss_error: event(c: connection, major_status: count, minor_status: count, err_msg: string);

	## A side's part of a key exchange by elliptic curves.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## q: The point.
	global ssh2_ecc_key: event(c: connection, is_orig: bool, q: string);

	## A key exchange by elliptic curves begins.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	global ssh2_ecc_init: event(c: connection, is_orig: bool);

	## A key exchange in a group of the server's choice begins.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	global ssh2_dh_gex_init: event(c: connection, is_orig: bool);

	## A key exchange by GSS-API begins.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	global ssh2_gss_init: event(c: connection, is_orig: bool);

	## A key exchange by RSA: the encrypted secret.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	global ssh2_rsa_secret: event(c: connection, is_orig: bool);

	## A line sent by a server before its version.
	##
	## c: The connection.
	##
	## data: The line.
	global ssh_server_pre_banner_data: event(c: connection, data: string);
}
