# What requests say of hosts, of where they come from and of their software.

@load base/frameworks/intel
@load ./where-locations
@load base/utils/addrs

# The host of a request without its port.
function host_of(value: string): string
	{
	return gsub(value, /:[[:digit:]]+$/, "");
	}

event http_header(c: connection, is_orig: bool, name: string, value: string) &group="Intel::ADDR"
	{
	if ( ! is_orig )
		return;

	if ( name == "HOST" )
		{
		local host = host_of(value);

		if ( is_valid_ip(host) )
			Intel::seen(Intel::Seen($host=to_addr(host), $indicator_type=Intel::ADDR, $conn=c,
			                        $where=HTTP::IN_HOST_HEADER));
		}

	if ( name == "X-FORWARDED-FOR" && is_valid_ip(value) )
		for ( _, address in extract_ip_addresses(value) )
			Intel::seen(Intel::Seen($host=to_addr(address), $indicator_type=Intel::ADDR, $conn=c,
			                        $where=HTTP::IN_X_FORWARDED_FOR_HEADER));
	}

event http_header(c: connection, is_orig: bool, name: string, value: string) &group="Intel::DOMAIN"
	{
	if ( ! is_orig || name != "HOST" )
		return;

	local host = host_of(value);

	if ( ! is_valid_ip(host) )
		Intel::seen(Intel::Seen($indicator=host, $indicator_type=Intel::DOMAIN, $conn=c,
		                        $where=HTTP::IN_HOST_HEADER));
	}

event http_header(c: connection, is_orig: bool, name: string, value: string) &group="Intel::URL"
	{
	if ( is_orig && name == "REFERER" )
		Intel::seen(Intel::Seen($indicator=sub(value, /^.*:\/\//, ""), $indicator_type=Intel::URL, $conn=c,
		                        $where=HTTP::IN_REFERRER_HEADER));
	}

event http_header(c: connection, is_orig: bool, name: string, value: string) &group="Intel::SOFTWARE"
	{
	if ( is_orig && name == "USER-AGENT" )
		Intel::seen(Intel::Seen($indicator=value, $indicator_type=Intel::SOFTWARE, $conn=c,
		                        $where=HTTP::IN_USER_AGENT_HEADER));
	}
