# People pause: connections of interactive services live on longer without packets.

module Conn;

export {
	option analyzer_inactivity_timeouts: table[AllAnalyzers::Tag] of interval = {
		[[Analyzer::ANALYZER_SSH, Analyzer::ANALYZER_FTP]] = 1 hrs,
	};

	option port_inactivity_timeouts: table[port] of interval = {
		[[21/tcp, 22/tcp, 23/tcp, 513/tcp]] = 1 hrs,
	};
}

event analyzer_confirmation_info(atype: AllAnalyzers::Tag, info: AnalyzerConfirmationInfo)
	{
	if ( info?$c && atype in analyzer_inactivity_timeouts )
		set_inactivity_timeout(info$c$id, analyzer_inactivity_timeouts[atype]);
	}

event connection_established(c: connection)
	{
	local p = c$id$resp_p;

	# Where only the responder was seen, the two ends may stand the other way about.
	if ( c$orig$state == TCP_INACTIVE && p !in likely_server_ports && c$id$orig_p in likely_server_ports )
		p = c$id$orig_p;

	if ( p in port_inactivity_timeouts )
		set_inactivity_timeout(c$id, port_inactivity_timeouts[p]);
	}
