# What the RDP part declares: events.

module GLOBAL;

export {
	global rdpeudp_syn: event(c: connection);
	global rdpeudp_synack: event(c: connection);
	global rdpeudp_established: event(c: connection, version: count);
	global rdpeudp_data: event(c: connection, is_orig: bool, version: count, data: string);
	global rdp_native_encrypted_data: event(c: connection, orig: bool, len: count);
	global rdp_connect_request: event(c: connection, cookie: string, flags: count);
	global rdp_connect_request: event(c: connection, cookie: string);
	global rdp_negotiation_response: event(c: connection, security_protocol: count, flags: count);
	global rdp_negotiation_response: event(c: connection, security_protocol: count);
	global rdp_negotiation_failure: event(c: connection, failure_code: count, flags: count);
	global rdp_negotiation_failure: event(c: connection, failure_code: count);
	global rdp_client_core_data: event(c: connection, data: RDP::ClientCoreData);
	global rdp_client_security_data: event(c: connection, data: RDP::ClientSecurityData);
	global rdp_client_network_data: event(c: connection, channels: RDP::ClientChannelList);
	global rdp_client_cluster_data: event(c: connection, data: RDP::ClientClusterData);
	global rdp_gcc_server_create_response: event(c: connection, result: count);
	global rdp_server_security: event(c: connection, encryption_method: count, encryption_level: count);
	global rdp_server_certificate: event(c: connection, cert_type: count, permanently_issued: bool);
	global rdp_begin_encryption: event(c: connection, security_protocol: count);
}
