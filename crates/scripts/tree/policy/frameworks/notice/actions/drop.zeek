# Notice::ACTION_DROP: blocks the source of a notice by catch and release.

@load base/frameworks/notice/main
@load base/frameworks/netcontrol
@load policy/frameworks/netcontrol/catch-and-release

module Notice;

export {
	redef record Info += {
		dropped: bool &log &default=F;
	};
}

hook notice(n: Notice::Info) &priority=-5
	{
	if ( ACTION_DROP !in n$actions )
		return;

	local never = double_to_time(0);

	# A watched address is blocked already, or will be when it returns.
	if ( NetControl::get_catch_release_info(n$src)$watch_until != never )
		return;

	local why = n?$msg ? fmt("ACTION_DROP: %s", n$msg) : "ACTION_DROP";
	n$dropped = NetControl::drop_address_catch_release(n$src, why)$watch_until != never;
	}
