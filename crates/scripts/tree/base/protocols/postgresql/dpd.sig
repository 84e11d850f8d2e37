# A client asks for TLS, and the server says yes or no.
signature dpd_postgresql_client_sslrequest {
	ip-proto == tcp
	payload /^\x00\x00\x00\x08\x04\xd2\x16\x2f/
}

signature dpd_postgresql_server_ssl_confirm {
	requires-reverse-signature dpd_postgresql_client_sslrequest
	payload /^[SN]/
	enable "PostgreSQL"
}

# A client begins with version 3 and a user, and the server answers with a message that is not long.
signature dpd_postgresql_client_startup_3_x {
	ip-proto == tcp
	payload /^....\x00\x03\x00.{0,256}user\x00/
}

signature dpd_postgresql_server_any_response {
	requires-reverse-signature dpd_postgresql_client_startup_3_x
	payload /^[a-zA-Z0-9]\x00\x00../
	enable "PostgreSQL"
}
