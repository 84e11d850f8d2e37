# What the SSH part declares: events.

module GLOBAL;

export {
	## The server's first line.
	global ssh_server_version: event(c: connection, version: string);
	## The client's first line.
	global ssh_client_version: event(c: connection, version: string);
	## The client is in, as far as lengths of packets tell.
	global ssh_auth_successful: event(c: connection, auth_method_none: bool);
	## The client tried to get in, as far as lengths of packets tell.
	global ssh_auth_attempted: event(c: connection, authenticated: bool);
	## What a side can do.
	global ssh_capabilities: event(c: connection, cookie: string, capabilities: SSH::Capabilities);
	## The server's key, of version 2.
	global ssh2_server_host_key: event(c: connection, key: string);
	## The server's key, of version 1.
	global ssh1_server_host_key: event(c: connection, modulus: string, exponent: string);
	## The MD5 of the server's key.
	global ssh_server_host_key: event(c: connection, hash: string);
	## A segment of encrypted bytes.
	global ssh_encrypted_packet: event(c: connection, orig: bool, len: count);
	## The group that the server chose.
	global ssh2_dh_server_params: event(c: connection, p: string, q: string);
	## GSS-API failed.
	global ssh2_gss_error: event(c: connection, major_status: count, minor_status: count, err_msg: string);
	## A side's key of the exchange.
	global ssh2_ecc_key: event(c: connection, is_orig: bool, q: string);
	## An exchange on an elliptic curve begins.
	global ssh2_ecc_init: event(c: connection, is_orig: bool);
	## An exchange in a finite field begins.
	global ssh2_dh_gex_init: event(c: connection, is_orig: bool);
	## An exchange by GSS-API begins.
	global ssh2_gss_init: event(c: connection, is_orig: bool);
	## The client's secret for an RSA exchange.
	global ssh2_rsa_secret: event(c: connection, is_orig: bool);
	## A line before the server's first.
	global ssh_server_pre_banner_data: event(c: connection, data: string);
}
