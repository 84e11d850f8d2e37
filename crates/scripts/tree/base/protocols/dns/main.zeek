# dns.log: a line for each question with its reply.
#
# A connection may carry many questions at the same time. Each is stored in the connection's State until the reply
# with its id arrives, or the other way round if packets were reordered. Unmatched messages are logged alone when the
# connection is removed.

@load base/utils/queue
@load base/protocols/conn/removal-hooks
@load ./consts

module DNS;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## A question with its reply.
	type Info: record {
		## When the first message of the pair was seen.
		ts: time &log;
		## The connection.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;
		## Its transport.
		proto: transport_proto &log;
		## The transaction id of the question.
		trans_id: count &log &optional;
		## From question to reply.
		rtt: interval &log &optional;
		## The queried name.
		query: string &log &optional;
		## The queried class.
		qclass: count &log &optional;
		## Its name.
		qclass_name: string &log &optional;
		## The queried type.
		qtype: count &log &optional;
		## Its name.
		qtype_name: string &log &optional;
		## The reply's code.
		rcode: count &log &optional;
		## Its name.
		rcode_name: string &log &optional;
		## The server is authoritative for the name.
		AA: bool &log &default=F;
		## The message is truncated.
		TC: bool &log &default=F;
		## The client requests recursion.
		RD: bool &log &default=F;
		## The server offers recursion.
		RA: bool &log &default=F;
		## Three bits that must be 0 (RFC 1035); DNSSEC uses two of them.
		Z: count &log &default=0;
		## The records of the reply's answer section, as text.
		answers: vector of string &log &optional;
		## Their times to live.
		TTLs: vector of interval &log &optional;
		## The server rejected the query.
		rejected: bool &log &default=F;
		## The number of records in the answer section, according to the header.
		total_answers: count &optional;
		## The number of records in the whole reply, according to the header.
		total_replies: count &optional;
		## Whether the query was seen completely.
		saw_query: bool &default=F;
		## Whether the reply was seen completely.
		saw_reply: bool &default=F;
	};

	## A row that is logged.
	global log_dns: event(rec: Info);

	## Runs for each record of a reply, with a short text of its content.
	global do_reply: hook(c: connection, msg: dns_msg, ans: dns_answer, reply: string);

	## Runs for each message, before its parts: sets c$dns to the row of the message.
	global set_session: hook(c: connection, msg: dns_msg, is_query: bool);

	## Messages that wait for their counterpart, by transaction id.
	type PendingMessages: table[count] of Queue::Queue;

	## If more messages than this wait for one id, they are logged unmatched.
	option max_pending_msgs = 50;

	## If more ids than this are pending, they are logged unmatched.
	option max_pending_query_ids = 50;

	## The pending messages of a connection.
	type State: record {
		## The first pending query: most connections have only this one.
		pending_query: Info &optional;
		## Further pending queries.
		pending_queries: PendingMessages &optional;
		## Replies without a query.
		pending_replies: PendingMessages &optional;
	};

	## Logs pending messages when a connection is removed.
	global finalize_dns: Conn::RemovalHook;
}

redef record connection += {
	dns: Info &optional;
	dns_state: State &optional;
};

const ports = { 53/udp, 53/tcp, 137/udp, 5353/udp, 5355/udp };
redef likely_server_ports += { ports };

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_DNS, ports);
	Log::create_stream(DNS::LOG, Log::Stream($path="dns", $columns=Info, $policy=log_policy, $ev=log_dns));
	}

function begin_info(c: connection, id: count): Info
	{
	return Info($ts=network_time(), $uid=c$uid, $id=c$id, $proto=get_port_transport_proto(c$id$resp_p), $trans_id=id);
	}

function write_all(waiting: Queue::Queue)
	{
	local infos: vector of Info;
	Queue::get_vector(waiting, infos);

	for ( _, info in infos )
		Log::write(DNS::LOG, info);
	}

# Logs all pending messages unmatched.
function give_up(pending: PendingMessages)
	{
	for ( _, waiting in pending )
		write_all(waiting);

	clear_table(pending);
	}

