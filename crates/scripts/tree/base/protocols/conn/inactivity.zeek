# Interactive services have pauses: their connections get a longer inactivity timeout.

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

# The port of the service. If only the responder was seen, the two ends may be swapped.
function service_port(c: connection): port
	{
	local id = c$id;

	if ( c$orig$state != TCP_INACTIVE || id$resp_p in likely_server_ports )
		return id$resp_p;

	return id$orig_p in likely_server_ports ? id$orig_p : id$resp_p;
	}

event connection_established(c: connection)
	{
	local at = service_port(c);

	if ( at in port_inactivity_timeouts )
		set_inactivity_timeout(c$id, port_inactivity_timeouts[at]);
	}
