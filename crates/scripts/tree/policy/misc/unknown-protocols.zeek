# unknown_protocols.log: protocols of packets that no analyzer reads.

@load base/frameworks/notice

module UnknownProtocol;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	type Info: record {
		## When the packet was seen.
		ts: time &log;
		## The analyzer that found it.
		analyzer: string &log;
		## Its number, in hexadecimal.
		protocol_id: string &log;
		protocol_id_num: count;
		## The first bytes that no analyzer could read, in hexadecimal.
		first_bytes: string &log;
		## The analyzers that read the packet before.
		analyzer_history: vector of string &log;
	};
}

event zeek_init() &priority=5
	{
	Log::create_stream(LOG, Log::Stream($columns=Info, $path="unknown_protocols", $policy=log_policy));
	}

event unknown_protocol(analyzer_name: string, protocol: count, first_bytes: string, analyzer_history: string_vec)
	{
	Log::write(LOG, Info($ts=network_time(), $analyzer=analyzer_name, $protocol_id=fmt("0x%x", protocol),
	                     $protocol_id_num=protocol, $first_bytes=bytestring_to_hexstr(first_bytes),
	                     $analyzer_history=analyzer_history));
	}
