# The notice framework: events that scripts consider worth a person's attention. Policy hooks decide on the actions
# for a notice. Notices with the same type and identifier are suppressed for a while.

@load base/frameworks/cluster

module Notice;

export {
	redef enum Log::ID += {
		LOG,
		# Notices for the alarm summary.
		ALARM_LOG,
	};

	global log_policy: Log::PolicyHook;
	global log_policy_alarm: Log::PolicyHook;

	type Type: enum {
		# A number of notices of one type.
		Tally,
	};

	type Action: enum {
		ACTION_NONE,
		ACTION_LOG,
		# Mail, to mail_dest.
		ACTION_EMAIL,
		# A place in the alarm summary.
		ACTION_ALARM,
		# Drops the address, if a script that can is loaded.
		ACTION_DROP,
	};

	type ActionSet: set[Notice::Action];

	option default_suppression_interval = 1 hrs;

	type Info: record {
		## When the notice was raised.
		ts: time &log &optional;
		## The connection that it is about, if any.
		uid: string &log &optional;
		## The connection's addresses and ports.
		id: conn_id &log &optional;
		# The connection; its uid, id and addresses fill unset fields.
		conn: connection &optional;
		# The file; its id and descriptions fill unset fields.
		f: fa_file &optional;
		## The file that it is about, if any.
		fuid: string &log &optional;
		## The file's type.
		file_mime_type: string &log &optional;
		## Where the file came from, in words.
		file_desc: string &log &optional;
		## The transport protocol.
		proto: transport_proto &log &optional;
		## The notice's type, such as `SSL::Invalid_Server_Cert`.
		note: Type &log;
		## What happened, for a person.
		msg: string &log &optional;
		## More about it.
		sub: string &log &optional;
		## The host that caused it.
		src: addr &log &optional;
		## The host that was affected.
		dst: addr &log &optional;
		## The port.
		p: port &log &optional;
		## A number that belongs to it: a count, a status code.
		n: count &log &optional;
		peer_name: string &optional;
		## The node that raised the notice.
		peer_descr: string &log &optional;
		## What was done with the notice, such as `Notice::ACTION_LOG`.
		actions: ActionSet &log &default=ActionSet();
		## Addresses that were sent a mail.
		email_dest: set[string] &log &default=set();
		email_body_sections: vector of string &optional;
		# Mail is delayed while this has elements, by max_email_delay at most.
		email_delay_tokens: set[string] &optional;
		# Notices of a type with the same identifier are suppressed. Without one nothing is.
		identifier: string &optional;
		## For how long equal notices are suppressed.
		suppress_for: interval &log &default=default_suppression_interval;
	};

	option ignored_types: set[Notice::Type] = {};
	option emailed_types: set[Notice::Type] = {};
	option alarmed_types: set[Notice::Type] = {};
	option not_suppressed_types: set[Notice::Type] = {};
	const type_suppression_intervals: table[Notice::Type] of interval = {} &redef;

	global policy: hook(n: Notice::Info);

	option sendmail = "/usr/sbin/sendmail";
	const mail_dest = "" &redef;
	option mail_from = "Zeek <zeek@localhost>";
	option reply_to = "";
	option mail_subject_prefix = "[Zeek]";
	const max_email_delay = 15 secs &redef;

	# What a notice needs of a file that no longer exists.
	type FileInfo: record {
		fuid: string;
		desc: string;
		mime: string &optional;
		cid: conn_id &optional;
		cuid: string &optional;
	};

	global create_file_info: function(f: fa_file): Notice::FileInfo;
	global populate_file_info: function(f: fa_file, n: Notice::Info);
	global populate_file_info2: function(fi: Notice::FileInfo, n: Notice::Info);
	global log_mailing_postprocessor: function(info: Log::RotationInfo): bool;
	global notice: hook(n: Info);
	global begin_suppression: event(ts: time, suppress_for: interval, note: Type, identifier: string);
	global is_being_suppressed: function(n: Notice::Info): bool;
	global suppressed: event(n: Notice::Info);
	global email_notice_to: function(n: Info, dest: string, extend: bool);
	global email_headers: function(subject_desc: string, dest: string): string;
	global log_notice: event(rec: Info);
	global apply_policy: function(n: Notice::Info);
}

module GLOBAL;

function NOTICE(n: Notice::Info)
	{
	if ( Notice::is_being_suppressed(n) )
		return;

	Notice::apply_policy(n);
	hook Notice::notice(n);
	}

module Notice;

# Returns how long an entry of the table below still lasts. Each has its own time.
function suppression_left(t: table[Notice::Type, string] of time, idx: any): interval
	{
	local note: Notice::Type;
	local identifier: string;
	[note, identifier] = idx;

	local left = t[note, identifier] - network_time();
	return left < 0 secs ? 0 secs : left;
	}

