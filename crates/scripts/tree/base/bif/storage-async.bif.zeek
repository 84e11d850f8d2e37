# Built-in declarations: storage async.

module Storage::Async;

export {
	global Storage::Async::__open_backend: function(btype: Storage::Backend, options: any, key_type: any, val_type: any): Storage::OperationResult;
	global Storage::Async::__close_backend: function(backend: opaque of Storage::BackendHandle): Storage::OperationResult;
	global Storage::Async::__put: function(backend: opaque of Storage::BackendHandle, key: any, value: any, overwrite: bool, expire_time: interval): Storage::OperationResult;
	global Storage::Async::__get: function(backend: opaque of Storage::BackendHandle, key: any): Storage::OperationResult;
	global Storage::Async::__erase: function(backend: opaque of Storage::BackendHandle, key: any): Storage::OperationResult;
}
