# URLs of HTTP requests.

@load base/frameworks/intel
@load base/protocols/http/utils
@load ./report
@load ./where-locations

module Intel;

event http_message_done(c: connection, is_orig: bool, stat: http_message_stat) &group="Intel::URL"
	{
	if ( is_orig && c?$http )
		text_seen(c, HTTP::build_url(c$http), URL, HTTP::IN_URL);
	}
