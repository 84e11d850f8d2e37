# Each side is found by itself: one of them may have sent more than is looked at before the other speaks.

# A request begins with a method (RFC 9112, 3), maybe behind white space. Methods are those of RFC 9110 (9.3) and RFC 5789,
# of WebDAV and its extensions (RFC 4918, 3253, 3648, 3744, 5323), of Exchange (MS-WDV) and of RPC over HTTP (MS-RPCH).
signature dpd_http_client {
	ip-proto == tcp
	tcp-state originator
	payload /[[:space:]]*(GET|HEAD|POST|PUT|DELETE|CONNECT|OPTIONS|TRACE|PATCH|B?(COPY|DELETE|MOVE|PROPFIND|PROPPATCH)|MKCOL|(UN)?LOCK|VERSION-CONTROL|REPORT|CHECKIN|(UN)?CHECKOUT|MKWORKSPACE|UPDATE|LABEL|MERGE|BASELINE-CONTROL|MKACTIVITY|ORDERPATCH|ACL|SEARCH|NOTIFY|POLL|(UN)?SUBSCRIBE|X-MS-ENUMATTS|RPC_(IN|OUT)_DATA)/
	enable "http"
}

# A reply begins with the version (RFC 9112, 4).
signature dpd_http_server {
	ip-proto == tcp
	tcp-state responder
	payload /http\/[0-9]/i
	enable "http"
}
