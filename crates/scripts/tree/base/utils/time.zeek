# Times and intervals.

const null_ts = double_to_time(0.0);

# Formats an interval: "3m20s".
function duration_to_mins_secs(dur: interval): string
	{
	local secs = double_to_count(interval_to_double(dur));
	return fmt("%dm%ds", secs / 60, secs % 60);
	}

# Returns how far the current packet is behind the clock.
function get_packet_lag(): interval
	{
	local ts = get_current_packet_ts();
	return ts == null_ts ? 0 secs : current_time() - ts;
	}
