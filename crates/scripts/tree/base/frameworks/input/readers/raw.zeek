# Options of the raw reader.

module InputRaw;

export {
	const record_separator = "\n" &redef;
	global process_finished: event(name: string, source: string, exit_code: count, signal_exit: bool);
}