# Suppressed notices, with the end of their suppression.
global suppressing: table[Type, string] of time = {} &create_expire=0 secs &expire_func=suppression_left;

# Sends the summary of alarms: a log of its own, which is mailed when it is rotated.
function mail_alarms()
	{
	Log::add_filter(ALARM_LOG, Log::Filter($name="alarm-mail", $writer=Log::WRITER_ASCII, $path="alarm-mail",
	                                       $postprocessor=log_mailing_postprocessor, $interv=24 hrs));
	}

event zeek_init() &priority=5
	{
	Log::create_stream(LOG, Log::Stream($columns=Info, $ev=log_notice, $path="notice", $policy=log_policy));
	Log::create_stream(ALARM_LOG, Log::Stream($columns=Info, $path="notice_alarm", $policy=log_policy_alarm));

	if ( ! reading_traces() && mail_dest != "" )
		mail_alarms();
	}

# Mail.

function email_headers(subject_desc: string, dest: string): string
	{
	local text = cat("From: ", mail_from, "\nSubject: ", mail_subject_prefix, " ", subject_desc, "\nTo: ", dest,
	                 "\nUser-Agent: Zeek/", zeek_version(), "\n");

	return reply_to == "" ? text : cat(text, "Reply-To: ", reply_to, "\n");
	}

function log_mailing_postprocessor(info: Log::RotationInfo): bool
	{
	if ( mail_dest == "" || reading_traces() )
		return T;

	local log = safe_shell_quote(info$fname);
	local headers = safe_shell_quote(cat(info$fname, ".mailheaders.tmp"));
	local f = open(headers);

	write_file(f, email_headers(cat("Log Contents: ", info$fname), mail_dest));
	close(f);
	system(fmt("/bin/cat %s %s | %s -t -oi && /bin/rm %s %s", headers, log, sendmail, headers, log));
	return T;
	}

function endpoint_text(h: addr, p: port): string
	{
	return fmt("%s:%d", h, p);
	}

# Returns the text of a mail about a notice.
function email_text(n: Info, dest: string, extend: bool): string
	{
	local text = cat(email_headers(cat(n$note), dest), "\nMessage: ", n$msg, "\n");

	if ( n?$sub )
		text += cat("Sub-message: ", n$sub, "\n");

	text += "\n";

	if ( n?$file_desc )
		text += cat("File Description: ", n$file_desc, "\n");

	if ( n?$file_mime_type )
		text += cat("File MIME Type: ", n$file_mime_type, "\n");

	if ( n?$file_desc || n?$file_mime_type )
		text += "\n";

	if ( n?$id )
		{
		text += cat("Connection: ", endpoint_text(n$id$orig_h, n$id$orig_p), " -> ",
		            endpoint_text(n$id$resp_h, n$id$resp_p), "\n");

		if ( n?$uid )
			text += cat("Connection uid: ", n$uid, "\n");
		}
	else if ( n?$src )
		text += cat("Address: ", n$src, "\n");

	if ( extend )
		{
		text += "\nEmail Extensions\n----------------\n";

		for ( _, section in n$email_body_sections )
			text += cat(section, "\n");
		}

	return cat(text, "\n\n--\n[Automatically generated]\n\n");
	}

event delay_sending_email(n: Notice::Info, dest: string, extend: bool)
	{
	email_notice_to(n, dest, extend);
	}

function email_notice_to(n: Notice::Info, dest: string, extend: bool)
	{
	if ( dest == "" || reading_traces() )
		return;

	if ( extend && |n$email_delay_tokens| > 0 )
		{
		if ( network_time() < n$ts + max_email_delay )
			{
			schedule 1 sec { delay_sending_email(n, dest, extend) };
			return;
			}

		Reporter::info(fmt("Notice email delay tokens weren't released in time (%s).", n$email_delay_tokens));
		}

	piped_exec(cat(sendmail, " -t -oi"), email_text(n, dest, extend));
	}

# Policy.

hook Notice::policy(n: Notice::Info) &priority=10
	{
	local kind = n$note;

	if ( kind in ignored_types )
		break;

	# Handlers of lower priority can take this back.
	add n$actions[ACTION_LOG];

	if ( kind in emailed_types )
		add n$actions[ACTION_EMAIL];

	if ( kind in alarmed_types )
		add n$actions[ACTION_ALARM];

	# An interval of its own overrides the set of types that are never suppressed.
	if ( kind in type_suppression_intervals )
		n$suppress_for = type_suppression_intervals[kind];
	else if ( kind in not_suppressed_types )
		n$suppress_for = 0 secs;
	}

hook Notice::notice(n: Notice::Info)
	{
	if ( ACTION_EMAIL in n$actions )
		add n$email_dest[mail_dest];
	}

