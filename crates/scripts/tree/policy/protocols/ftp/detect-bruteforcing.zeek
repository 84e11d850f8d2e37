# Hosts that fail to log in on many servers.

@load base/protocols/ftp
@load base/frameworks/sumstats
@load base/utils/time

module FTP;

export {
	redef enum Notice::Type += {
		## A host failed to log in on many servers.
		Bruteforcing
	};

	## On how many servers.
	const bruteforce_threshold: double = 20 &redef;

	## Within which time.
	const bruteforce_measurement_interval = 15mins &redef;
}

event zeek_init()
	{
	# One more than the threshold is counted, so that crossing it can be told from reaching it.
	local servers = SumStats::Reducer($stream="ftp.failed_auth", $apply=set(SumStats::UNIQUE),
	                                  $unique_max=double_to_count(bruteforce_threshold + 2));

	SumStats::create(SumStats::SumStat(
		$name="ftp-detect-bruteforcing",
		$epoch=bruteforce_measurement_interval,
		$reducers=set(servers),
		$threshold=bruteforce_threshold,
		$threshold_val(key: SumStats::Key, result: SumStats::Result) =
			{
			return result["ftp.failed_auth"]$num + 0.0;
			},
		$threshold_crossed(key: SumStats::Key, result: SumStats::Result) =
			{
			local r = result["ftp.failed_auth"];
			local msg = fmt("%s had %d failed logins on %d FTP server%s in %s", key$host, r$num, r$unique,
			                r$unique > 1 ? "s" : "", duration_to_mins_secs(r$end - r$begin));
			NOTICE(Notice::Info($note=FTP::Bruteforcing, $src=key$host, $msg=msg, $identifier=cat(key$host)));
			}));
	}

event ftp_reply(c: connection, code: count, msg: string, cont_resp: bool)
	{
	local cmd = c$ftp$cmdarg$cmd;

	if ( ( cmd == "USER" || cmd == "PASS" ) && FTP::parse_ftp_reply_code(code)$x == 5 )
		SumStats::observe("ftp.failed_auth", SumStats::Key($host=c$id$orig_h),
		                  SumStats::Observation($str=cat(c$id$resp_h)));
	}
