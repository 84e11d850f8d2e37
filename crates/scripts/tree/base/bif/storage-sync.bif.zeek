# Built-in declarations: storage sync.

module Storage::Sync;

export {
	## Implements Storage::Sync::open_backend.
	##
	## btype: The kind of storage.
	##
	## options: Its options.
	##
	## key_type: The type of keys.
	##
	## val_type: The type of values.
	##
	## Returns: A status, and the handle of the opened storage.
	global Storage::Sync::__open_backend: function(btype: Storage::Backend, options: any, key_type: any, val_type: any): Storage::OperationResult;

	## Implements Storage::Sync::close_backend.
	##
	## backend: The storage.
	##
	## Returns: A status.
	global Storage::Sync::__close_backend: function(backend: opaque of Storage::BackendHandle): Storage::OperationResult;

	## Implements Storage::Sync::put.
	##
	## backend: The storage.
	##
	## key: The key.
	##
	## value: The value.
	##
	## overwrite: Whether to replace an existing value.
	##
	## expire_time: How long it is kept; 0 secs for forever.
	##
	## Returns: A status.
	global Storage::Sync::__put: function(backend: opaque of Storage::BackendHandle, key: any, value: any, overwrite: bool, expire_time: interval): Storage::OperationResult;

	## Implements Storage::Sync::get.
	##
	## backend: The storage.
	##
	## key: The key.
	##
	## Returns: A status, and the value.
	global Storage::Sync::__get: function(backend: opaque of Storage::BackendHandle, key: any): Storage::OperationResult;

	## Implements Storage::Sync::erase.
	##
	## backend: The storage.
	##
	## key: The key.
	##
	## Returns: A status.
	global Storage::Sync::__erase: function(backend: opaque of Storage::BackendHandle, key: any): Storage::OperationResult;
}
