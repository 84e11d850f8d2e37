# SMTP (RFC 5321).

# A client says EHLO or HELO (4.1.1.1).
signature dpd_smtp_client {
  ip-proto == tcp
  tcp-state originator
  requires-reverse-signature dpd_smtp_server
  payload /(.*[\r\n])?[ \t\r\n]*(ehlo|helo)/i
  enable "smtp"
}

# A server greets by 220, with a hyphen if further lines follow (4.2.1, 4.3.2).
signature dpd_smtp_server {
  ip-proto == tcp
  tcp-state responder
  payload /[ \t\r\n]*220[- \t\r\n]/
}
