# Built-in declarations: storage sync.

module Storage::Sync;

export {
	global Storage::Sync::__open_backend: function(btype: Storage::Backend, options: any, key_type: any, val_type: any): Storage::OperationResult;
	global Storage::Sync::__close_backend: function(backend: opaque of Storage::BackendHandle): Storage::OperationResult;
	global Storage::Sync::__put: function(backend: opaque of Storage::BackendHandle, key: any, value: any, overwrite: bool, expire_time: interval): Storage::OperationResult;
	global Storage::Sync::__get: function(backend: opaque of Storage::BackendHandle, key: any): Storage::OperationResult;
	global Storage::Sync::__erase: function(backend: opaque of Storage::BackendHandle, key: any): Storage::OperationResult;
}
