# Each side is found by itself: one of them may have sent more than is looked at before the other speaks.

# A request: one of the methods (RFC 9110, WebDAV, calendars, Exchange, RPC over HTTP), maybe behind blanks.
signature dpd_http_client {
	ip-proto == tcp
	tcp-state originator
	payload /^[[:space:]]*(GET|HEAD|POST|PUT|DELETE|CONNECT|OPTIONS|TRACE|PATCH|PROPFIND|PROPPATCH|MKCOL|COPY|MOVE|LOCK|UNLOCK|VERSION-CONTROL|REPORT|CHECKOUT|CHECKIN|UNCHECKOUT|MKWORKSPACE|UPDATE|LABEL|MERGE|BASELINE-CONTROL|MKACTIVITY|ORDERPATCH|ACL|SEARCH|BCOPY|BDELETE|BMOVE|BPROPFIND|BPROPPATCH|NOTIFY|POLL|SUBSCRIBE|UNSUBSCRIBE|X-MS-ENUMATTS|RPC_OUT_DATA|RPC_IN_DATA)[[:space:]]*/
	enable "http"
}

# A status line.
signature dpd_http_server {
	ip-proto == tcp
	tcp-state responder
	payload /^[hH][tT][tT][pP]\/[0-9]/
	enable "http"
}
