# TLS (RFC 5246, 6.2.1 and 7.4.1; RFC 8446, 5.1 and 4.1): a record is type 22 for a handshake, version and length; the
# message in it is a hello, 1 or 2, with length and version.

signature dpd_tls_client {
  ip-proto == tcp
  tcp-state originator
  payload /^\x16\x03[\x00-\x03].{2}\x01.{3}\x03[\x00-\x03]/
  enable "ssl"
}

# An alert, type 21, may come before the hello. Drafts of TLS 1.3 count from 0x7f00.
signature dpd_tls_server {
  ip-proto == tcp
  tcp-state responder
  payload /^(\x15\x03[\x00-\x03].{4})?\x16\x03[\x00-\x03].{2}\x02.{3}(\x03[\x00-\x04]|\x7f[\x00-\x50])/
  enable "ssl"
}

# DTLS (RFC 6347, 4.1 and 4.2.2; version 0xfeff is 1.0, 0xfefd is 1.2): type, version, epoch 0, a sequence number of six
# bytes below 256, length; then a hello: length, number of the message, offset and length of the fragment, version.
signature dpd_dtls_client {
  ip-proto == udp
  payload /^\x16\xfe[\xfd\xff]\x00{2}\x00{5}..{2}\x01.{3}.{2}.{3}.{3}\xfe[\xfd\xff]/
  enable "dtls"
}
