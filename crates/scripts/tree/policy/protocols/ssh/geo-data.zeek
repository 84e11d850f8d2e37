# Where the other end of a login is, in ssh.log; notices logins to and from countries that are watched.

@load base/frameworks/notice
@load base/protocols/ssh

module SSH;

export {
	redef enum Notice::Type += {
		## A login to or from a country that is watched.
		Watched_Country_Login,
	};

	redef record Info += {
		## Where the end is that is not of the site.
		remote_location: geo_location &log &optional;
	};

	## The countries, by their codes.
	option watched_countries: set[string] = { "RO" };
}

event ssh_auth_attempted(c: connection, authenticated: bool) &priority=3
	{
	if ( ! c$ssh?$direction )
		return;

	c$ssh$remote_location = lookup_location(c$ssh$direction == OUTBOUND ? c$id$resp_h : c$id$orig_h);
	}

event ssh_auth_successful(c: connection, auth_method_none: bool) &priority=3
	{
	if ( ! c$ssh?$direction || ! c$ssh?$remote_location || ! c$ssh$remote_location?$country_code )
		return;

	local country = c$ssh$remote_location$country_code;

	if ( country in watched_countries )
		NOTICE(Notice::Info($note=Watched_Country_Login, $conn=c,
		                    $msg=fmt("SSH login %s watched country: %s",
		                             c$ssh$direction == OUTBOUND ? "to" : "from", country)));
	}
