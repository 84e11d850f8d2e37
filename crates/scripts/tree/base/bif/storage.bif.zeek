# Built-in declarations: storage.

module Storage;

export {
	global Storage::is_open: function(backend: opaque of Storage::BackendHandle): bool;
	global Storage::is_forced_sync: function(backend: opaque of Storage::BackendHandle): bool;
}
