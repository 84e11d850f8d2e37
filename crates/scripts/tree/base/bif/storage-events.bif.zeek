# Built-in declarations: storage events.

module Storage;

export {
	global Storage::backend_opened: event(tag: Storage::Backend, options: any);
	global Storage::backend_lost: event(tag: Storage::Backend, options: any, reason: string);
}
