# The location of the other end of a login in ssh.log; notices about logins to and from watched countries.

@load base/frameworks/notice
@load base/protocols/ssh

module SSH;

export {
	redef enum Notice::Type += {
		## A login to or from a watched country.
		Watched_Country_Login,
	};

	redef record Info += {
		## The location of the remote end.
		remote_location: geo_location &log &optional;
	};

	## The watched countries, by their codes.
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
