# Estimates the share of traffic that is lost before it gets here, by acknowledgments of data that was never seen.

@load base/frameworks/notice

module CaptureLoss;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	redef enum Notice::Type += {
		## The loss is above `too_much_loss`.
		Too_Much_Loss,
		## There were fewer acknowledgments than `minimum_acks`.
		Too_Little_Traffic,
	};

	## A row of capture_loss.log: one measurement.
	type Info: record {
		## The end of the period that was measured.
		ts: time &log;
		## The length of the period.
		ts_delta: interval &log;
		## The node that measured.
		peer: string &log;
		## Acknowledged segments that were never seen.
		gaps: count &log;
		## Acknowledgements that were seen.
		acks: count &log;
		## Gaps per acknowledgement, in percent: an estimate of the loss.
		percent_lost: double &log;
	};

	option watch_interval = 15mins;
	## The first interval is shorter.
	option initial_watch_interval = 1mins;
	## The share that raises a notice.
	option too_much_loss: double = 0.1;
	option minimum_acks: count = 1;
}

event CaptureLoss::take_measurement(last_ts: time, last_acks: count, last_gaps: count)
	{
	local now = network_time();

	# Before the first packet there is no time to measure from.
	if ( last_ts == double_to_time(0.0) )
		{
		schedule initial_watch_interval { CaptureLoss::take_measurement(now, 0, 0) };
		return;
		}

	local seen = get_gap_stats();
	local acks = seen$ack_events - last_acks;
	local gaps = seen$gap_events - last_gaps;
	local lost = acks == 0 ? 0.0 : 100.0 * gaps / acks;

	if ( lost >= too_much_loss * 100 )
		NOTICE(Notice::Info($note=Too_Much_Loss,
		                    $msg=fmt("The capture loss script detected an estimated loss rate above %.3f%%", lost)));

	if ( acks < minimum_acks )
		NOTICE(Notice::Info($note=Too_Little_Traffic,
		                    $msg=fmt("Only observed %d TCP ACKs and was expecting at least %d.", acks, minimum_acks)));

	Log::write(LOG, Info($ts=now, $ts_delta=now - last_ts, $peer=peer_description, $gaps=gaps, $acks=acks,
	                     $percent_lost=lost));

	schedule watch_interval { CaptureLoss::take_measurement(now, seen$ack_events, seen$gap_events) };
	}

event zeek_init() &priority=5
	{
	if ( reading_traces() || reading_live_traffic() )
		schedule initial_watch_interval { CaptureLoss::take_measurement(network_time(), 0, 0) };

	Log::create_stream(LOG, Log::Stream($path="capture_loss", $columns=Info, $policy=log_policy));
	}
