# Hosts, people and software in the envelope and the headers of mail.

@load base/utils/email
@load base/frameworks/intel
@load base/protocols/smtp
@load ./report
@load ./where-locations

module Intel;

event mime_end_entity(c: connection) &group="Intel::ADDR"
	{
	if ( c?$smtp && c$smtp?$path )
		for ( _, relay in c$smtp$path )
			host_seen(c, relay, SMTP::IN_RECEIVED_HEADER);

	if ( c?$smtp && c$smtp?$x_originating_ip )
		host_seen(c, c$smtp$x_originating_ip, SMTP::IN_X_ORIGINATING_IP_HEADER);
	}

event mime_end_entity(c: connection) &group="Intel::SOFTWARE"
	{
	if ( c?$smtp && c$smtp?$user_agent )
		text_seen(c, c$smtp$user_agent, SOFTWARE, SMTP::IN_HEADER);
	}

event mime_end_entity(c: connection) &group="Intel::EMAIL"
	{
	if ( ! c?$smtp )
		return;

	local mail = c$smtp;

	if ( mail?$mailfrom )
		text_seen(c, mail$mailfrom, EMAIL, SMTP::IN_MAIL_FROM);

	if ( mail?$rcptto )
		for ( address in mail$rcptto )
			text_seen(c, address, EMAIL, SMTP::IN_RCPT_TO);

	if ( mail?$from )
		for ( address in extract_email_addrs_set(mail$from) )
			text_seen(c, address, EMAIL, SMTP::IN_FROM);

	if ( mail?$to )
		for ( mailbox in mail$to )
			text_seen(c, extract_first_email_addr(mailbox), EMAIL, SMTP::IN_TO);

	if ( mail?$cc )
		for ( mailbox in mail$cc )
			text_seen(c, mailbox, EMAIL, SMTP::IN_CC);

	if ( mail?$reply_to )
		text_seen(c, mail$reply_to, EMAIL, SMTP::IN_REPLY_TO);
	}
