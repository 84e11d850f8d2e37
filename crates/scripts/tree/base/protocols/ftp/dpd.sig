# FTP (RFC 959).

# A client logs in by USER (4.1.1).
signature dpd_ftp_client {
  ip-proto == tcp
  tcp-state originator
  payload /(.*[\r\n])? *user /i
}

# A server greets by 120 or 220 and answers USER by 230, 331 or 332 (5.4).
signature dpd_ftp_server {
  ip-proto == tcp
  tcp-state responder
  requires-reverse-signature dpd_ftp_client
  payload /[ \r\n]*[12]20[^0-9].*[\r\n] *(230|33[12])[^0-9]/
  enable "ftp"
}
