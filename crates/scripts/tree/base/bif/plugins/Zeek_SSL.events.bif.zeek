# What the SSL part declares: events.

module GLOBAL;

export {
	## The client opens.
	global ssl_client_hello: event(c: connection, version: count, record_version: count, possible_ts: time, client_random: string, session_id: string, ciphers: index_vec, comp_methods: index_vec);
	## The server chooses.
	global ssl_server_hello: event(c: connection, version: count, record_version: count, possible_ts: time, server_random: string, session_id: string, cipher: count, comp_method: count);
	## Any extension of a hello, after the event that shows what it holds.
	global ssl_extension: event(c: connection, is_client: bool, code: count, val: string);
	## The groups of keys that a side knows.
	global ssl_extension_elliptic_curves: event(c: connection, is_client: bool, curves: index_vec);
	## How a side writes points.
	global ssl_extension_ec_point_formats: event(c: connection, is_client: bool, point_formats: index_vec);
	## The signatures that a side can check.
	global ssl_extension_signature_algorithm: event(c: connection, is_client: bool, signature_algorithms: signature_and_hashalgorithm_vec);
	## The groups of the keys that a side offers.
	global ssl_extension_key_share: event(c: connection, is_client: bool, curves: index_vec);
	## The keys that the client has already.
	global ssl_extension_pre_shared_key_client_hello: event(c: connection, is_client: bool, identities: psk_identity_vec, binders: string_vec);
	## The one that the server takes.
	global ssl_extension_pre_shared_key_server_hello: event(c: connection, is_client: bool, selected_identity: count);
	## The server's part of an elliptic key exchange.
	global ssl_ecdh_server_params: event(c: connection, curve: count, point: string);
	## The server's part of a finite-field key exchange.
	global ssl_dh_server_params: event(c: connection, p: string, q: string, Ys: string);
	## The server's signature below its part.
	global ssl_server_signature: event(c: connection, signature_and_hashalgorithm: SSL::SignatureAndHashAlgorithm, signature: string);
	## The client's part of an elliptic key exchange.
	global ssl_ecdh_client_params: event(c: connection, point: string);
	## The client's part of a finite-field key exchange.
	global ssl_dh_client_params: event(c: connection, Yc: string);
	## The secret that the client chose, encrypted for the server.
	global ssl_rsa_client_pms: event(c: connection, pms: string);
	## The protocols that may go inside.
	global ssl_extension_application_layer_protocol_negotiation: event(c: connection, is_client: bool, protocols: string_vec);
	## The names that the client wants to talk to.
	global ssl_extension_server_name: event(c: connection, is_client: bool, names: string_vec);
	## A log's promise to show the certificate (RFC 6962, 3.2).
	global ssl_extension_signed_certificate_timestamp: event(c: connection, is_client: bool, version: count, logid: string, timestamp: count, signature_and_hashalgorithm: SSL::SignatureAndHashAlgorithm, signature: string);
	## The versions that the client knows, or the one that the server takes.
	global ssl_extension_supported_versions: event(c: connection, is_client: bool, versions: index_vec);
	## How the client would use a key that both have.
	global ssl_extension_psk_key_exchange_modes: event(c: connection, is_client: bool, modes: index_vec);
	## The name of the connection in datagrams to whoever says it.
	global ssl_extension_connection_id: event(c: connection, is_client: bool, cid: string);
	## Both sides encrypt.
	global ssl_established: event(c: connection);
	## An alert. The level of one of SSLv2 is all ones.
	global ssl_alert: event(c: connection, is_client: bool, level: count, desc: count);
	## A ticket for the next connection.
	global ssl_session_ticket_handshake: event(c: connection, ticket_lifetime_hint: count, ticket: string);
	## A heartbeat in the clear.
	global ssl_heartbeat: event(c: connection, is_client: bool, length: count, heartbeat_type: count, payload_length: count, payload: string);
	## A record in the clear, after the events of what it holds.
	global ssl_plaintext_data: event(c: connection, is_client: bool, record_version: count, content_type: count, length: count);
	## An encrypted record.
	global ssl_encrypted_data: event(c: connection, is_client: bool, record_version: count, content_type: count, length: count);
	## An encrypted record of TLS 1.3 that comes before both sides encrypt.
	global ssl_probable_encrypted_handshake_message: event(c: connection, is_client: bool, length: count);
	## The certificate's state as its authority sees it, brought along by the server.
	global ssl_stapled_ocsp: event(c: connection, is_client: bool, response: string);
	## A handshake message, after the events of what it holds.
	global ssl_handshake_message: event(c: connection, is_client: bool, msg_type: count, length: count);
	## A side begins to encrypt.
	global ssl_change_cipher_spec: event(c: connection, is_client: bool);
	## The client is the responder, or is no longer.
	global ssl_connection_flipped: event(c: connection);
	## The server wants to know who the client is.
	global ssl_certificate_request: event(c: connection, is_client: bool, certificate_types: index_vec, supported_signature_algorithms: signature_and_hashalgorithm_vec, certificate_authorities: string_vec);
}
