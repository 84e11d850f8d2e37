# Raises notices about mails from suspicious countries or networks.

@load base/frameworks/notice/main
@load base/protocols/smtp/main

module SMTP;

export {
	redef enum Notice::Type += {
		## A mail came from a suspicious host.
		Suspicious_Origination
	};

	## Countries, by their codes.
	option suspicious_origination_countries: set[string] = {};

	## Networks.
	option suspicious_origination_networks: set[subnet] = {};
}

# Raises a notice if an address is suspicious; `text` has placeholders for the country and the address.
function check_origin(rec: Info, ip: addr, text: string)
	{
	local loc = lookup_location(ip);
	local country = loc?$country_code ? loc$country_code : "";

	if ( ( loc?$country_code && country in suspicious_origination_countries ) || ip in suspicious_origination_networks )
		NOTICE(Notice::Info($note=Suspicious_Origination, $msg=fmt(text, country, ip), $id=rec$id));
	}

event log_smtp(rec: Info)
	{
	if ( rec?$x_originating_ip )
		check_origin(rec, rec$x_originating_ip, "An email originated from %s (%s).");

	if ( rec?$path )
		check_origin(rec, rec$path[|rec$path| - 1], "Based up Received headers, email originated from %s (%s).");
	}
