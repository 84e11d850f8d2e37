# PostgreSQL's frontend/backend protocol, version 3 (its documentation, "Message Formats" and "Message Flow").

# A client asks for TLS by an SSLRequest, length 8 and code 80877103, and the server says yes or no in a byte.
signature dpd_postgresql_client_sslrequest {
	ip-proto == tcp
	payload /^\x00{3}\x08\x04\xd2\x16\x2f/
}

signature dpd_postgresql_server_ssl_confirm {
	requires-reverse-signature dpd_postgresql_client_sslrequest
	payload /^[SN]/
	enable "PostgreSQL"
}

# A StartupMessage has its length, the version in two numbers of two bytes, and parameters, of which the user is required.
# The server answers by a message, a type and a length, that asks for authentication (R), is an error (E), a notice (N),
# or offers another version (v).
signature dpd_postgresql_client_startup_3_x {
	ip-proto == tcp
	payload /^.{4}\x00\x03\x00.(.{0,255}\x00)?user\x00/
}

signature dpd_postgresql_server_any_response {
	requires-reverse-signature dpd_postgresql_client_startup_3_x
	payload /^[ENRv]\x00{2}../
	enable "PostgreSQL"
}
