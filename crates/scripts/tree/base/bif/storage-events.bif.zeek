# Built-in declarations: storage events.

module Storage;

export {
	## A storage backend was opened.
	##
	## tag: Its kind.
	##
	## options: Its options.
	global Storage::backend_opened: event(tag: Storage::Backend, options: any);

	## A storage backend was closed or lost.
	##
	## tag: Its kind.
	##
	## options: Its options.
	##
	## reason: The reason.
	global Storage::backend_lost: event(tag: Storage::Backend, options: any, reason: string);
}
