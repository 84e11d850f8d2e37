# RFB (RFC 6143, 7.1.1): both sides say their version first, the server before the client.

signature dpd_rfb_client {
	ip-proto == tcp
	tcp-state originator
	payload /^RFB/
}

signature dpd_rfb_server {
	ip-proto == tcp
	tcp-state responder
	requires-reverse-signature dpd_rfb_client
	payload /^RFB/
	enable "rfb"
}
