# Declarations of the SSL plugin: events.

module GLOBAL;

export {
	## A client hello.
	##
	## c: The connection.
	##
	## version: The version field.
	##
	## record_version: The version of the record.
	##
	## possible_ts: The first four random bytes as a time.
	##
	## client_random: The other random bytes.
	##
	## session_id: The session to resume; may be empty.
	##
	## ciphers: Cipher suites by number, preferred ones first.
	##
	## comp_methods: Methods of compression by number.
	global ssl_client_hello: event(c: connection, version: count, record_version: count, possible_ts: time, client_random: string, session_id: string, ciphers: index_vec, comp_methods: index_vec);

	## A server hello.
	##
	## c: The connection.
	##
	## version: The version field; for TLS 1.3 see ssl_extension_supported_versions.
	##
	## record_version: The version of the record.
	##
	## possible_ts: The first four random bytes as a time.
	##
	## server_random: The other random bytes.
	##
	## session_id: The session.
	##
	## cipher: The cipher suite.
	##
	## comp_method: The method of compression.
	global ssl_server_hello: event(c: connection, version: count, record_version: count, possible_ts: time, server_random: string, session_id: string, cipher: count, comp_method: count);

	## An extension of a hello, after its specific event if it has one.
	##
	## c: The connection.
	##
	## is_client: True if the client sent it.
	##
	## code: Its number.
	##
	## val: Its content.
	global ssl_extension: event(c: connection, is_client: bool, code: count, val: string);

	## The groups that a side supports (RFC 8422, 8446).
	##
	## c: The connection.
	##
	## is_client: True if the client sent it.
	##
	## curves: Their numbers, the preferred first.
	global ssl_extension_elliptic_curves: event(c: connection, is_client: bool, curves: index_vec);

	## The elliptic curve point formats that a side supports (RFC 8422).
	##
	## c: The connection.
	##
	## is_client: True if the client sent it.
	##
	## point_formats: Their numbers.
	global ssl_extension_ec_point_formats: event(c: connection, is_client: bool, point_formats: index_vec);

	## The signature algorithms that a side supports.
	##
	## c: The connection.
	##
	## is_client: True if the client sent it.
	##
	## signature_algorithms: Digests and algorithms.
	global ssl_extension_signature_algorithm: event(c: connection, is_client: bool, signature_algorithms: signature_and_hashalgorithm_vec);

	## The groups for which a side sends a key (RFC 8446).
	##
	## c: The connection.
	##
	## is_client: True if the client sent it.
	##
	## curves: Their numbers.
	global ssl_extension_key_share: event(c: connection, is_client: bool, curves: index_vec);

	## Pre-shared keys that a client offers (RFC 8446).
	##
	## c: The connection.
	##
	## is_client: True if the client sent it.
	##
	## identities: Their names.
	##
	## binders: The proof for each.
	global ssl_extension_pre_shared_key_client_hello: event(c: connection, is_client: bool, identities: psk_identity_vec, binders: string_vec);

	## The pre-shared key that a server chose.
	##
	## c: The connection.
	##
	## is_client: True if the client sent it.
	##
	## selected_identity: Its index, from 0.
	global ssl_extension_pre_shared_key_server_hello: event(c: connection, is_client: bool, selected_identity: count);

	## A server's part of a key exchange by elliptic curves.
	##
	## c: The connection.
	##
	## curve: The group.
	##
	## point: The point.
	global ssl_ecdh_server_params: event(c: connection, curve: count, point: string);

	## A server's part of a Diffie-Hellman key exchange.
	##
	## c: The connection.
	##
	## p: The prime.
	##
	## q: The generator.
	##
	## Ys: The public value.
	global ssl_dh_server_params: event(c: connection, p: string, q: string, Ys: string);

	## The signature of a server's part of a key exchange.
	##
	## c: The connection.
	##
	## signature_and_hashalgorithm: The algorithms of digest and signature.
	##
	## signature: The signature.
	global ssl_server_signature: event(c: connection, signature_and_hashalgorithm: SSL::SignatureAndHashAlgorithm, signature: string);

	## A client's part of a key exchange by elliptic curves.
	##
	## c: The connection.
	##
	## point: The point.
	global ssl_ecdh_client_params: event(c: connection, point: string);

	## A client's part of a Diffie-Hellman key exchange.
	##
	## c: The connection.
	##
	## Yc: The public value.
	global ssl_dh_client_params: event(c: connection, Yc: string);

	## The secret of a key exchange by RSA.
	##
	## c: The connection.
	##
	## pms: The secret, encrypted for the server.
	global ssl_rsa_client_pms: event(c: connection, pms: string);

	## The application protocols offered or chosen (ALPN, RFC 7301).
	##
	## c: The connection.
	##
	## is_client: True if the client sent it.
	##
	## protocols: Their names, such as ``h2``.
	global ssl_extension_application_layer_protocol_negotiation: event(c: connection, is_client: bool, protocols: string_vec);

	## The server name that a client requests (SNI, RFC 6066).
	##
	## c: The connection.
	##
	## is_client: True if the client sent it.
	##
	## names: The names.
	global ssl_extension_server_name: event(c: connection, is_client: bool, names: string_vec);

	## A signed certificate timestamp: a log's promise to publish a certificate (RFC 6962).
	##
	## c: The connection.
	##
	## is_client: True if the client sent it.
	##
	## version: Its version, 0.
	##
	## logid: The log, 32 bytes.
	##
	## timestamp: When it was given, in milliseconds since 1970.
	##
	## signature_and_hashalgorithm: The algorithms of digest and signature.
	##
	## signature: The signature.
	global ssl_extension_signed_certificate_timestamp: event(c: connection, is_client: bool, version: count, logid: string, timestamp: count, signature_and_hashalgorithm: SSL::SignatureAndHashAlgorithm, signature: string);

	## The versions that a client supports, or the one that the server chose (RFC 8446).
	##
	## c: The connection.
	##
	## is_client: True if the client sent it.
	##
	## versions: Their numbers.
	global ssl_extension_supported_versions: event(c: connection, is_client: bool, versions: index_vec);

	## The key exchange modes that a client supports with pre-shared keys (RFC 8446).
	##
	## c: The connection.
	##
	## is_client: True if the client sent it.
	##
	## modes: 0 for the key alone, 1 with a Diffie-Hellman exchange.
	global ssl_extension_psk_key_exchange_modes: event(c: connection, is_client: bool, modes: index_vec);

	## A DTLS connection id (RFC 9146).
	##
	## c: The connection.
	##
	## is_client: True if the client sent it.
	##
	## cid: The id.
	global ssl_extension_connection_id: event(c: connection, is_client: bool, cid: string);

	## Both sides of TLS encrypt: the handshake has succeeded.
	##
	## c: The connection.
	global ssl_established: event(c: connection);

	## An alert of TLS in the clear.
	##
	## c: The connection.
	##
	## is_client: True if the client sent it.
	##
	## level: 1 warning, 2 fatal.
	##
	## desc: The alert's number.
	global ssl_alert: event(c: connection, is_client: bool, level: count, desc: count);

	## A session ticket, for resuming the session later (RFC 5077).
	##
	## c: The connection.
	##
	## ticket_lifetime_hint: How long it is valid, in seconds.
	##
	## ticket: The ticket.
	global ssl_session_ticket_handshake: event(c: connection, ticket_lifetime_hint: count, ticket: string);

	## A heartbeat in the clear (RFC 6520).
	##
	## c: The connection.
	##
	## is_client: True if the client sent it.
	##
	## length: The bytes of the record.
	##
	## heartbeat_type: 1 request, 2 response.
	##
	## payload_length: The stated payload length; more than the actual length indicates Heartbleed.
	##
	## payload: Its payload.
	global ssl_heartbeat: event(c: connection, is_client: bool, length: count, heartbeat_type: count, payload_length: count, payload: string);

	## An unencrypted record, after the events for its content.
	##
	## c: The connection.
	##
	## is_client: True if the client sent it.
	##
	## record_version: The version of the record.
	##
	## content_type: Its type: 20 change cipher spec, 21 alert, 22 handshake, 23 data.
	##
	## length: The bytes of the record.
	global ssl_plaintext_data: event(c: connection, is_client: bool, record_version: count, content_type: count, length: count);

	## An encrypted record. Handlers run often.
	##
	## c: The connection.
	##
	## is_client: True if the client sent it.
	##
	## record_version: The version of the record.
	##
	## content_type: The stated content type.
	##
	## length: The bytes of the record.
	global ssl_encrypted_data: event(c: connection, is_client: bool, record_version: count, content_type: count, length: count);

	## An encrypted record of TLS 1.3 that is probably part of the handshake.
	##
	## c: The connection.
	##
	## is_client: True if the client sent it.
	##
	## length: Its bytes.
	global ssl_probable_encrypted_handshake_message: event(c: connection, is_client: bool, length: count);

	## The status of a server's certificate, stapled by the server (RFC 6066).
	##
	## c: The connection.
	##
	## is_client: True if the client sent it.
	##
	## response: The OCSP response in DER.
	global ssl_stapled_ocsp: event(c: connection, is_client: bool, response: string);

	## A handshake message, after the events for its content.
	##
	## c: The connection.
	##
	## is_client: True if the client sent it.
	##
	## msg_type: Its kind.
	##
	## length: Its bytes.
	global ssl_handshake_message: event(c: connection, is_client: bool, msg_type: count, length: count);

	## A side announces that it encrypts from here on (change cipher spec).
	##
	## c: The connection.
	##
	## is_client: True if the client sent it.
	global ssl_change_cipher_spec: event(c: connection, is_client: bool);

	## A hello shows that the TLS client is the connection's responder.
	##
	## c: The connection.
	global ssl_connection_flipped: event(c: connection);

	## A server requests a client certificate.
	##
	## c: The connection.
	##
	## is_client: True if the client sent it.
	##
	## certificate_types: Kinds of certificates.
	##
	## supported_signature_algorithms: Digests and algorithms.
	##
	## certificate_authorities: Names of authorities in DER.
	global ssl_certificate_request: event(c: connection, is_client: bool, certificate_types: index_vec, supported_signature_algorithms: signature_and_hashalgorithm_vec, certificate_authorities: string_vec);
}
