# IRC (RFC 2812): a message is an optional prefix, a command of letters or three digits, and parameters (2.3.1). Payloads
# may begin in the middle of a connection, so a message may stand behind other lines.

# Replies are numbers (2.4).
signature irc_server_reply {
  ip-proto == tcp
  tcp-state responder
  payload /(.*[\r\n])?(:[^ \r\n]+ )?[0-9]{3} /
}

# A client registers by NICK and USER (3.1), in either order.
signature irc_client1 {
  ip-proto == tcp
  tcp-state originator
  requires-reverse-signature irc_server_reply
  payload /(.*[\r\n])? *user +[^\r\n]+[\r\n]+ *nick +[^\r\n]*[\r\n]/i
  enable "irc"
}

signature irc_client2 {
  ip-proto == tcp
  tcp-state originator
  requires-reverse-signature irc_server_reply
  payload /(.*[\r\n])? *nick +[^\r\n]+[\r\n]+ *user +[^\r\n]+[\r\n]/i
  enable "irc"
}

# Servers register by SERVER with name, hop count, perhaps a token, and text (RFC 1459, 4.1.4; RFC 2813, 4.1.2).

signature irc_server_to_server1 {
  ip-proto == tcp
  payload /(.*[\r\n])? *server +[^ \r\n]+ +[0-9]+ +([0-9]+ +)?:[^\r\n]+[\r\n]/i
}

signature irc_server_to_server2 {
  ip-proto == tcp
  requires-reverse-signature irc_server_to_server1
  payload /(.*[\r\n])? *server +[^ \r\n]+ +[0-9]+ +([0-9]+ +)?:[^\r\n]+[\r\n]/i
  enable "irc"
}