# Suppresses equal notices until `until`.
function suppress(kind: Type, identifier: string, until: time)
	{
	suppressing[kind, identifier] = until;
	}

# Begins to suppress equal notices, here and on the other nodes.
function start_suppression(n: Info)
	{
	event Notice::begin_suppression(n$ts, n$suppress_for, n$note, n$identifier);
	suppress(n$note, n$identifier, n$ts + n$suppress_for);

@if ( Cluster::is_enabled() && Cluster::local_node_type() != Cluster::MANAGER )
	# The manager informs the other nodes.
	Cluster::publish(Cluster::manager_topic, Notice::begin_suppression, n$ts, n$suppress_for, n$note, n$identifier);
@endif
	}

hook Notice::notice(n: Notice::Info) &priority=-5
	{
	for ( to in n$email_dest )
		email_notice_to(n, to, T);

	if ( ACTION_LOG in n$actions )
		Log::write(LOG, n);

	if ( ACTION_ALARM in n$actions )
		Log::write(ALARM_LOG, n);

	local lasts = n?$identifier && n$suppress_for != 0 secs;

	if ( lasts && [n$note, n$identifier] !in suppressing )
		start_suppression(n);
	}

@if ( Cluster::is_enabled() && Cluster::local_node_type() == Cluster::MANAGER )
event Notice::begin_suppression(ts: time, suppress_for: interval, note: Type, identifier: string)
	{
	local e = Cluster::make_event(Notice::begin_suppression, ts, suppress_for, note, identifier);

	for ( _, topic in vector(Cluster::worker_topic, Cluster::proxy_topic) )
		Cluster::publish(topic, e);
	}
@endif

event Notice::begin_suppression(ts: time, suppress_for: interval, note: Type, identifier: string)
	{
	suppress(note, identifier, ts + suppress_for);
	}

function is_being_suppressed(n: Notice::Info): bool
	{
	if ( ! n?$identifier || [n$note, n$identifier] !in suppressing )
		return F;

	event Notice::suppressed(n);
	return T;
	}

# Completes notices from the fields that are set.

function create_file_info(f: fa_file): Notice::FileInfo
	{
	local about = Notice::FileInfo($desc=Files::describe(f), $fuid=f$id);
	local typed = f?$info && f$info?$mime_type;

	if ( f?$conns )
		for ( id, carrier in f$conns )
			{
			# Any of several connections will do.
			about$cuid = carrier$uid;
			about$cid = id;
			break;
			}

	if ( typed )
		about$mime = f$info$mime_type;

	return about;
	}

function populate_file_info(f: fa_file, n: Notice::Info)
	{
	populate_file_info2(create_file_info(f), n);
	}

function populate_file_info2(fi: Notice::FileInfo, n: Notice::Info)
	{
	n$file_desc = fi$desc;

	# The notice's own fields stay, except for the connection.
	if ( ! n?$fuid )
		n$fuid = fi$fuid;

	if ( fi?$mime && ! n?$file_mime_type )
		n$file_mime_type = fi$mime;

	if ( fi?$cuid )
		n$uid = fi$cuid;

	if ( fi?$cid )
		n$id = fi$cid;
	}

# The connection's identity, where the notice gives none.
function fill_from_connection(n: Info, c: connection)
	{
	if ( ! n?$uid )
		n$uid = c$uid;

	if ( ! n?$id )
		n$id = c$id;
	}

# Addresses and port, where the notice gives none.
function fill_from_id(n: Info, id: conn_id)
	{
	if ( ! n?$p )
		n$p = id$resp_p;

	if ( ! n?$dst )
		n$dst = id$resp_h;

	if ( ! n?$src )
		n$src = id$orig_h;
	}

function apply_policy(n: Notice::Info)
	{
	n$ts = n?$ts ? n$ts : network_time();
	n$email_delay_tokens = n?$email_delay_tokens ? n$email_delay_tokens : set();
	n$email_body_sections = n?$email_body_sections ? n$email_body_sections : vector();

@if ( Cluster::is_enabled() && ! Cluster::joint_logs )
	n$peer_name = n?$peer_name ? n$peer_name : Cluster::node;
	n$peer_descr = n?$peer_descr ? n$peer_descr : Cluster::node;
@endif

	if ( n?$f )
		populate_file_info(n$f, n);

	if ( n?$conn )
		fill_from_connection(n, n$conn);

	if ( n?$id )
		fill_from_id(n, n$id);

	if ( n?$p )
		n$proto = get_port_transport_proto(n$p);

	hook Notice::policy(n);

	# A policy may have deleted it.
	if ( ! n?$suppress_for )
		n$suppress_for = default_suppression_interval;
	}
