# Built-in declarations: storage.

module Storage;

export {
	## Whether a storage is open.
	##
	## backend: The storage.
	##
	## Returns: True if it is.
	global Storage::is_open: function(backend: opaque of Storage::BackendHandle): bool;

	## Whether operations on a storage are synchronous even if called asynchronously, as they must be for captures.
	##
	## backend: The storage.
	##
	## Returns: True if it does.
	global Storage::is_forced_sync: function(backend: opaque of Storage::BackendHandle): bool;
}
