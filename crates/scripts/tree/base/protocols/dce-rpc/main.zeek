# dce_rpc.log: a line for each call that was answered.
#
# A connection can carry many pipes, each with its own binding: what belongs to one waits in dce_rpc_backing under the
# pipe's number, and is at hand in dce_rpc and dce_rpc_state while an event is about it.

@load ./consts
@load base/frameworks/analyzer
@load base/protocols/conn/removal-hooks

module DCE_RPC;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## A call.
	type Info: record {
		## When it was made.
		ts: time &log;
		## The connection.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;
		## From call to answer; unset where one of them was not seen.
		rtt: interval &log &optional;
		## What the answer to the binding names as the second address: a pipe, or a port.
		named_pipe: string &log &optional;
		## The interface.
		endpoint: string &log &optional;
		## The operation.
		operation: string &log &optional;
	};

	## Operations that are not logged, by interface, because they are many and say little. A star stands for all.
	option ignored_operations: table[string] of set[string] = {
		["spoolss"] = set("RpcSplOpenPrinter", "RpcClosePrinter"),
		["winreg"] = set("BaseRegCloseKey", "BaseRegGetVersion", "BaseRegOpenKey", "BaseRegQueryValue",
		                 "BaseRegDeleteKeyEx", "OpenLocalMachine", "BaseRegEnumKey", "OpenClassesRoot"),
		["wkssvc"] = set("NetrWkstaGetInfo"),
	};

	## What is known of a binding.
	type State: record {
		## The interface that was bound last.
		uuid: string &optional;
		## The second address.
		named_pipe: string &optional;
		## Interfaces by the number that calls name them by.
		ctx_to_uuid: table[count] of string &optional;
	};

	## What waits for the next event about a pipe.
	type BackingState: record {
		info: Info;
		state: State;
	};

	## Runs when the connection goes.
	global finalize_dce_rpc: Conn::RemovalHook;
}

redef DPD::ignore_violations += { Analyzer::ANALYZER_DCE_RPC };

redef record connection += {
	dce_rpc: Info &optional;
	dce_rpc_state: State &optional;
	dce_rpc_backing: table[count] of BackingState &optional;
};

const ports = { 135/tcp };
redef likely_server_ports += { ports };

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_DCE_RPC, ports);
	Log::create_stream(DCE_RPC::LOG, Log::Stream($path="dce_rpc", $columns=Info, $policy=log_policy));
	}

# The name of a pipe without the directory that all pipes are in.
function normalize_named_pipe_name(pn: string): string
	{
	local parts = split_string(pn, /\\pipe\\/i);
	return to_lower(1 in parts ? parts[1] : pn);
	}

# Brings a pipe into c$dce_rpc and c$dce_rpc_state, with what its binding tells filled in.
function use_pipe(c: connection, pipe: BackingState)
	{
	local row = pipe$info;
	local state = pipe$state;
	c$dce_rpc = row;
	c$dce_rpc_state = state;

	if ( state?$named_pipe )
		row$named_pipe = state$named_pipe;
	if ( state?$uuid )
		row$endpoint = uuid_endpoint_map[state$uuid];
	}

function open_pipe(c: connection): BackingState
	{
	return BackingState($state=State(), $info=Info($ts=network_time(), $uid=c$uid, $id=c$id));
	}

# Brings in the pipe with this number, opened by its first message.
function select_pipe(c: connection, fid: count)
	{
	if ( ! c?$dce_rpc_backing )
		{
		Conn::register_removal_hook(c, finalize_dce_rpc);
		c$dce_rpc_backing = table();
		}

	local pipes = c$dce_rpc_backing;

	if ( fid !in pipes )
		pipes[fid] = open_pipe(c);

	use_pipe(c, pipes[fid]);
	}

# Where a binding was not seen, the name of the pipe may tell the interface.
function guess_interface(c: connection)
	{
	if ( c$dce_rpc?$endpoint || ! c$dce_rpc?$named_pipe )
		return;

	local name = normalize_named_pipe_name(c$dce_rpc$named_pipe);
	if ( name in pipe_name_to_common_uuid )
		c$dce_rpc_state$uuid = pipe_name_to_common_uuid[name];
	}

