# Declarations of the RDP plugin: events.

module GLOBAL;

export {
	## An RDP over UDP client sends a SYN.
	##
	## c: The connection.
	global rdpeudp_syn: event(c: connection);

	## An RDP over UDP server answers with a SYN-ACK.
	##
	## c: The connection.
	global rdpeudp_synack: event(c: connection);

	## The handshake of RDP over UDP is complete.
	##
	## c: The connection.
	##
	## version: The version: 1 or 2.
	global rdpeudp_established: event(c: connection, version: count);

	## Data of RDP over UDP.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## version: The version: 1 or 2.
	##
	## data: The data.
	global rdpeudp_data: event(c: connection, is_orig: bool, version: count, data: string);

	## Data in RDP's own encryption.
	##
	## c: The connection.
	##
	## orig: True if the originator sent it.
	##
	## len: Its bytes.
	global rdp_native_encrypted_data: event(c: connection, orig: bool, len: count);

	## A client's connection request.
	##
	## c: The connection.
	##
	## cookie: A token, often with the user's name.
	##
	## flags: The requested protocols.
	global rdp_connect_request: event(c: connection, cookie: string, flags: count);

	## A client's connection request.
	##
	## c: The connection.
	##
	## cookie: A token, often with the user's name.
	global rdp_connect_request: event(c: connection, cookie: string);

	## A server selects the security protocol.
	##
	## c: The connection.
	##
	## security_protocol: 0 RDP's own, 1 TLS, 2 CredSSP and others.
	##
	## flags: The server's flags.
	global rdp_negotiation_response: event(c: connection, security_protocol: count, flags: count);

	## A server selects the security protocol.
	##
	## c: The connection.
	##
	## security_protocol: 0 RDP's own, 1 TLS, 2 CredSSP and others.
	global rdp_negotiation_response: event(c: connection, security_protocol: count);

	## A server rejects the requested security protocols.
	##
	## c: The connection.
	##
	## failure_code: The reason.
	##
	## flags: Flags of the answer.
	global rdp_negotiation_failure: event(c: connection, failure_code: count, flags: count);

	## A server rejects the requested security protocols.
	##
	## c: The connection.
	##
	## failure_code: The reason.
	global rdp_negotiation_failure: event(c: connection, failure_code: count);

	## A client's core data.
	##
	## c: The connection.
	##
	## data: Version, keyboard, screen and name.
	global rdp_client_core_data: event(c: connection, data: RDP::ClientCoreData);

	## The encryption methods that a client supports.
	##
	## c: The connection.
	##
	## data: The methods.
	global rdp_client_security_data: event(c: connection, data: RDP::ClientSecurityData);

	## The channels that a client requests.
	##
	## c: The connection.
	##
	## channels: The channels.
	global rdp_client_network_data: event(c: connection, channels: RDP::ClientChannelList);

	## A client's cluster data, about redirection.
	##
	## c: The connection.
	##
	## data: Flags and session.
	global rdp_client_cluster_data: event(c: connection, data: RDP::ClientClusterData);

	## A server's answer to the connection of a conference.
	##
	## c: The connection.
	##
	## result: The result; 0 for success.
	global rdp_gcc_server_create_response: event(c: connection, result: count);

	## The encryption that a server chose.
	##
	## c: The connection.
	##
	## encryption_method: The method.
	##
	## encryption_level: The level.
	global rdp_server_security: event(c: connection, encryption_method: count, encryption_level: count);

	## A certificate of a server.
	##
	## c: The connection.
	##
	## cert_type: 1 for a proprietary certificate, 2 for X.509.
	##
	## permanently_issued: True if it is not temporary.
	global rdp_server_certificate: event(c: connection, cert_type: count, permanently_issued: bool);

	## From here on the connection is encrypted.
	##
	## c: The connection.
	##
	## security_protocol: The security protocol.
	global rdp_begin_encryption: event(c: connection, security_protocol: count);
}
