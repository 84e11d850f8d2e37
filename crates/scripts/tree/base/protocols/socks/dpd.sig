# SOCKS 4 (Y.-D. Lee, "SOCKS: A protocol for TCP proxy across firewalls"): a request is version, command (connect or bind),
# port, address, user and a zero; a reply is a zero, a result from 90 to 93, port and address. Users here are as long as
# user names are. Version 4A puts an address 0.0.0.x where the name follows. Also with the sides exchanged, for
# connections whose beginning was not seen.

signature dpd_socks4_client {
	ip-proto == tcp
	tcp-state originator
	payload /^\x04[\x01\x02].{6}[^\x00]{0,32}\x00/
}

signature dpd_socks4_server {
	ip-proto == tcp
	tcp-state responder
	requires-reverse-signature dpd_socks4_client
	payload /^\x00[\x5a-\x5d]/
	enable "socks"
}

signature dpd_socks4_reverse_client {
	ip-proto == tcp
	tcp-state responder
	payload /^\x04[\x01\x02].{6}[^\x00]{0,32}\x00/
}

signature dpd_socks4_reverse_server {
	ip-proto == tcp
	tcp-state originator
	requires-reverse-signature dpd_socks4_reverse_client
	payload /^\x00[\x5a-\x5d]/
	enable "socks"
}

# SOCKS 5 (RFC 1928, 3; methods: IANA, "SOCKS Methods"): a client offers at least one method that is assigned, and the
# server takes one, or 0xff for none.

signature dpd_socks5_client {
	ip-proto == tcp
	tcp-state originator
	payload /^\x05[\x01-\xff][\x00-\x03\x05-\x09]/
}

signature dpd_socks5_server {
	ip-proto == tcp
	tcp-state responder
	requires-reverse-signature dpd_socks5_client
	payload /^\x05[\x00-\x03\x05-\x09\xff]/
	enable "socks"
}
