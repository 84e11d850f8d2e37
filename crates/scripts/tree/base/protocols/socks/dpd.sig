# Version 4: a request with a user name that is not too long, and a reply. Also with the sides exchanged, for
# connections whose begin was not seen.

signature dpd_socks4_client {
	ip-proto == tcp
	tcp-state originator
	payload /^\x04[\x01\x02].{0,32}\x00/
}

signature dpd_socks4_server {
	ip-proto == tcp
	tcp-state responder
	requires-reverse-signature dpd_socks4_client
	payload /^\x00[\x5a\x5b\x5c\x5d]/
	enable "socks"
}

signature dpd_socks4_reverse_client {
	ip-proto == tcp
	tcp-state responder
	payload /^\x04[\x01\x02].{0,32}\x00/
}

signature dpd_socks4_reverse_server {
	ip-proto == tcp
	tcp-state originator
	requires-reverse-signature dpd_socks4_reverse_client
	payload /^\x00[\x5a\x5b\x5c\x5d]/
	enable "socks"
}

# Version 5: methods that are assigned, and one of them or none (0xff) as the choice.

signature dpd_socks5_client {
	ip-proto == tcp
	tcp-state originator
	payload /^\x05.[\x00\x01\x02\x03\x05\x06\x07\x08\x09]/
}

signature dpd_socks5_server {
	ip-proto == tcp
	tcp-state responder
	requires-reverse-signature dpd_socks5_client
	payload /^\x05[\x00\x01\x02\x03\x05\x06\x07\x08\x09\xff]/
	enable "socks"
}
