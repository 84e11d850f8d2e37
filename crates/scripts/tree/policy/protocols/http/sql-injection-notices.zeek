# Notices, tags and options of the scripts that detect SQL in requests. Both may be loaded.

@load base/frameworks/notice
@load base/protocols/http

module HTTP;

export {
	redef enum Notice::Type += {
		## A host puts SQL into its requests.
		SQL_Injection_Attacker,

		## Requests with SQL in them go to a host; by address, not by name.
		SQL_Injection_Victim,
	};

	redef enum Tags += {
		## SQL in the URI.
		URI_SQLI,
	};

	## In how many requests.
	const sqli_requests_threshold: double = 50.0 &redef;

	## Within which time.
	const sqli_requests_interval = 5min &redef;

	## Says by a break that a request is not to be counted.
	global sqli_policy: hook(c: connection, method: string, unescaped_URI: string);
}
