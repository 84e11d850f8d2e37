# Notices, tags and options of the scripts that detect SQL in requests. Both may be loaded.

@load base/frameworks/notice
@load base/protocols/http

module HTTP;

export {
	redef enum Notice::Type += {
		## A host sends requests with SQL.
		SQL_Injection_Attacker,

		## A host receives requests with SQL; by address, not by name.
		SQL_Injection_Victim,
	};

	redef enum Tags += {
		## SQL in the URI.
		URI_SQLI,
	};

	## The number of requests.
	const sqli_requests_threshold: double = 50.0 &redef;

	## Within which time.
	const sqli_requests_interval = 5min &redef;

	## A `break` excludes a request from counting.
	global sqli_policy: hook(c: connection, method: string, unescaped_URI: string);
}
