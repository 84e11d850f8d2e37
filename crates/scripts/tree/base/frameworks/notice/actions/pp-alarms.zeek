# A readable summary of alarms, a few lines each, mailed when the alarm log is rotated.

@load base/frameworks/cluster
@load ../main

module Notice;

export {
	const pretty_print_alarms = T &redef;

	# Replaces mail_dest.
	const mail_dest_pretty_printed = "" &redef;

	# Alarms about these networks are marked.
	global flag_nets: set[subnet] &redef;

	global pretty_print_alarm: function(out: file, n: Info) &redef;

	# For tests: writes summaries regardless of the mail options.
	global force_email_summaries = F &redef;
}

const summary_name = "alarm-mail.txt";
global summary: file;
global summary_is_open = F;

function wants_summary(): bool
	{
	if ( force_email_summaries )
		return T;

	return pretty_print_alarms && ! reading_traces() && (mail_dest != "" || mail_dest_pretty_printed != "");
	}

# Finishes the summary, and mails it if there is a recipient.
function send_summary(info: Log::RotationInfo)
	{
	if ( ! summary_is_open )
		return;

	write_file(summary, "\n\n--\n[Automatically generated]\n\n");
	close(summary);
	summary_is_open = F;

	local dest = mail_dest_pretty_printed == "" ? mail_dest : mail_dest_pretty_printed;

	if ( dest == "" )
		return;

	local subject = cat("Alarm summary from ", strftime("%H:%M:%S", info$open), "-", strftime("%H:%M:%S", info$close));
	local header_name = cat(summary_name, ".tmp");
	local header = open(header_name);

	write_file(header, cat(email_headers(subject, dest), "\n"));
	close(header);
	system(fmt("/bin/cat %s %s | %s -t -oi && /bin/rm -f %s %s", header_name, summary_name, sendmail, header_name,
	           summary_name));
	}

function pp_postprocessor(info: Log::RotationInfo): bool
	{
	if ( wants_summary() )
		send_summary(info);

	return T;
	}

event zeek_init()
	{
	# Replaces the filter that mails the log itself.
	if ( wants_summary() )
		Log::add_filter(ALARM_LOG, Log::Filter($name="alarm-mail", $writer=Log::WRITER_NONE,
		                                       $interv=Log::default_mail_alarms_interval,
		                                       $postprocessor=pp_postprocessor));
	}

hook notice(n: Notice::Info) &priority=-5
	{
	if ( ACTION_ALARM !in n$actions || ! wants_summary() )
		return;

	if ( ! summary_is_open )
		{
		summary = open(summary_name);
		summary_is_open = T;
		}

	pretty_print_alarm(summary, n);
	}

# Writes the lines of an alarm, with the names of its hosts.
function print_lines(out: file, n: Info, lines: string_vec, host1: addr, name1: string, host2: addr, name2: string)
	{
	local where = "";

@ifdef ( Notice::ACTION_ADD_GEODATA )
	if ( n?$remote_location && n$remote_location?$country_code )
		where = fmt(" (remote location %s)", n$remote_location$country_code);
@endif

	for ( i, line in lines )
		print out, i == 0 ? cat(line, where) : line;

	local names = "";

	if ( host1 != 0.0.0.0 )
		names = fmt("   # %s = %s", host1, name1);

	if ( host2 != 0.0.0.0 )
		names += fmt("  %s = %s", host2, name2);

	if ( names != "" )
		print out, names;

	print out, "";
	}

const no_answer = "(dns timeout)";

# The second host is looked up after the first one is resolved or failed.
function resolve_second(out: file, n: Info, lines: string_vec, h1: addr, name1: string, h2: addr)
	{
	if ( h2 == 0.0.0.0 )
		{
		print_lines(out, n, lines, h1, name1, h2, "");
		return;
		}

	when [out, n, lines, h1, name1, h2] ( local name2 = lookup_addr(h2) )
		{
		print_lines(out, n, lines, h1, name1, h2, name2);
		}
	timeout 5 secs
		{
		print_lines(out, n, lines, h1, name1, h2, no_answer);
		}
	}

function pretty_print_alarm(out: file, n: Info)
	{
	local peer = "";

@if ( Cluster::is_enabled() )
	peer = fmt("<%s> ", n?$peer_descr ? n$peer_descr : (n?$peer_name ? n$peer_name : "local"));
@endif

	local who = "";
	local h1 = 0.0.0.0;
	local h2 = 0.0.0.0;

	if ( n?$id )
		{
		h1 = n$id$orig_h;
		h2 = n$id$resp_h;
		who = fmt("%s:%s -> %s:%s", h1, n$id$orig_p, h2, n$id$resp_p);
		}
	else if ( n?$src )
		{
		h1 = n$src;

		if ( n?$dst )
			{
			h2 = n$dst;
			who = fmt("%s -> %s", h1, h2);
			}
		else
			who = n?$p ? fmt("%s:%s", h1, n$p) : cat(h1);
		}

	if ( n?$uid )
		who = fmt("%s (uid %s)", who, n$uid);

	local mark = h1 in flag_nets || h2 in flag_nets ? ">" : " ";
	local lines = vector(fmt(">%s %D %s %s", mark, network_time(), n$note, who), fmt("   %s%s", peer, n$msg));

	if ( n?$sub )
		lines += fmt("   %s", n$sub);

	if ( h1 == 0.0.0.0 )
		{
		print_lines(out, n, lines, h1, "", h2, "");
		return;
		}

	# Hosts of a capture are not looked up.
	if ( reading_traces() )
		{
		print_lines(out, n, lines, h1, "<skipped>", h2, "<skipped>");
		return;
		}

	when [out, n, lines, h1, h2] ( local name1 = lookup_addr(h1) )
		{
		resolve_second(out, n, lines, h1, name1, h2);
		}
	timeout 5 secs
		{
		resolve_second(out, n, lines, h1, no_answer, h2);
		}
	}
