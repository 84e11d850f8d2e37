# dce_rpc.log: a line for each call that was answered.
#
# A connection can carry many pipes, each with its own binding. The state of a pipe is stored in dce_rpc_backing under
# the pipe's number, and is copied to dce_rpc and dce_rpc_state during an event about it.

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
		## From call to answer; unset if one of them was not seen.
		rtt: interval &log &optional;
		## The secondary address in the answer to the binding: a pipe, or a port.
		named_pipe: string &log &optional;
		## The interface.
		endpoint: string &log &optional;
		## The operation.
		operation: string &log &optional;
	};

	## Operations that are not logged, by interface, since they are frequent and of little interest. A star stands for
	## all operations.
	option ignored_operations: table[string] of set[string] = {
		["spoolss"] = set("RpcSplOpenPrinter", "RpcClosePrinter"),
		["winreg"] = set("BaseRegCloseKey", "BaseRegGetVersion", "BaseRegOpenKey", "BaseRegQueryValue",
		                 "BaseRegDeleteKeyEx", "OpenLocalMachine", "BaseRegEnumKey", "OpenClassesRoot"),
		["wkssvc"] = set("NetrWkstaGetInfo"),
	};

	## The state of a binding.
	type State: record {
		## The interface that was bound most recently.
		uuid: string &optional;
		## The second address.
		named_pipe: string &optional;
		## Interfaces by context id, which calls refer to.
		ctx_to_uuid: table[count] of string &optional;
	};

	## The state stored for the next event about a pipe.
	type BackingState: record {
		info: Info;
		state: State;
	};

	## Runs when the connection is removed.
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

# The name of a pipe without the common directory of pipes.
function normalize_named_pipe_name(pn: string): string
	{
	local parts = split_string(pn, /\\pipe\\/i);
	return to_lower(1 in parts ? parts[1] : pn);
	}

# Sets c$dce_rpc and c$dce_rpc_state to a pipe, with the fields known from its binding.
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

# Sets the current pipe by its number; creates it with its first message.
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

# If the binding was not seen, the name of the pipe may identify the interface.
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

# Whether the current call is logged: a call of an unknown interface would carry no information.
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

	# The call's own interface takes precedence over the most recently bound one.
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
	# An implausible number of pipes was open.
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
