# What the SSH part declares: events.

module GLOBAL;

export {
	global ssh_server_version: event(c: connection, version: string);
	global ssh_client_version: event(c: connection, version: string);
	global ssh_auth_successful: event(c: connection, auth_method_none: bool);
	global ssh_auth_attempted: event(c: connection, authenticated: bool);
	global ssh_capabilities: event(c: connection, cookie: string, capabilities: SSH::Capabilities);
	global ssh2_server_host_key: event(c: connection, key: string);
	global ssh1_server_host_key: event(c: connection, modulus: string, exponent: string);
	global ssh_server_host_key: event(c: connection, hash: string);
	global ssh_encrypted_packet: event(c: connection, orig: bool, len: count);
	global ssh2_dh_server_params: event(c: connection, p: string, q: string);
	global ssh2_gss_error: event(c: connection, major_status: count, minor_status: count, err_msg: string);
	global ssh2_ecc_key: event(c: connection, is_orig: bool, q: string);
	global ssh2_ecc_init: event(c: connection, is_orig: bool);
	global ssh2_dh_gex_init: event(c: connection, is_orig: bool);
	global ssh2_gss_init: event(c: connection, is_orig: bool);
	global ssh2_rsa_secret: event(c: connection, is_orig: bool);
	global ssh_server_pre_banner_data: event(c: connection, data: string);
}
