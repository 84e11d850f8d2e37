# Actions on matches of signatures: signatures.log, notices, and scans found by many matches.

@load base/frameworks/notice

module Signatures;

export {
	redef enum Notice::Type += {
		# A signature matched whose action raises a notice.
		Sensitive_Signature,
		# Many signatures matched between two hosts.
		Multiple_Signatures,
		# A signature matched connections of a host to many others.
		Multiple_Sig_Responders,
		# A signature matched often at one responder.
		Count_Signature,
		# How often a signature matched at an originator.
		Signature_Summary,
	};

	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## Actions on a match.
	type Action: enum {
		## Ignore it.
		SIG_IGNORE,
		## Look for scans only.
		SIG_QUIET,
		## Log it.
		SIG_LOG,
		## Log it, without looking for scans.
		SIG_FILE_BUT_NO_SCAN,
		## Raise a notice for each match.
		SIG_ALARM,
		## Raise a notice for the first match of each originator.
		SIG_ALARM_PER_ORIG,
		## Raise a notice for the first match.
		SIG_ALARM_ONCE,
		## Raise a notice at certain numbers of matches at a responder.
		SIG_COUNT_PER_RESP,
		## Raise a notice a day for each originator.
		SIG_SUMMARY,
	};

	## A row of signatures.log.
	type Info: record {
		## When the signature matched.
		ts: time &log;
		## The connection's unique identifier, the same in all logs.
		uid: string &log &optional;
		## The host that sent what matched.
		src_addr: addr &log &optional;
		## The sender's port.
		src_port: port &log &optional;
		## The host that it was sent to.
		dst_addr: addr &log &optional;
		## The receiver's port.
		dst_port: port &log &optional;
		## The notice that was raised.
		note: Notice::Type &log;
		## The signature's name.
		sig_id: string &log &optional;
		## The signature's message.
		event_msg: string &log &optional;
		## The matching payload, or more in words.
		sub_msg: string &log &optional;
		## Signatures that matched, for notices about several.
		sig_count: count &log &optional;
		## Hosts that were involved, for notices about several.
		host_count: count &log &optional;
	};

	## Actions by signature.
	global actions: table[string] of Action = {
		["unspecified"] = SIG_IGNORE,
	} &redef &default=SIG_ALARM;

	## Signatures to ignore.
	option ignored_ids = /NO_DEFAULT_MATCHES/;

	## Numbers of responders at which a notice about an originator is raised.
	const horiz_scan_thresholds = { 5, 10, 50, 100, 500, 1000 } &redef;

	## Numbers of signatures between two hosts at which a notice about the originator is raised.
	const vert_scan_thresholds = { 5, 10, 50, 100, 500, 1000 } &redef;

	## Numbers of matches at a responder at which a notice is raised.
	const count_thresholds = { 5, 10, 50, 100, 500, 1000, 10000, 1000000 } &redef;

	## How long matches are counted for a summary.
	option summary_interval = 1 day;

	global log_signature: event(rec: Info);
}

# How many bytes of matched data a row shows.
const shown_data = 140;

# Responders by originator and signature; signatures by originator and responder.
global horiz_table: table[addr, string] of addr_set &read_expire=1hr;
global vert_table: table[addr, addr] of string_set &read_expire=1hr;

# The threshold that raised the last notice.
global last_hthresh: table[addr] of count &default=0 &read_expire=1hr;
global last_vthresh: table[addr] of count &default=0 &read_expire=1hr;

global count_per_resp: table[addr, string] of count &default=0 &read_expire=1hr;
global count_per_orig: table[addr, string] of count &default=0 &read_expire=1hr;
global did_sig_log: set[string] &read_expire=1hr;

event zeek_init() &priority=5
	{
	Log::create_stream(LOG, Log::Stream($columns=Info, $ev=log_signature, $path="signatures", $policy=log_policy));
	}

event sig_summary(orig: addr, id: string, msg: string)
	{
	NOTICE(Notice::Info($note=Signature_Summary, $src=orig, $msg=fmt("%s: %s", orig, msg), $n=count_per_orig[orig, id]));
	}

