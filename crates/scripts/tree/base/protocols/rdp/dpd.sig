# A client's cookie, or the key of its conference with one of the usual channels; then a server's answer of either kind.
signature dpd_rdp_client {
	ip-proto == tcp
	payload /.*(Cookie: mstshash\=|Duca.*(rdpdr|rdpsnd|drdynvc|cliprdr))/
	requires-reverse-signature dpd_rdp_server
	enable "rdp"
}

signature dpd_rdp_server {
	ip-proto == tcp
	payload /(.{5}\xd0|.*McDn)/
}

# A client's first datagram, which is as large as datagrams shall be.
signature dpd_rdpeudp_syn {
	ip-proto == udp
	payload-size <= 1232
	payload-size >= 1132
	payload /^\xff{4}.{2}.{1}\x01/
	enable "rdpeudp"
}