function is_waiting(pending: PendingMessages, id: count): bool
	{
	return id in pending && Queue::len(pending[id]) > 0;
	}

function wait(pending: PendingMessages, id: count, info: Info)
	{
	if ( id in pending )
		{
		if ( Queue::len(pending[id]) > max_pending_msgs )
			{
			write_all(pending[id]);
			pending[id] = Queue::init();
			}
		}
	else
		{
		if ( |pending| > max_pending_query_ids )
			give_up(pending);

		pending[id] = Queue::init();
		}

	Queue::put(pending[id], info);
	}

function take(pending: PendingMessages, id: count): Info
	{
	local info: Info = Queue::get(pending[id]);

	if ( Queue::len(pending[id]) == 0 )
		delete pending[id];

	return info;
	}

# The first place is free: the next query with the same id moves up, otherwise any other, so that later queries do not
# overtake pending ones.
function move_up(state: State, id: count)
	{
	if ( ! state?$pending_queries )
		return;

	if ( is_waiting(state$pending_queries, id) )
		{
		state$pending_query = take(state$pending_queries, id);
		return;
		}

	local next_id = id;
	local found = F;

	for ( other, waiting in state$pending_queries )
		{
		if ( Queue::len(waiting) == 0 )
			next;

		next_id = other;
		found = T;
		break;
		}

	if ( found )
		state$pending_query = take(state$pending_queries, next_id);
	}

function info_of_query(c: connection, state: State, id: count): Info
	{
	if ( state?$pending_replies && is_waiting(state$pending_replies, id) )
		return take(state$pending_replies, id);

	local info = begin_info(c, id);

	if ( ! state?$pending_query )
		{
		state$pending_query = info;
		return info;
		}

	if ( ! state?$pending_queries )
		state$pending_queries = table();

	wait(state$pending_queries, id, info);
	return info;
	}

function info_of_reply(c: connection, state: State, id: count): Info
	{
	local info: Info;

	if ( state?$pending_query && state$pending_query$trans_id == id )
		{
		info = state$pending_query;
		delete state$pending_query;
		move_up(state, id);
		return info;
		}

	if ( state?$pending_queries && is_waiting(state$pending_queries, id) )
		return take(state$pending_queries, id);

	if ( ! state?$pending_replies )
		state$pending_replies = table();

	info = begin_info(c, id);
	wait(state$pending_replies, id, info);
	return info;
	}

hook set_session(c: connection, msg: dns_msg, is_query: bool) &priority=5
	{
	if ( ! c?$dns_state )
		{
		c$dns_state = State();
		Conn::register_removal_hook(c, finalize_dns);
		}

	if ( is_query )
		{
		c$dns = info_of_query(c, c$dns_state, msg$id);
		return;
		}

	local info = info_of_reply(c, c$dns_state, msg$id);
	c$dns = info;
	info$rcode = msg$rcode;
	info$rcode_name = base_errors[msg$rcode];

	if ( ! info?$total_answers )
		info$total_answers = msg$num_answers;

	if ( ! info?$total_replies )
		info$total_replies = msg$num_answers + msg$num_addl + msg$num_auth;

	if ( msg$rcode != 0 && msg$num_queries == 0 )
		info$rejected = T;
	}

# Only plain queries (opcode 0) are followed.
event dns_message(c: connection, is_orig: bool, msg: dns_msg, len: count) &priority=5
	{
	if ( msg$opcode == 0 )
		hook set_session(c, msg, ! msg$QR);
	}

event dns_request(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count) &priority=5
	{
	if ( msg$opcode != 0 )
		return;

	local info = c$dns;
	info$RD = msg$RD;
	info$TC = msg$TC;
	info$Z = msg$Z;
	info$qclass = qclass;
	info$qclass_name = classes[qclass];
	info$qtype = qtype;
	info$qtype_name = query_types[qtype];
	info$query = query;

	if ( c$id$resp_p == 137/udp )
		{
		# NetBIOS names have their own encoding, and NetBIOS uses the number of SRV for node status queries.
		local plain = decode_netbios_name(query);

		if ( plain != "" )
			info$query = plain;

		if ( info$qtype_name == "SRV" )
			info$qtype_name = "NBSTAT";
		}
	}

