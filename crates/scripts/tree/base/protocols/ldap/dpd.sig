# LDAP (RFC 4511, 4.1.1 and 4.2): a client begins with a sequence of a message id and a bind, which is application tag 0.
# Lengths are BER's (X.690, 8.1.3): one byte up to 127, else 0x80 plus the number of bytes that follow. Messages of a
# server are sequences too.

signature dpd_ldap_client_udp {
	ip-proto == udp
	payload /^\x30([\x00-\x7f]|\x81.|\x82..|\x83...|\x84....)\x02(\x01.|\x02..)\x60/
}

signature dpd_ldap_server_udp {
	ip-proto == udp
	payload /^\x30/
	requires-reverse-signature dpd_ldap_client_udp
	enable "LDAP_UDP"
}

signature dpd_ldap_client_tcp {
	ip-proto == tcp
	payload /^\x30([\x00-\x7f]|\x81.|\x82..|\x83...|\x84....)\x02(\x01.|\x02..)\x60/
}

signature dpd_ldap_server_tcp {
	ip-proto == tcp
	payload /^\x30/
	requires-reverse-signature dpd_ldap_client_tcp
	enable "LDAP_TCP"
}
