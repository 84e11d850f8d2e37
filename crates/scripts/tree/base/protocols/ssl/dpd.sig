# TLS by its hellos. The server's may come behind an alert.

signature dpd_tls_client {
  ip-proto == tcp
  tcp-state originator
  payload /^\x16\x03[\x00-\x03]..\x01...\x03[\x00-\x03].*/
  enable "ssl"
}

signature dpd_tls_server {
  ip-proto == tcp
  tcp-state responder
  payload /^(\x15\x03[\x00-\x03]....)?\x16\x03[\x00-\x03]..\x02...((\x03[\x00-\x04])|(\x7f[\x00-\x50])).*/
  enable "ssl"
}

# The first record of a connection: epoch and most of the sequence number are 0.
signature dpd_dtls_client {
  ip-proto == udp
  payload /^\x16\xfe[\xff\xfd]\x00\x00\x00\x00\x00\x00\x00...\x01...........\xfe[\xff\xfd].*/
  enable "dtls"
}
