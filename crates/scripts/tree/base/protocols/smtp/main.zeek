# smtp.log: a row for each mail, and for sessions that continue in TLS.

@load base/utils/addrs
@load base/utils/directions-and-hosts
@load base/utils/email
@load base/protocols/conn/removal-hooks
@load base/frameworks/notice/weird

module SMTP;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## A line of smtp.log.
	type Info: record {
		## When the message began.
		ts:               time           &log;
		## The connection's unique identifier, the same in all logs.
		uid:              string         &log;
		## The connection's addresses and ports.
		id:               conn_id        &log;
		## Counts the mails of a session.
		trans_depth:      count          &log;
		## What the client calls itself in HELO or EHLO.
		helo:             string         &log &optional;
		## The envelope sender (MAIL FROM).
		mailfrom:         string         &log &optional;
		## The envelope recipients (RCPT TO).
		rcptto:           set[string]    &log &optional;
		## The following fields are from the mail's header.
		date:             string         &log &optional;
		## The `From` header.
		from:             string         &log &optional;
		## The `To` header.
		to:               set[string]    &log &optional;
		## The `CC` header.
		cc:               set[string]    &log &optional;
		## The `Reply-To` header.
		reply_to:         string         &log &optional;
		## The `Message-ID` header.
		msg_id:           string         &log &optional;
		## The `In-Reply-To` header.
		in_reply_to:      string         &log &optional;
		## The `Subject` header.
		subject:          string         &log &optional;
		## The `X-Originating-IP` header.
		x_originating_ip: addr           &log &optional;
		## The topmost `Received` header.
		first_received:   string         &log &optional;
		## The next `Received` header.
		second_received:  string         &log &optional;
		## The last reply of the server.
		last_reply:       string         &log &optional;
		## The path of the mail, from its Received fields, the last host first.
		path:             vector of addr &log &optional;
		## The `User-Agent` or `X-Mailer` header.
		user_agent:       string         &log &optional;
		## Whether the connection switched to TLS.
		tls:              bool           &log &default=F;

		## Whether the path is still being collected.
		process_received_from: bool  &default=T;
		## Whether the client did something worth logging.
		has_client_activity:   bool  &default=F;
		## Fields are those of the mail itself, not of an entity in it.
		process_smtp_headers:  bool  &default=T;
		entity_count:          count &default=0;
	};

	## The state of a session.
	type State: record {
		helo:                 string    &optional;
		messages_transferred: count     &default=0;
		pending_messages:     set[Info] &optional;
		trans_mail_from_seen: bool      &default=F;
		trans_rcpt_to_seen:   bool      &default=F;
		invalid_transactions: count     &default=0;
		bdat_last_observed:   bool      &default=F;
		analyzer_id:          count     &optional;
	};

	## The hosts for which the path of a mail is collected.
	option mail_path_capture = ALL_HOSTS;

	## A one-line description of a mail.
	global describe: function(rec: Info): string;

	## Raised for each line of the log.
	global log_smtp: event(rec: Info);

	## Logs what is pending when a session ends.
	global finalize_smtp: Conn::RemovalHook;

	## Whether a mail without sender and recipient raises a weird.
	option mail_transaction_validation = T;

	## After how many of these the session is no longer analyzed; 0 is no limit.
	option max_invalid_mail_transactions = 25;
}

redef record connection += {
	smtp:       Info  &optional;
	smtp_state: State &optional;
};

const ports = { 25/tcp, 587/tcp };
redef likely_server_ports += { ports };

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_SMTP, ports);
	Log::create_stream(SMTP::LOG, Log::Stream($path="smtp", $columns=SMTP::Info, $policy=log_policy, $ev=log_smtp));
	}

# The host in a Received field: the second address, since the first is often the host's own claim.
function find_address_in_smtp_header(header: string): string
	{
	local ips = extract_ip_addresses(header, T);

	if ( |ips| == 0 )
		return "";

	return |ips| > 1 ? ips[1] : ips[0];
	}

