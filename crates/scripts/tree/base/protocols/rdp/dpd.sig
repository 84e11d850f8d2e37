# Remote Desktop. A client's first message has a cookie or a routing token (MS-RDPBCGR, 2.2.1.1); its Connect Initial has
# the key Duca of H.221 and then the names of channels (MS-RDPBCGR, 2.2.1.3; T.124, 8.7).
signature dpd_rdp_client {
	ip-proto == tcp
	payload /.*(Cookie: msts(hash)?=|Duca.*(cliprdr|drdynvc|rdpdr|rdpsnd))/
	requires-reverse-signature dpd_rdp_server
	enable "rdp"
}

# A server answers by X.224's Connection Confirm, or by a Connect Response with the key McDn (MS-RDPBCGR, 2.2.1.2, 2.2.1.4).
signature dpd_rdp_server {
	ip-proto == tcp
	payload /(.{5}\xd0|.*McDn)/
}

# The first datagram of a connection (MS-RDPEUDP, 2.2.2.1 and 3.1.5.1.1): no sequence number to acknowledge, a window, the
# flag SYN, maybe with SYNLOSSY, CORRELATION_ID and SYNEX, and zeros up to the largest datagram that shall be used.
signature dpd_rdpeudp_syn {
	ip-proto == udp
	payload-size <= 1232
	payload-size >= 1132
	payload /^\xff\xff\xff\xff..[\x00\x02\x04\x06\x10\x12\x14\x16]\x01/
	enable "rdpeudp"
}
