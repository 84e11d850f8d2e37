# The cookie that tells DHCP's options from BOOTP's.
signature dhcp_cookie {
	ip-proto == udp
	payload /^.{236}\x63\x82\x53\x63/
	enable "dhcp"
}
