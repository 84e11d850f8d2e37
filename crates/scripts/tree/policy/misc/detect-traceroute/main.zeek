# Detects hosts that trace routes, by packets with a small TTL and the routers' Time Exceeded messages.

@load base/frameworks/notice
@load base/frameworks/signatures
@load base/frameworks/sumstats
@load-sigs ./low-ttl.sig

module Traceroute;

export {
	redef enum Log::ID += { LOG };

	redef enum Notice::Type += {
		## A host traces routes; traceroute.log has the destination.
		Detected
	};

	global log_policy: Log::PolicyHook;

	## Whether messages of routers only count after packets with a TTL below ten.
	const require_low_ttl_packets = T &redef;

	## The number of routers that have to answer within the interval.
	const icmp_time_exceeded_threshold: double = 3 &redef;
	const icmp_time_exceeded_interval = 3min &redef;

	## A row of traceroute.log: source, destination and transport protocol.
	type Info: record {
		## When the traceroute was noticed.
		ts: time &log;
		## The host that sent it.
		src: addr &log;
		## Its destination.
		dst: addr &log;
		## The protocol of its probes.
		proto: string &log;
	};

	global log_traceroute: event(rec: Traceroute::Info);
}

# The key of observations: the ends of a flow and its transport protocol.
function key_of(id: conn_id): SumStats::Key
	{
	return SumStats::Key($str=join_string_vec(vector(cat(id$orig_h), cat(id$resp_h),
	                                                 cat(get_port_transport_proto(id$resp_p))), "-"));
	}

function report(key: SumStats::Key)
	{
	local parts = split_string(key$str, /-/);
	local src = to_addr(parts[0]);
	local proto = parts[2];

	Log::write(LOG, Info($ts=network_time(), $src=src, $dst=to_addr(parts[1]), $proto=proto));
	NOTICE(Notice::Info($note=Detected, $src=src, $identifier=cat(src, proto),
	                    $msg=fmt("%s seems to be running traceroute using %s", src, proto)));
	}

event zeek_init() &priority=5
	{
	Log::create_stream(LOG, Log::Stream($columns=Info, $ev=log_traceroute, $path="traceroute", $policy=log_policy));

	SumStats::create(SumStats::SumStat(
		$name="traceroute-detection",
		$epoch=icmp_time_exceeded_interval,
		$reducers=set(SumStats::Reducer($stream="traceroute.time_exceeded", $apply=set(SumStats::UNIQUE)),
		              SumStats::Reducer($stream="traceroute.low_ttl_packet", $apply=set(SumStats::SUM))),
		$threshold=icmp_time_exceeded_threshold,
		$threshold_val(key: SumStats::Key, result: SumStats::Result) =
			{
			if ( require_low_ttl_packets && result["traceroute.low_ttl_packet"]$sum == 0 )
				return 0.0;

			return result["traceroute.time_exceeded"]$unique + 0.0;
			},
		$threshold_crossed(key: SumStats::Key, result: SumStats::Result) =
			{
			report(key);
			}));
	}

event signature_match(state: signature_state, msg: string, data: string)
	{
	if ( starts_with(state$sig_id, "traceroute-detector") )
		SumStats::observe("traceroute.low_ttl_packet", key_of(state$conn$id), SumStats::Observation($num=1));
	}

event icmp_time_exceeded(c: connection, info: icmp_info, code: count, context: icmp_context)
	{
	SumStats::observe("traceroute.time_exceeded", key_of(context$id), SumStats::Observation($str=cat(c$id$orig_h)));
	}
