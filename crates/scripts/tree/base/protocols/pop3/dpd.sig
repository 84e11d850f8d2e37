# POP3 (RFC 1939).

# A client logs in by USER, APOP (7) or AUTH (RFC 5034, 4), or asks for capabilities (RFC 2449, 5) or TLS (RFC 2595, 4).
signature dpd_pop3_client {
  ip-proto == tcp
  tcp-state originator
  payload /(.*[\r\n])?[ \t\r\n]*((user|apop)[ \t\r\n]|auth|capa|stls)/i
}

# A server greets and agrees by +OK (3).
signature dpd_pop3_server {
  ip-proto == tcp
  tcp-state responder
  requires-reverse-signature dpd_pop3_client
  payload /^\+OK/
  enable "pop3"
}
