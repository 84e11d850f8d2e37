# What the RDP part declares: events.

module GLOBAL;

export {
	## A client asks over UDP.
	global rdpeudp_syn: event(c: connection);
	## A server answers.
	global rdpeudp_synack: event(c: connection);
	## They have agreed on a version.
	global rdpeudp_established: event(c: connection, version: count);
	## What comes after that.
	global rdpeudp_data: event(c: connection, is_orig: bool, version: count, data: string);
	## Bytes under RDP's own encryption.
	global rdp_native_encrypted_data: event(c: connection, orig: bool, len: count);
	## A client asks; the cookie is often who it is.
	global rdp_connect_request: event(c: connection, cookie: string, flags: count);
	## A client asks; the cookie is often who it is.
	global rdp_connect_request: event(c: connection, cookie: string);
	## The server chose how the session is protected.
	global rdp_negotiation_response: event(c: connection, security_protocol: count, flags: count);
	## The server chose how the session is protected.
	global rdp_negotiation_response: event(c: connection, security_protocol: count);
	## The server wants nothing of what the client offered.
	global rdp_negotiation_failure: event(c: connection, failure_code: count, flags: count);
	## The server wants nothing of what the client offered.
	global rdp_negotiation_failure: event(c: connection, failure_code: count);
	## The client and its desktop.
	global rdp_client_core_data: event(c: connection, data: RDP::ClientCoreData);
	## The ciphers of the client.
	global rdp_client_security_data: event(c: connection, data: RDP::ClientSecurityData);
	## The channels that the client asks for.
	global rdp_client_network_data: event(c: connection, channels: RDP::ClientChannelList);
	## The session that the client wants to go on with.
	global rdp_client_cluster_data: event(c: connection, data: RDP::ClientClusterData);
	## Whether the server has room for the client.
	global rdp_gcc_server_create_response: event(c: connection, result: count);
	## How the session is encrypted.
	global rdp_server_security: event(c: connection, encryption_method: count, encryption_level: count);
	## The server's certificate: 1 RDP's own, 2 X.509.
	global rdp_server_certificate: event(c: connection, cert_type: count, permanently_issued: bool);
	## What comes next is encrypted.
	global rdp_begin_encryption: event(c: connection, security_protocol: count);
}