# Counts a match at a responder; raises a notice at thresholds.
function count_at_responder(c: connection, id: string, msg: string)
	{
	local resp = c$id$resp_h;
	local n = ++count_per_resp[resp, id];

	if ( n in count_thresholds )
		NOTICE(Notice::Info($note=Count_Signature, $conn=c, $msg=msg, $n=n,
		                    $sub=fmt("%d matches of signature %s on host %s", n, id, resp)));
	}

# Whether a match raises a notice of its own.
function is_alarming(action: Action, orig: addr, id: string, msg: string): bool
	{
	switch ( action )
		{
		case SIG_ALARM:
			return T;

		case SIG_ALARM_ONCE:
			if ( id in did_sig_log )
				return F;

			add did_sig_log[id];
			return T;

		case SIG_ALARM_PER_ORIG:
			return ++count_per_orig[orig, id] == 1;

		case SIG_SUMMARY:
			if ( ++count_per_orig[orig, id] == 1 )
				schedule summary_interval { sig_summary(orig, id, msg) };

			return F;
		}

	return F;
	}

# Raises notices about originators that match one signature at many hosts.
function look_across(orig: addr, id: string, msg: string, resp: addr)
	{
	if ( [orig, id] !in horiz_table )
		horiz_table[orig, id] = set();

	add horiz_table[orig, id][resp];
	local n = |horiz_table[orig, id]|;

	if ( n !in horiz_scan_thresholds || n == last_hthresh[orig] )
		return;

	local text = fmt("%s has triggered signature %s on %d hosts", orig, id, n);

	Log::write(LOG, Info($ts=network_time(), $note=Multiple_Sig_Responders, $src_addr=orig, $sig_id=id, $event_msg=msg,
	                     $host_count=n, $sub_msg=text));
	NOTICE(Notice::Info($note=Multiple_Sig_Responders, $src=orig, $msg=msg, $n=n, $sub=text));
	last_hthresh[orig] = n;
	}

# Raises notices about originators that match many signatures at one host.
function look_down(orig: addr, id: string, resp: addr)
	{
	if ( [orig, resp] !in vert_table )
		vert_table[orig, resp] = set();

	add vert_table[orig, resp][id];
	local n = |vert_table[orig, resp]|;

	if ( n !in vert_scan_thresholds || n == last_vthresh[orig] )
		return;

	local text = fmt("%s has triggered %d different signatures on host %s", orig, n, resp);
	local what = fmt("%s different signatures triggered", n);

	Log::write(LOG, Info($ts=network_time(), $note=Multiple_Signatures, $src_addr=orig, $dst_addr=resp, $sig_id=id,
	                     $sig_count=n, $event_msg=what, $sub_msg=text));
	NOTICE(Notice::Info($note=Multiple_Signatures, $src=orig, $dst=resp, $msg=what, $n=n, $sub=text));
	last_vthresh[orig] = n;
	}

event signature_match(state: signature_state, msg: string, data: string)
	{
	local id = state$sig_id;
	local action = actions[id];

	if ( action == SIG_IGNORE || ignored_ids in id )
		return;

	if ( |data| > shown_data )
		data = sub_bytes(data, 0, shown_data) + "...";

	local c = state$conn;
	local orig = c$id$orig_h;
	local resp = c$id$resp_h;
	local src = state$is_orig ? orig : resp;
	local dst = state$is_orig ? resp : orig;
	local what = fmt("%s: %s", src, msg);

	if ( action != SIG_QUIET && action != SIG_COUNT_PER_RESP )
		Log::write(LOG, Info($ts=network_time(), $note=Sensitive_Signature, $uid=c$uid, $src_addr=src,
		                     $src_port=state$is_orig ? c$id$orig_p : c$id$resp_p, $dst_addr=dst,
		                     $dst_port=state$is_orig ? c$id$resp_p : c$id$orig_p, $event_msg=what, $sig_id=id,
		                     $sub_msg=data));

	if ( action == SIG_COUNT_PER_RESP )
		count_at_responder(c, id, msg);

	if ( is_alarming(action, orig, id, msg) )
		NOTICE(Notice::Info($note=Sensitive_Signature, $conn=c, $src=src, $dst=dst, $msg=what, $sub=data));

	if ( action == SIG_FILE_BUT_NO_SCAN || action == SIG_SUMMARY )
		return;

	look_across(orig, id, msg, resp);
	look_down(orig, id, resp);
	}
