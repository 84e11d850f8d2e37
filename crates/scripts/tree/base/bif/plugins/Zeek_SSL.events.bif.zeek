# What the SSL part declares: events.

module GLOBAL;

export {
	global ssl_client_hello: event(c: connection, version: count, record_version: count, possible_ts: time, client_random: string, session_id: string, ciphers: index_vec, comp_methods: index_vec);
	global ssl_server_hello: event(c: connection, version: count, record_version: count, possible_ts: time, server_random: string, session_id: string, cipher: count, comp_method: count);
	global ssl_extension: event(c: connection, is_client: bool, code: count, val: string);
	global ssl_extension_elliptic_curves: event(c: connection, is_client: bool, curves: index_vec);
	global ssl_extension_ec_point_formats: event(c: connection, is_client: bool, point_formats: index_vec);
	global ssl_extension_signature_algorithm: event(c: connection, is_client: bool, signature_algorithms: signature_and_hashalgorithm_vec);
	global ssl_extension_key_share: event(c: connection, is_client: bool, curves: index_vec);
	global ssl_extension_pre_shared_key_client_hello: event(c: connection, is_client: bool, identities: psk_identity_vec, binders: string_vec);
	global ssl_extension_pre_shared_key_server_hello: event(c: connection, is_client: bool, selected_identity: count);
	global ssl_ecdh_server_params: event(c: connection, curve: count, point: string);
	global ssl_dh_server_params: event(c: connection, p: string, q: string, Ys: string);
	global ssl_server_signature: event(c: connection, signature_and_hashalgorithm: SSL::SignatureAndHashAlgorithm, signature: string);
	global ssl_ecdh_client_params: event(c: connection, point: string);
	global ssl_dh_client_params: event(c: connection, Yc: string);
	global ssl_rsa_client_pms: event(c: connection, pms: string);
	global ssl_extension_application_layer_protocol_negotiation: event(c: connection, is_client: bool, protocols: string_vec);
	global ssl_extension_server_name: event(c: connection, is_client: bool, names: string_vec);
	global ssl_extension_signed_certificate_timestamp: event(c: connection, is_client: bool, version: count, logid: string, timestamp: count, signature_and_hashalgorithm: SSL::SignatureAndHashAlgorithm, signature: string);
	global ssl_extension_supported_versions: event(c: connection, is_client: bool, versions: index_vec);
	global ssl_extension_psk_key_exchange_modes: event(c: connection, is_client: bool, modes: index_vec);
	global ssl_extension_connection_id: event(c: connection, is_client: bool, cid: string);
	global ssl_established: event(c: connection);
	global ssl_alert: event(c: connection, is_client: bool, level: count, desc: count);
	global ssl_session_ticket_handshake: event(c: connection, ticket_lifetime_hint: count, ticket: string);
	global ssl_heartbeat: event(c: connection, is_client: bool, length: count, heartbeat_type: count, payload_length: count, payload: string);
	global ssl_plaintext_data: event(c: connection, is_client: bool, record_version: count, content_type: count, length: count);
	global ssl_encrypted_data: event(c: connection, is_client: bool, record_version: count, content_type: count, length: count);
	global ssl_probable_encrypted_handshake_message: event(c: connection, is_client: bool, length: count);
	global ssl_stapled_ocsp: event(c: connection, is_client: bool, response: string);
	global ssl_handshake_message: event(c: connection, is_client: bool, msg_type: count, length: count);
	global ssl_change_cipher_spec: event(c: connection, is_client: bool);
	global ssl_connection_flipped: event(c: connection);
	global ssl_certificate_request: event(c: connection, is_client: bool, certificate_types: index_vec, supported_signature_algorithms: signature_and_hashalgorithm_vec, certificate_authorities: string_vec);
}