function bound(c: connection, fid: count, ctx_id: count, uuid: string)
	{
	select_pipe(c, fid);

	local state = c$dce_rpc_state;
	if ( ! state?$ctx_to_uuid )
		state$ctx_to_uuid = table();

	state$uuid = uuid_to_string(uuid);
	state$ctx_to_uuid[ctx_id] = state$uuid;
	c$dce_rpc$endpoint = uuid_endpoint_map[state$uuid];
	}

# Whether the call at hand is logged: one whose interface is not known would say nothing.
function is_logged(info: Info): bool
	{
	if ( ! info?$endpoint || ! info?$operation )
		return F;
	if ( info$endpoint !in ignored_operations )
		return T;

	local ignored = ignored_operations[info$endpoint];
	return info$operation !in ignored && "*" !in ignored;
	}

event dce_rpc_bind(c: connection, fid: count, ctx_id: count, uuid: string, ver_major: count, ver_minor: count) &priority=5
	{
	bound(c, fid, ctx_id, uuid);
	}

event dce_rpc_alter_context(c: connection, fid: count, ctx_id: count, uuid: string, ver_major: count, ver_minor: count) &priority=5
	{
	bound(c, fid, ctx_id, uuid);
	}

event dce_rpc_bind_ack(c: connection, fid: count, sec_addr: string) &priority=5
	{
	select_pipe(c, fid);

	if ( sec_addr != "" )
		{
		c$dce_rpc_state$named_pipe = sec_addr;
		c$dce_rpc$named_pipe = sec_addr;
		}
	}

event dce_rpc_alter_context_resp(c: connection, fid: count) &priority=5
	{
	select_pipe(c, fid);
	}

event dce_rpc_request(c: connection, fid: count, ctx_id: count, opnum: count, stub_len: count) &priority=5
	{
	select_pipe(c, fid);
	c$dce_rpc$ts = network_time();
	}

event dce_rpc_response(c: connection, fid: count, ctx_id: count, opnum: count, stub_len: count) &priority=5
	{
	select_pipe(c, fid);
	guess_interface(c);

	local info = c$dce_rpc;
	local state = c$dce_rpc_state;

	if ( info?$endpoint )
		{
		info$operation = operations[state$uuid, opnum];
		if ( info$ts != network_time() )
			info$rtt = network_time() - info$ts;
		}

	# The call's own interface is a better answer than the one that was bound last.
	if ( state?$ctx_to_uuid && ctx_id in state$ctx_to_uuid )
		{
		local uuid = state$ctx_to_uuid[ctx_id];
		info$endpoint = uuid_endpoint_map[uuid];
		info$operation = operations[uuid, opnum];
		}
	}

event dce_rpc_response(c: connection, fid: count, ctx_id: count, opnum: count, stub_len: count) &priority=-5
	{
	if ( ! c?$dce_rpc )
		return;

	if ( is_logged(c$dce_rpc) )
		Log::write(LOG, c$dce_rpc);

	delete c$dce_rpc;
	}

event smb_discarded_dce_rpc_analyzers(c: connection)
	{
	# So many pipes were open that something must be wrong.
	delete c$dce_rpc_backing;
	Reporter::conn_weird("SMB_discarded_dce_rpc_analyzers", c, "", "SMB");
	}

event smb2_close_request(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID) &priority=-5
	{
	if ( c?$dce_rpc_backing )
		delete c$dce_rpc_backing[file_id$persistent + file_id$volatile];
	}

hook finalize_dce_rpc(c: connection)
	{
	if ( ! c?$dce_rpc || ! c?$dce_rpc_backing )
		return;

	for ( _, pipe in c$dce_rpc_backing )
		{
		use_pipe(c, pipe);
		guess_interface(c);
		if ( is_logged(c$dce_rpc) )
			Log::write(LOG, c$dce_rpc);
		}
	}
