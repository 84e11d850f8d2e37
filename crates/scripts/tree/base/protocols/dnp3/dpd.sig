# DNP3 (IEEE 1815, 9.2.1): each frame of the link layer begins with the bytes 0x05 and 0x64. Over TCP, the outstation's
# side decides.
signature dpd_dnp3_server {
	ip-proto == tcp
	payload /\x05\x64/
	tcp-state responder
	enable "dnp3_tcp"
}

signature dpd_dnp3_server_udp {
	ip-proto == udp
	payload /\x05\x64/
	enable "dnp3_udp"
}
