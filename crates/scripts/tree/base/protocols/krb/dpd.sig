# Kerberos (RFC 4120, 5.4 and 5.9): a message's application tag (10 and 12 are requests, 11 and 13 replies, 30 is an
# error), then a sequence of version 5, an INTEGER in a tag of its own, and the type, which is the tag's number again.
# Lengths are DER's (X.690, 8.1.3): one byte up to 127, else 0x80 plus the number of bytes that follow. Over TCP the
# message's length stands before it (7.2.2).

signature dpd_krb_udp_requests {
	ip-proto == udp
	payload /[\x6a\x6c]([\x00-\x7f]|\x81.|\x82..|\x83...)\x30([\x00-\x7f]|\x81.|\x82..|\x83...)\xa1\x03\x02\x01\x05\xa2\x03\x02\x01[\x0a\x0c]/
	enable "krb"
}

signature dpd_krb_udp_replies {
	ip-proto == udp
	payload /[\x6b\x6d\x7e]([\x00-\x7f]|\x81.|\x82..|\x83...)\x30([\x00-\x7f]|\x81.|\x82..|\x83...)\xa0\x03\x02\x01\x05\xa1\x03\x02\x01[\x0b\x0d\x1e]/
	enable "krb"
}

signature dpd_krb_tcp_requests {
	ip-proto == tcp
	payload /[\x00-\x7f]...[\x6a\x6c]([\x00-\x7f]|\x81.|\x82..|\x83...)\x30([\x00-\x7f]|\x81.|\x82..|\x83...)\xa1\x03\x02\x01\x05\xa2\x03\x02\x01[\x0a\x0c]/
	enable "krb_tcp"
}

signature dpd_krb_tcp_replies {
	ip-proto == tcp
	payload /[\x00-\x7f]...[\x6b\x6d\x7e]([\x00-\x7f]|\x81.|\x82..|\x83...)\x30([\x00-\x7f]|\x81.|\x82..|\x83...)\xa0\x03\x02\x01\x05\xa1\x03\x02\x01[\x0b\x0d\x1e]/
	enable "krb_tcp"
}
