# What mail says of hosts, people and software.

@load base/utils/email
@load base/frameworks/intel
@load base/protocols/smtp
@load ./where-locations

event mime_end_entity(c: connection) &group="Intel::ADDR"
	{
	if ( ! c?$smtp )
		return;

	if ( c$smtp?$path )
		for ( _, host in c$smtp$path )
			Intel::seen(Intel::Seen($host=host, $conn=c, $where=SMTP::IN_RECEIVED_HEADER));

	if ( c$smtp?$x_originating_ip )
		Intel::seen(Intel::Seen($host=c$smtp$x_originating_ip, $conn=c, $where=SMTP::IN_X_ORIGINATING_IP_HEADER));
	}

event mime_end_entity(c: connection) &group="Intel::SOFTWARE"
	{
	if ( c?$smtp && c$smtp?$user_agent )
		Intel::seen(Intel::Seen($indicator=c$smtp$user_agent, $indicator_type=Intel::SOFTWARE, $conn=c,
		                        $where=SMTP::IN_HEADER));
	}

function address_seen(c: connection, address: string, place: Intel::Where)
	{
	Intel::seen(Intel::Seen($indicator=address, $indicator_type=Intel::EMAIL, $conn=c, $where=place));
	}

event mime_end_entity(c: connection) &group="Intel::EMAIL"
	{
	if ( ! c?$smtp )
		return;

	local mail = c$smtp;

	if ( mail?$mailfrom )
		address_seen(c, mail$mailfrom, SMTP::IN_MAIL_FROM);

	if ( mail?$rcptto )
		for ( address in mail$rcptto )
			address_seen(c, address, SMTP::IN_RCPT_TO);

	if ( mail?$from )
		for ( address in extract_email_addrs_set(mail$from) )
			address_seen(c, address, SMTP::IN_FROM);

	if ( mail?$to )
		for ( address in mail$to )
			address_seen(c, extract_first_email_addr(address), SMTP::IN_TO);

	if ( mail?$cc )
		for ( address in mail$cc )
			address_seen(c, address, SMTP::IN_CC);

	if ( mail?$reply_to )
		address_seen(c, mail$reply_to, SMTP::IN_REPLY_TO);
	}
