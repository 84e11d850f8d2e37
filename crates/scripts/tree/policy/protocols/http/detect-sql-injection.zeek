# Raises notices about hosts that send SQL in many requests, and about the hosts that receive them.

@load base/frameworks/notice
@load base/frameworks/sumstats
@load base/protocols/http
@load ./sql-injection-notices
@load ./sql-injection-pattern

module HTTP;

export {
@ifndef ( match_sql_injection_uri )
	## The pattern for URIs with SQL. If both scripts are loaded, the first one defines it.
	const match_sql_injection_uri = sql_injection_pattern("'") &redef;
@endif
}

redef record SumStats::Observation += {
	## The connection.
	uid: string &optional;
};

# Counts requests by one side; the notice includes the other side of a sample.
function watch_sql(name: string, stream: string, on_crossed: function(host: addr, other: addr, uid: string))
	{
	local requests = SumStats::Reducer($stream=stream, $apply=set(SumStats::SUM, SumStats::SAMPLE), $num_samples=1);

	SumStats::create(SumStats::SumStat(
		$name=name,
		$epoch=sqli_requests_interval,
		$reducers=set(requests),
		$threshold=sqli_requests_threshold,
		$threshold_val=function[stream](key: SumStats::Key, result: SumStats::Result): double
			{
			return result[stream]$sum;
			},
		$threshold_crossed=function[stream, on_crossed](key: SumStats::Key, result: SumStats::Result)
			{
			local sample = result[stream]$samples[0];
			on_crossed(key$host, to_addr(sample$str), sample$uid);
			}));
	}

event zeek_init() &priority=3
	{
	watch_sql("detect-sqli-attackers", "http.sqli.attacker", function(host: addr, other: addr, uid: string)
		{
		NOTICE(Notice::Info($note=SQL_Injection_Attacker, $msg="An SQL injection attacker was discovered!",
		                    $uid=uid, $src=host, $dst=other, $identifier=cat(host)));
		});
	watch_sql("detect-sqli-victims", "http.sqli.victim", function(host: addr, other: addr, uid: string)
		{
		NOTICE(Notice::Info($note=SQL_Injection_Victim, $msg="An SQL injection victim was discovered!",
		                    $uid=uid, $src=other, $dst=host, $identifier=cat(host)));
		});
	}

event http_request(c: connection, method: string, original_URI: string, unescaped_URI: string,
                   version: string) &priority=3
	{
	if ( ! hook sqli_policy(c, method, unescaped_URI) || match_sql_injection_uri !in unescaped_URI )
		return;

	add c$http$tags[URI_SQLI];

	local client = c$id$orig_h;
	local server = c$id$resp_h;
	SumStats::observe("http.sqli.attacker", SumStats::Key($host=client),
	                  SumStats::Observation($str=cat(server), $uid=c$uid));
	SumStats::observe("http.sqli.victim", SumStats::Key($host=server),
	                  SumStats::Observation($str=cat(client), $uid=c$uid));
	}
