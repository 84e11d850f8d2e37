# Both sides say their version first.

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
