# The older form of detect-sql-injection.zeek: its notices name one host and no connection, and mail samples of the
# URIs. If both are loaded, each counts separately, and the second notice is suppressed.

@deprecated "Remove in v8.1: Switch to the improved detect-sql-injection script"

@load base/frameworks/notice
@load base/frameworks/sumstats
@load base/protocols/http
@load ./sql-injection-notices
@load ./sql-injection-pattern

module HTTP;

export {
	redef enum Tags += {
		## SQL in a request's body; never set.
		POST_SQLI,
		## SQL in a cookie; never set.
		COOKIE_SQLI,
	};

	## The number of URIs in a mail.
	const collect_SQLi_samples = 5 &redef;

@ifndef ( match_sql_injection_uri )
	## The pattern for URIs with SQL. If both scripts are loaded, the first one defines it.
	const match_sql_injection_uri = sql_injection_pattern("'\"") &redef;
@endif
}

function format_sqli_samples(samples: vector of SumStats::Observation): string
	{
	local text = "SQL Injection samples\n---------------------";

	for ( _, sample in samples )
		text += "\n" + sample$str;

	return text;
	}

function watch_sql_with_samples(name: string, stream: string, note: Notice::Type, msg: string)
	{
	local requests = SumStats::Reducer($stream=stream, $apply=set(SumStats::SUM, SumStats::SAMPLE),
	                                   $num_samples=collect_SQLi_samples);

	SumStats::create(SumStats::SumStat(
		$name=name,
		$epoch=sqli_requests_interval,
		$reducers=set(requests),
		$threshold=sqli_requests_threshold,
		$threshold_val=function[stream](key: SumStats::Key, result: SumStats::Result): double
			{
			return result[stream]$sum;
			},
		$threshold_crossed=function[stream, note, msg](key: SumStats::Key, result: SumStats::Result)
			{
			NOTICE(Notice::Info($note=note, $msg=msg, $src=key$host, $identifier=cat(key$host),
			                    $email_body_sections=vector(format_sqli_samples(result[stream]$samples))));
			}));
	}

event zeek_init() &priority=3
	{
	watch_sql_with_samples("detect-sqli-attackers-with-samples", "http.sqli.attacker.with_samples",
	                       SQL_Injection_Attacker, "An SQL injection attacker was discovered!");
	watch_sql_with_samples("detect-sqli-victims-with-samples", "http.sqli.victim.with_samples",
	                       SQL_Injection_Victim, "An SQL injection victim was discovered!");
	}

event http_request(c: connection, method: string, original_URI: string, unescaped_URI: string,
                   version: string) &priority=3
	{
	if ( ! hook sqli_policy(c, method, unescaped_URI) || match_sql_injection_uri !in unescaped_URI )
		return;

	add c$http$tags[URI_SQLI];

	local sample = SumStats::Observation($str=original_URI);
	SumStats::observe("http.sqli.attacker.with_samples", SumStats::Key($host=c$id$orig_h), sample);
	SumStats::observe("http.sqli.victim.with_samples", SumStats::Key($host=c$id$resp_h), sample);
	}
