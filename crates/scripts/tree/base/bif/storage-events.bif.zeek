# Built-in declarations: storage events.

module Storage;

export {
	## A storage is open.
	##
	## tag: Its kind.
	##
	## options: Its options.
	global Storage::backend_opened: event(tag: Storage::Backend, options: any);

	## A storage is gone.
	##
	## tag: Its kind.
	##
	## options: Its options.
	##
	## reason: Why.
	global Storage::backend_lost: event(tag: Storage::Backend, options: any, reason: string);
}
