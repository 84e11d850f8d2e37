# A client that says who it is, in either order, to a server that answers by numbers.

signature irc_server_reply {
  ip-proto == tcp
  tcp-state responder
  payload /^(|.*[\n\r])(:[^ \n\r]+ )?[0-9][0-9][0-9] /
}

signature irc_client1 {
  ip-proto == tcp
  tcp-state originator
  requires-reverse-signature irc_server_reply
  payload /(|.*[\r\n]) *[Uu][Ss][Ee][Rr] +.+[\n\r]+ *[Nn][Ii][Cc][Kk] +.*[\r\n]/
  enable "irc"
}

signature irc_client2 {
  ip-proto == tcp
  tcp-state originator
  requires-reverse-signature irc_server_reply
  payload /(|.*[\r\n]) *[Nn][Ii][Cc][Kk] +.+[\r\n]+ *[Uu][Ss][Ee][Rr] +.+[\r\n]/
  enable "irc"
}

# Two servers.

signature irc_server_to_server1 {
  ip-proto == tcp
  payload /(|.*[\r\n]) *[Ss][Ee][Rr][Vv][Ee][Rr] +[^ ]+ +[0-9]+ +:.+[\r\n]/
}

signature irc_server_to_server2 {
  ip-proto == tcp
  requires-reverse-signature irc_server_to_server1
  payload /(|.*[\r\n]) *[Ss][Ee][Rr][Vv][Ee][Rr] +[^ ]+ +[0-9]+ +:.+[\r\n]/
  enable "irc"
}
