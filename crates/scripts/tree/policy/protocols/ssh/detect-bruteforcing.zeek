# Raises notices about hosts that repeatedly fail to log in.

@load base/protocols/ssh
@load base/frameworks/sumstats
@load base/frameworks/notice
@load base/frameworks/intel

module SSH;

export {
	redef enum Notice::Type += {
		## A host failed to log in more often than SSH::password_guesses_limit.
		Password_Guessing,
		## Such a host logged in; never raised.
		Login_By_Password_Guesser,
	};

	redef enum Intel::Where += {
		## The client of a login.
		SSH::SUCCESSFUL_LOGIN,
	};

	## The number of attempts.
	const password_guesses_limit: double = 30 &redef;

	## Within which time.
	const guessing_timeout = 30mins &redef;

	## Clients that may fail to log in at some servers: subnets of clients, with those of servers.
	const ignore_guessers: table[subnet] of subnet &redef;
}

event zeek_init()
	{
	local failures = SumStats::Reducer($stream="ssh.login.failure", $apply=set(SumStats::SUM, SumStats::SAMPLE),
	                                   $num_samples=5);

	SumStats::create(SumStats::SumStat(
		$name="detect-ssh-bruteforcing",
		$epoch=guessing_timeout,
		$reducers=set(failures),
		$threshold=password_guesses_limit,
		$threshold_val(key: SumStats::Key, result: SumStats::Result) =
			{
			return result["ssh.login.failure"]$sum;
			},
		$threshold_crossed(key: SumStats::Key, result: SumStats::Result) =
			{
			local r = result["ssh.login.failure"];
			local servers: string_vec = vector();

			for ( _, sample in r$samples )
				{
				if ( sample?$str )
					servers += sample$str;
				}

			NOTICE(Notice::Info($note=Password_Guessing, $src=key$host, $identifier=cat(key$host),
			                    $msg=fmt("%s appears to be guessing SSH passwords (seen in %d connections).", key$host,
			                             r$num),
			                    $sub=fmt("Sampled servers:  %s", join_string_vec(servers, ", "))));
			}));
	}

event ssh_auth_successful(c: connection, auth_method_none: bool)
	{
	Intel::seen(Intel::Seen($host=c$id$orig_h, $conn=c, $where=SSH::SUCCESSFUL_LOGIN));
	}

event ssh_auth_failed(c: connection)
	{
	local client = c$id$orig_h;
	local server = c$id$resp_h;

	if ( client in ignore_guessers && server in ignore_guessers[client] )
		return;

	SumStats::observe("ssh.login.failure", SumStats::Key($host=client), SumStats::Observation($str=cat(server)));
	}
