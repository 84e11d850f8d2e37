# A client that says hello to a server that has greeted.

signature dpd_smtp_client {
  ip-proto == tcp
  tcp-state originator
  requires-reverse-signature dpd_smtp_server
  payload /(|.*[\n\r])[[:space:]]*([hH][eE][lL][oO]|[eE][hH][lL][oO])/
  enable "smtp"
}

signature dpd_smtp_server {
  ip-proto == tcp
  tcp-state responder
  payload /^[[:space:]]*220[[:space:]-]/
}