event dns_rejected(c: connection, msg: dns_msg, query: string, qtype: count, qclass: count) &priority=5
	{
	if ( c?$dns )
		c$dns$rejected = T;
	}

hook DNS::do_reply(c: connection, msg: dns_msg, ans: dns_answer, reply: string) &priority=5
	{
	# Records in a query are not answers.
	if ( msg$opcode != 0 || ! msg$QR || ans$answer_type != DNS_ANS )
		return;

	local info = c$dns;
	info$AA = msg$AA;
	info$RA = msg$RA;

	if ( ! info?$query )
		info$query = ans$query;

	if ( ! info?$rtt )
		{
		# A zero round-trip time means that only the reply was seen.
		local rtt = network_time() - info$ts;

		if ( rtt != 0secs )
			info$rtt = rtt;
		}

	if ( reply == "" )
		return;

	if ( ! info?$answers )
		info$answers = vector();

	if ( ! info?$TTLs )
		info$TTLs = vector();

	info$answers += reply;
	info$TTLs += ans$TTL;
	}

event dns_A_reply(c: connection, msg: dns_msg, ans: dns_answer, a: addr) &priority=5
	{
	hook DNS::do_reply(c, msg, ans, cat(a));
	}

event dns_AAAA_reply(c: connection, msg: dns_msg, ans: dns_answer, a: addr) &priority=5
	{
	hook DNS::do_reply(c, msg, ans, cat(a));
	}

event dns_A6_reply(c: connection, msg: dns_msg, ans: dns_answer, a: addr) &priority=5
	{
	hook DNS::do_reply(c, msg, ans, cat(a));
	}

event dns_NS_reply(c: connection, msg: dns_msg, ans: dns_answer, name: string) &priority=5
	{
	hook DNS::do_reply(c, msg, ans, name);
	}

event dns_CNAME_reply(c: connection, msg: dns_msg, ans: dns_answer, name: string) &priority=5
	{
	hook DNS::do_reply(c, msg, ans, name);
	}

event dns_PTR_reply(c: connection, msg: dns_msg, ans: dns_answer, name: string) &priority=5
	{
	hook DNS::do_reply(c, msg, ans, name);
	}

event dns_MX_reply(c: connection, msg: dns_msg, ans: dns_answer, name: string, preference: count) &priority=5
	{
	hook DNS::do_reply(c, msg, ans, name);
	}

event dns_SRV_reply(c: connection, msg: dns_msg, ans: dns_answer, target: string, priority: count, weight: count,
                    p: count) &priority=5
	{
	hook DNS::do_reply(c, msg, ans, target);
	}

event dns_SOA_reply(c: connection, msg: dns_msg, ans: dns_answer, soa: dns_soa) &priority=5
	{
	hook DNS::do_reply(c, msg, ans, soa$mname);
	}

event dns_WKS_reply(c: connection, msg: dns_msg, ans: dns_answer) &priority=5
	{
	hook DNS::do_reply(c, msg, ans, "");
	}

event dns_unknown_reply(c: connection, msg: dns_msg, ans: dns_answer) &priority=5
	{
	hook DNS::do_reply(c, msg, ans, fmt("<unknown type=%d>", ans$qtype));
	}

# "TXT 5 hello TXT 2 hi": each string with its length.
function counted(kind: string, strs: string_vec): string
	{
	local all = "";

	for ( i, s in strs )
		all += fmt("%s%s %d %s", i > 0 ? " " : "", kind, |s|, s);

	return all;
	}

event dns_TXT_reply(c: connection, msg: dns_msg, ans: dns_answer, strs: string_vec) &priority=5
	{
	hook DNS::do_reply(c, msg, ans, counted("TXT", strs));
	}

