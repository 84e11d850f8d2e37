# SSH by the first lines of both sides.

signature dpd_ssh_server {
  ip-proto == tcp
  tcp-state responder
  payload /^[sS][sS][hH]-[12]\./
}

signature dpd_ssh_client {
  ip-proto == tcp
  tcp-state originator
  payload /^[sS][sS][hH]-[12]\./
  requires-reverse-signature dpd_ssh_server
  enable "ssh"
}
