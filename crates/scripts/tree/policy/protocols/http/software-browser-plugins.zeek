# Browser plugins that requests reveal: Flash by a header, others in requests to Omniture's servers.

@load base/protocols/http
@load base/frameworks/software

module HTTP;

export {
	redef record Info += {
		## The server is one of Omniture's.
		omniture: bool &default=F;
		## The Flash version in the client's headers.
		flash_version: string &optional;
	};

	redef enum Software::Type += {
		## A plugin.
		BROWSER_PLUGIN
	};
}

function found_plugin(id: conn_id, version: string)
	{
	Software::found(id, Software::Info($unparsed_version=version, $host=id$orig_h, $software_type=BROWSER_PLUGIN));
	}

event http_header(c: connection, is_orig: bool, name: string, value: string) &priority=3
	{
	if ( ! is_orig )
		{
		if ( name == "SERVER" && /^Omniture/ in value )
			c$http$omniture = T;
		}
	else if ( name == "X-FLASH-VERSION" )
		# The header contains only numbers.
		c$http$flash_version = cat("Flash/", value);
	else if ( name == "X-REQUESTED-WITH" && /Flash/ in value )
		c$http$flash_version = value;
	}

event http_message_done(c: connection, is_orig: bool, stat: http_message_stat)
	{
	if ( ! is_orig || ! c$http?$flash_version )
		return;

	# AIR includes its own Flash.
	if ( c$http?$user_agent && /AdobeAIR/ in c$http$user_agent )
		c$http$flash_version = cat("AdobeAIR-", c$http$flash_version);

	found_plugin(c$id, c$http$flash_version);
	}

# The list of plugins is the query's variable `p`, between others; short values are something else.
event log_http(rec: Info)
	{
	if ( ! rec$omniture || ! rec?$uri )
		return;

	local found = find_all_ordered(rec$uri, /&p=[^&]{5,};&/);

	if ( |found| == 0 )
		return;

	# Without `&p=` and `;&`.
	local list = found[0][3:-2];

	for ( _, plugin in split_string(list, /[ \t]*;[ \t]*/) )
		found_plugin(rec$id, plugin);
	}
