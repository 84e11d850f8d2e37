# SSLv2 by its hellos. Two bytes and a number say little: other protocols will be taken for it now and then, which is
# why nothing loads this by itself.

signature dpd_ssl_server {
	ip-proto == tcp
	tcp-state responder
	payload /^...?\x04..\x00\x02.*/
	requires-reverse-signature dpd_ssl_client
	enable "ssl"
}

signature dpd_ssl_client {
	ip-proto == tcp
	tcp-state originator
	payload /^...?\x01[\x00\x03][\x00\x01\x02\x03\x04].*/
}
