# reporter.log: messages of the program and of scripts about themselves.

module Reporter;

export {
	redef enum Log::ID += {
		LOG,
	};

	global log_policy: Log::PolicyHook;

	type Info: record {
		## Network time of the message; zero before the first packet.
		ts: time &log;
		## How serious it is: information, a warning or an error.
		level: Level &log;
		## The message.
		message: string &log;
		## The script and line that it is about, if any.
		location: string &log &optional;
	};
}

event zeek_init() &priority=5
	{
	Log::create_stream(LOG, Log::Stream($columns=Info, $path="reporter", $policy=log_policy));
	}

function log_message(t: time, level: Level, msg: string, location: string)
	{
	Log::write(LOG, Info($ts=t, $level=level, $message=msg, $location=location));
	}

event reporter_info(t: time, msg: string, location: string) &priority=-5
	{
	log_message(t, INFO, msg, location);
	}

event reporter_warning(t: time, msg: string, location: string) &priority=-5
	{
	log_message(t, WARNING, msg, location);
	}

event reporter_error(t: time, msg: string, location: string) &priority=-5
	{
	log_message(t, ERROR, msg, location);
	}
