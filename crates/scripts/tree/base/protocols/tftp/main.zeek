##! tftp.log: a row for each request, written when its transfer is over.
##!
##! A transfer has its own connection, from a new port of the server to the port from which the client sent its
##! request. The two addresses and the client's port identify it.

@load base/protocols/conn/removal-hooks

@load ./events

module TFTP;

export {
	redef enum Log::ID += { LOG };

	## Where servers listen.
	const ports = { 69/udp } &redef;

	global log_policy: Log::PolicyHook;

	## A request and its result.
	type Info: record {
		## When the request was sent.
		ts: time &log;
		## The connection of the request.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;
		## Whether the client writes.
		wrq: bool &log;
		## The file.
		fname: string &log;
		## The transfer mode.
		mode: string &log;
		## The connection of the transfer.
		uid_data: string &log &optional;
		## The bytes sent; repeated blocks count once.
		size: count &log &default=0;
		## The number of the last block that was sent.
		block_sent: count &log &default=0;
		## The number of the last block that was acknowledged.
		block_acked: count &log &default=0;
		## The error code, if the transfer failed.
		error_code: count &log &optional;
		## The error message, if the transfer failed.
		error_msg: string &log &optional;
		## The options that the client requested or the server accepted: ``blksize=1428``.
		options: vector of string &log &optional;
		## The file.
		fuid: string &log &optional;

		## Whether the row was written.
		logged: bool &default=F;
	};

	## Raised for each line of the log.
	global log_tftp: event(rec: Info);

	## The most requests that wait for their transfers; rows of further requests are written at once.
	option max_pending_requests = 10000;

	## How long a request waits for its transfer.
	const request_timeout = 5mins &redef;

	## Writes the row of a request when its connection is removed.
	global finalize_tftp: Conn::RemovalHook;
}

redef record connection += {
	## The request that the connection carries, or that it answers.
	tftp: Info &optional;
};

redef likely_server_ports += { ports };

# Requests by the server's address, the client's and the client's port.
global requests: table[addr, addr, port] of Info &create_expire=request_timeout;

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_TFTP, ports);
	Log::create_stream(TFTP::LOG, Log::Stream($path="tftp", $columns=Info, $ev=log_tftp, $policy=log_policy));
	}

function write(info: Info)
	{
	if ( info$logged )
		return;

	info$logged = T;
	Log::write(TFTP::LOG, info);
	}

function texts(options: Options): vector of string
	{
	local all: vector of string = vector();

	for ( _, o in options )
		all += fmt("%s=%s", to_lower(o$name), o$value);

	return all;
	}

function begin(c: connection, is_write: bool, filename: string, mode: string, options: Options)
	{
	if ( c?$tftp )
		{
		# Clients repeat a request until it is answered.
		if ( c$tftp$fname == filename && c$tftp$wrq == is_write && ! c$tftp?$uid_data )
			return;

		write(c$tftp);
		}

	c$tftp = Info($ts=network_time(), $uid=c$uid, $id=c$id, $wrq=is_write, $fname=filename, $mode=mode);

	if ( |options| > 0 )
		c$tftp$options = texts(options);

	Conn::register_removal_hook(c, finalize_tftp);

	if ( |requests| < max_pending_requests )
		requests[c$id$resp_h, c$id$orig_h, c$id$orig_p] = c$tftp;
	else
		write(c$tftp);
	}

# The request that a connection answers; its own request if the server answers from the same port.
function answered(c: connection): bool
	{
	if ( ! c?$tftp )
		{
		# The server opened this connection to the client's port.
		if ( [c$id$orig_h, c$id$resp_h, c$id$resp_p] !in requests )
			return F;

		c$tftp = requests[c$id$orig_h, c$id$resp_h, c$id$resp_p];
		delete requests[c$id$orig_h, c$id$resp_h, c$id$resp_p];
		Conn::register_removal_hook(c, finalize_tftp);
		}

	c$tftp$uid_data = c$uid;
	return T;
	}

event tftp_read_request(c: connection, is_orig: bool, filename: string, mode: string, options: Options) &priority=5
	{
	begin(c, F, filename, mode, options);
	}

event tftp_write_request(c: connection, is_orig: bool, filename: string, mode: string, options: Options) &priority=5
	{
	begin(c, T, filename, mode, options);
	}

event tftp_option_ack(c: connection, is_orig: bool, options: Options) &priority=5
	{
	if ( answered(c) )
		c$tftp$options = texts(options);
	}

event tftp_data(c: connection, is_orig: bool, block: count, length: count, data: string) &priority=5
	{
	if ( ! answered(c) )
		return;

	# A repeated block has the number of the last one.
	if ( block != c$tftp$block_sent )
		c$tftp$size += length;

	c$tftp$block_sent = block;
	}

event tftp_ack(c: connection, is_orig: bool, block: count) &priority=5
	{
	if ( answered(c) )
		c$tftp$block_acked = block;
	}

event tftp_error(c: connection, is_orig: bool, code: count, msg: string) &priority=5
	{
	if ( ! answered(c) )
		return;

	c$tftp$error_code = code;
	c$tftp$error_msg = msg;
	}

hook finalize_tftp(c: connection)
	{
	if ( ! c?$tftp )
		return;

	# The connection of the request ends before that of the transfer.
	if ( c$tftp$uid == c$uid && c$tftp?$uid_data && c$tftp$uid_data != c$uid )
		return;

	delete requests[c$id$resp_h, c$id$orig_h, c$id$orig_p];
	write(c$tftp);
	}
