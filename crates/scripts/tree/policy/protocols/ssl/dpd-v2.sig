# SSLv2 by its hellos (K. Hickman, "The SSL Protocol", 1995, 1.1 and 1.2): a record's header is two bytes, the first bit
# set, or three. A few bytes say little: other protocols will be taken for it now and then, so nothing loads this by
# itself.

# SERVER-HELLO is 4, then flags for a known session and the certificate's type, version 2.
signature dpd_ssl_server {
	ip-proto == tcp
	tcp-state responder
	payload /^([\x80-\xff].|[\x00-\x7f]..)\x04[\x00\x01]{2}\x00\x02/
	requires-reverse-signature dpd_ssl_client
	enable "ssl"
}

# CLIENT-HELLO is 1, then a version: 2, or one of SSLv3 and TLS (RFC 5246, E.2).
signature dpd_ssl_client {
	ip-proto == tcp
	tcp-state originator
	payload /^([\x80-\xff].|[\x00-\x7f]..)\x01(\x00\x02|\x03[\x00-\x04])/
}
