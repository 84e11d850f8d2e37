# A client that logs in or asks what the server can do, and a server that agrees.

signature dpd_pop3_client {
  ip-proto == tcp
  tcp-state originator
  payload /(|.*[\r\n])[[:space:]]*([uU][sS][eE][rR][[:space:]]|[aA][pP][oO][pP][[:space:]]|[cC][aA][pP][aA]|[aA][uU][tT][hH]|[sS][tT][lL][sS])/
}

signature dpd_pop3_server {
  ip-proto == tcp
  tcp-state responder
  requires-reverse-signature dpd_pop3_client
  payload /^\+OK/
  enable "pop3"
}
