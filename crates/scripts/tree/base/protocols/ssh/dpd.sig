# SSH (RFC 4253, 4.2): both sides begin with SSH-, the version of the protocol, and a dash.

signature dpd_ssh_server {
  ip-proto == tcp
  tcp-state responder
  payload /ssh-[12]\.[0-9]+/i
}

signature dpd_ssh_client {
  ip-proto == tcp
  tcp-state originator
  payload /ssh-[12]\.[0-9]+/i
  requires-reverse-signature dpd_ssh_server
  enable "ssh"
}