function new_smtp_log(c: connection): Info
	{
	local s = Info($ts=network_time(), $uid=c$uid, $id=c$id,
	               $trans_depth=c$smtp_state$messages_transferred + 1,
	               # Every path ends with the two hosts of the connection.
	               $path=vector(c$id$resp_h, c$id$orig_h));

	if ( c$smtp_state?$helo )
		s$helo = c$smtp_state$helo;

	Conn::register_removal_hook(c, finalize_smtp);
	return s;
	}

function set_smtp_session(c: connection)
	{
	if ( ! c?$smtp_state )
		c$smtp_state = State();

	if ( ! c?$smtp )
		c$smtp = new_smtp_log(c);
	}

function smtp_message(c: connection)
	{
	if ( ! c$smtp$has_client_activity )
		return;

	Log::write(SMTP::LOG, c$smtp);
	c$smtp = new_smtp_log(c);
	}

function mail_transaction_invalid(c: connection, addl: string)
	{
	local st = c$smtp_state;
	Reporter::conn_weird("smtp_mail_transaction_invalid", c, addl, "SMTP");
	++st$invalid_transactions;

	if ( max_invalid_mail_transactions == 0 || st$invalid_transactions <= max_invalid_mail_transactions ||
	     ! st?$analyzer_id )
		return;

	Reporter::conn_weird("smtp_excessive_invalid_mail_transactions", c, "", "SMTP");

	if ( disable_analyzer(c$id, st$analyzer_id) )
		delete st$analyzer_id;
	}

# The sender and the recipients of the next mail are still to come.
function transaction_over(st: State)
	{
	st$trans_mail_from_seen = F;
	st$trans_rcpt_to_seen = F;
	}

event analyzer_confirmation_info(atype: AllAnalyzers::Tag, info: AnalyzerConfirmationInfo)
	{
	if ( atype != Analyzer::ANALYZER_SMTP )
		return;

	set_smtp_session(info$c);
	info$c$smtp_state$analyzer_id = info$aid;
	}

event smtp_request(c: connection, is_orig: bool, command: string, arg: string) &priority=5
	{
	set_smtp_session(c);
	local st = c$smtp_state;

	switch ( to_upper(command) ) {
		case "HELO", "EHLO":
			st$helo = arg;
			c$smtp$helo = arg;
			break;

		case "MAIL":
			if ( /^from:/i !in arg )
				break;

			# The reply to the last mail may not have been seen.
			smtp_message(c);

			local sender = extract_first_email_addr(arg);

			if ( sender != "" )
				c$smtp$mailfrom = sender;

			c$smtp$has_client_activity = T;
			st$trans_mail_from_seen = T;
			st$trans_rcpt_to_seen = F;
			break;

		case "RCPT":
			if ( /^to:/i !in arg )
				break;

			if ( ! c$smtp?$rcptto )
				c$smtp$rcptto = set();

			for ( a in extract_email_addrs_set(arg) )
				add c$smtp$rcptto[gsub(a, /orcpt=rfc822;?/i, "")];

			c$smtp$has_client_activity = T;
			st$trans_rcpt_to_seen = T;

			if ( mail_transaction_validation && ! st$trans_mail_from_seen )
				mail_transaction_invalid(c, "rcpt to missing mail from");

			break;

		case "DATA", "BDAT":
			if ( mail_transaction_validation && ! st$trans_rcpt_to_seen )
				mail_transaction_invalid(c, "data missing rcpt to");

			if ( to_upper(command) == "BDAT" && ends_with(arg, " LAST") )
				{
				transaction_over(st);
				st$bdat_last_observed = T;
				}

			break;

		case ".":
			transaction_over(st);
			break;
		}
	}

event smtp_reply(c: connection, is_orig: bool, code: count, cmd: string, msg: string, cont_resp: bool) &priority=5
	{
	set_smtp_session(c);
	c$smtp$last_reply = fmt("%d %s", code, msg);
	}

