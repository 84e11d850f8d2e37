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

	## The number of servers.
	const bruteforce_threshold: double = 20 &redef;

	## The interval in which they are counted.
	const bruteforce_measurement_interval = 15mins &redef;
}

const failures = "ftp.failed_auth";

function count_of(key: SumStats::Key, result: SumStats::Result): double
	{
	return result[failures]$num + 0.0;
	}

function notice_guesser(key: SumStats::Key, result: SumStats::Result)
	{
	local failed = result[failures];
	local servers = fmt("%d FTP server%s", failed$unique, failed$unique == 1 || failed$unique == 0 ? "" : "s");
	local lasted = duration_to_mins_secs(failed$end - failed$begin);

	NOTICE(Notice::Info($note=FTP::Bruteforcing, $identifier=cat(key$host), $src=key$host,
	                    $msg=fmt("%s had %d failed logins on %s in %s", key$host, failed$num, servers, lasted)));
	}

event zeek_init()
	{
	# Servers are counted only up to two more than the threshold, which is enough to detect that it was crossed.
	local max_servers = double_to_count(bruteforce_threshold + 2);
	local servers = SumStats::Reducer($stream=failures, $unique_max=max_servers, $apply=set(SumStats::UNIQUE));

	SumStats::create(SumStats::SumStat($name="ftp-detect-bruteforcing", $reducers=set(servers),
	                                   $epoch=bruteforce_measurement_interval, $threshold=bruteforce_threshold,
	                                   $threshold_val=count_of, $threshold_crossed=notice_guesser));
	}

# The commands of a login (RFC 959, 4.1.1).
const login_commands = set("USER", "PASS");

event ftp_reply(c: connection, code: count, msg: string, cont_resp: bool)
	{
	# 5yz: permanently rejected.
	if ( FTP::parse_ftp_reply_code(code)$x != 5 || c$ftp$cmdarg$cmd !in login_commands )
		return;

	local server = SumStats::Observation($str=cat(c$id$resp_h));
	SumStats::observe(failures, SumStats::Key($host=c$id$orig_h), server);
	}
