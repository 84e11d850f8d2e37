# Hosts, referrers and software in the headers of HTTP requests.

@load base/frameworks/intel
@load base/utils/addrs
@load ./report
@load ./where-locations

module Intel;

# Returns the host of a Host header (RFC 9110, 7.2) without its port.
function host_of(value: string): string
	{
	return sub(value, /:[0-9]+$/, "");
	}

function address_seen(c: connection, text: string, place: Where)
	{
	if ( is_valid_ip(text) )
		Intel::seen(Seen($conn=c, $where=place, $indicator_type=ADDR, $host=to_addr(text)));
	}

event http_header(c: connection, is_orig: bool, name: string, value: string) &group="Intel::ADDR"
	{
	if ( ! is_orig )
		return;

	if ( name == "HOST" )
		address_seen(c, host_of(value), HTTP::IN_HOST_HEADER);
	else if ( name == "X-FORWARDED-FOR" )
		address_seen(c, value, HTTP::IN_X_FORWARDED_FOR_HEADER);
	}

event http_header(c: connection, is_orig: bool, name: string, value: string) &group="Intel::DOMAIN"
	{
	if ( is_orig && name == "HOST" && ! is_valid_ip(host_of(value)) )
		text_seen(c, host_of(value), DOMAIN, HTTP::IN_HOST_HEADER);
	}

event http_header(c: connection, is_orig: bool, name: string, value: string) &group="Intel::URL"
	{
	if ( is_orig && name == "REFERER" )
		text_seen(c, sub(value, /^.*:\/\//, ""), URL, HTTP::IN_REFERRER_HEADER);
	}

event http_header(c: connection, is_orig: bool, name: string, value: string) &group="Intel::SOFTWARE"
	{
	if ( is_orig && name == "USER-AGENT" )
		text_seen(c, value, SOFTWARE, HTTP::IN_USER_AGENT_HEADER);
	}
