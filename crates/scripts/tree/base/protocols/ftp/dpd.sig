# A client that logs in, and a server that greets and asks for the password or lets it in.

signature dpd_ftp_client {
  ip-proto == tcp
  tcp-state originator
  payload /(|.*[\n\r]) *[uU][sS][eE][rR] /
}

signature dpd_ftp_server {
  ip-proto == tcp
  tcp-state responder
  requires-reverse-signature dpd_ftp_client
  payload /[\n\r ]*(120|220)[^0-9].*[\n\r] *(230|331)[^0-9]/
  enable "ftp"
}
