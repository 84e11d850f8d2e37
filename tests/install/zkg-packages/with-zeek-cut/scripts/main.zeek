module WithZeekCut;

export {
	redef enum Log::ID += { LOG };

	## A row of with_zeek_cut.log.
	type Info: record {
		## When.
		ts: time &log;
		## What.
		what: string &log;
	};
}

event zeek_init()
	{
	Log::create_stream(WithZeekCut::LOG, [$columns=Info, $path="with_zeek_cut"]);
	Log::write(WithZeekCut::LOG, [$ts=network_time(), $what="a row"]);
	}