event smtp_reply(c: connection, is_orig: bool, code: count, cmd: string, msg: string, cont_resp: bool) &priority=-5
	{
	local last_chunk = cmd == "BDAT" && ! cont_resp && c$smtp_state$bdat_last_observed;

	if ( cmd != "." && ! last_chunk )
		return;

	++c$smtp_state$messages_transferred;
	c$smtp_state$bdat_last_observed = F;
	smtp_message(c);
	c$smtp = new_smtp_log(c);
	}

# Fields that are logged unchanged.
event mime_one_header(c: connection, h: mime_header_rec) &priority=5
	{
	if ( ! c?$smtp || ! c$smtp$process_smtp_headers )
		return;

	local s = c$smtp;

	switch ( h$name ) {
		case "MESSAGE-ID":
			s$msg_id = h$value;
			break;
		case "RECEIVED":
			if ( s?$first_received )
				s$second_received = s$first_received;
			s$first_received = h$value;
			break;
		case "IN-REPLY-TO":
			s$in_reply_to = h$value;
			break;
		case "SUBJECT":
			s$subject = h$value;
			break;
		case "FROM":
			s$from = h$value;
			break;
		case "REPLY-TO":
			s$reply_to = h$value;
			break;
		case "DATE":
			s$date = h$value;
			break;
		case "TO":
			if ( ! s?$to )
				s$to = set();
			for ( mailbox in split_mime_email_addresses(h$value) )
				add s$to[mailbox];
			break;
		case "CC":
			if ( ! s?$cc )
				s$cc = set();
			for ( also_to in split_mime_email_addresses(h$value) )
				add s$cc[also_to];
			break;
		case "X-ORIGINATING-IP":
			local addresses = extract_ip_addresses(h$value);
			if ( |addresses| > 0 )
				s$x_originating_ip = to_addr(addresses[0]);
			break;
		case "X-MAILER", "USER-AGENT", "X-USER-AGENT":
			s$user_agent = h$value;
			break;
		}
	}

# Appends the host of a Received field to the path; stops after the hosts of interest.
function follow_path(row: Info, received: string)
	{
	local host = find_address_in_smtp_header(received);

	if ( host == "" )
		return;

	local hop = to_addr(host);
	local path = row$path;

	if ( path[|path| - 1] != hop )
		path += hop;

	row$process_received_from = Site::is_private_addr(hop) || addr_matches_host(hop, mail_path_capture);
	}

event mime_one_header(c: connection, h: mime_header_rec) &priority=3
	{
	if ( h$name != "RECEIVED" || ! c?$smtp )
		return;

	local row = c$smtp;

	if ( row$process_smtp_headers && row$process_received_from )
		follow_path(row, h$value);
	}

event mime_begin_entity(c: connection) &priority=5
	{
	if ( ! c?$smtp )
		return;

	# The first entity is the mail itself.
	if ( ++c$smtp$entity_count > 1 )
		c$smtp$process_smtp_headers = F;
	}

event smtp_starttls(c: connection) &priority=5
	{
	if ( ! c?$smtp )
		return;

	c$smtp$tls = T;
	c$smtp$has_client_activity = T;
	}

hook finalize_smtp(c: connection)
	{
	if ( c?$smtp )
		smtp_message(c);
	}

function describe(rec: Info): string
	{
	if ( ! rec?$mailfrom || ! rec?$rcptto )
		return "";

	local first = "";

	for ( r in rec$rcptto )
		{
		first = r;
		break;
		}

	local text = fmt("%s -> %s", rec$mailfrom, first);

	if ( |rec$rcptto| > 1 )
		text += fmt(" (plus %d others)", |rec$rcptto| - 1);

	# Short subjects are left out.
	if ( rec?$subject && |rec$subject| > 20 )
		text += fmt(": %s...", rec$subject[0:21]);

	return text;
	}
