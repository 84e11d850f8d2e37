# XMPP (RFC 6120, 4.7 and 4.8): an optional XML declaration, then the tag that opens a stream, whose content belongs to one
# of the namespaces that begin with jabber:. XML quotes attributes either way.

signature dpd_xmpp {
	ip-proto == tcp
	payload /^(<\?xml [^>]*>)?[ \t\r\n]*<stream:stream [^>]*xmlns=['"]jabber:/
	enable "xmpp"
}