event dns_SPF_reply(c: connection, msg: dns_msg, ans: dns_answer, strs: string_vec) &priority=5
	{
	hook DNS::do_reply(c, msg, ans, counted("SPF", strs));
	}

event dns_NAPTR_reply(c: connection, msg: dns_msg, ans: dns_answer, naptr: dns_naptr_rr) &priority=5
	{
	local gap = naptr$regexp != "" && naptr$replacement != "" ? " " : "";
	hook DNS::do_reply(c, msg, ans, fmt("NAPTR %d %d %s %s %s%s%s", naptr$order, naptr$preference, naptr$flags,
	                                    naptr$service, naptr$regexp, gap, naptr$replacement));
	}

event dns_RRSIG(c: connection, msg: dns_msg, ans: dns_answer, rrsig: dns_rrsig_rr) &priority=5
	{
	local signer = rrsig$signer_name == "" ? "<Root>" : rrsig$signer_name;
	hook DNS::do_reply(c, msg, ans, fmt("RRSIG %d %s", rrsig$type_covered, signer));
	}

event dns_DNSKEY(c: connection, msg: dns_msg, ans: dns_answer, dnskey: dns_dnskey_rr) &priority=5
	{
	hook DNS::do_reply(c, msg, ans, fmt("DNSKEY %d", dnskey$algorithm));
	}

event dns_DS(c: connection, msg: dns_msg, ans: dns_answer, ds: dns_ds_rr) &priority=5
	{
	hook DNS::do_reply(c, msg, ans, fmt("DS %d %d", ds$algorithm, ds$digest_type));
	}

event dns_NSEC(c: connection, msg: dns_msg, ans: dns_answer, next_name: string, bitmaps: string_vec) &priority=5
	{
	hook DNS::do_reply(c, msg, ans, fmt("NSEC %s %s", ans$query, next_name));
	}

event dns_NSEC3(c: connection, msg: dns_msg, ans: dns_answer, nsec3: dns_nsec3_rr) &priority=5
	{
	hook DNS::do_reply(c, msg, ans, "NSEC3");
	}

event dns_NSEC3PARAM(c: connection, msg: dns_msg, ans: dns_answer, nsec3param: dns_nsec3param_rr) &priority=5
	{
	hook DNS::do_reply(c, msg, ans, "NSEC3PARAM");
	}

event dns_BINDS(c: connection, msg: dns_msg, ans: dns_answer, binds: dns_binds_rr) &priority=5
	{
	hook DNS::do_reply(c, msg, ans, "BIND9 signing signal");
	}

event dns_SSHFP(c: connection, msg: dns_msg, ans: dns_answer, algo: count, fptype: count, fingerprint: string) &priority=5
	{
	hook DNS::do_reply(c, msg, ans, fmt("SSHFP: %s", bytestring_to_hexstr(fingerprint)));
	}

event dns_LOC(c: connection, msg: dns_msg, ans: dns_answer, loc: dns_loc_rr) &priority=5
	{
	hook DNS::do_reply(c, msg, ans, fmt("LOC:  %d %d %d", loc$size, loc$horiz_pre, loc$vert_pre));
	}

event dns_end(c: connection, msg: dns_msg) &priority=5
	{
	if ( ! c?$dns )
		return;

	if ( msg$QR )
		c$dns$saw_reply = T;
	else
		c$dns$saw_query = T;
	}

# After all handlers that may add to the row.
event dns_end(c: connection, msg: dns_msg) &priority=-5
	{
	if ( ! c?$dns || ! c$dns$saw_query || ! c$dns$saw_reply )
		return;

	Log::write(DNS::LOG, c$dns);
	delete c$dns;
	}

hook finalize_dns(c: connection)
	{
	if ( ! c?$dns_state )
		return;

	local state = c$dns_state;

	if ( state?$pending_query )
		Log::write(DNS::LOG, state$pending_query);

	if ( state?$pending_queries )
		give_up(state$pending_queries);

	if ( state?$pending_replies )
		give_up(state$pending_replies);
	}
