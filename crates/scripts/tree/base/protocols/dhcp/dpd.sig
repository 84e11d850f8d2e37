# DHCP (RFC 2131, 2 and 3): a request (1) or a reply (2), 235 bytes of BOOTP's fields, and the magic cookie 99.130.83.99.
signature dhcp_cookie {
	ip-proto == udp
	payload /^[\x01\x02].{235}\x63\x82\x53\x63/
	enable "dhcp"
}
