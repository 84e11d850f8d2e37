# Built-in declarations: store.

module Broker;

export {
	type Broker::BackendType: enum {
		MEMORY = 0,
		SQLITE = 1,
	};

	## Makes a store that this node owns.
	##
	## id: The name of the store.
	##
	## b: The kind of store.
	##
	## options: Its options.
	global Broker::__create_master: function(id: string, b: BackendType, options: BackendOptions &default=BackendOptions()): opaque of Broker::Store;

	## Makes a copy of another node's store.
	##
	## id: The name of the store.
	##
	## resync_interval: How long to wait between two tries to reach the owner.
	##
	## stale_interval: How long a copy may be out of touch before reading fails.
	##
	## mutation_buffer_interval: How long changes wait for the owner.
	global Broker::__create_clone: function(id: string, resync_interval: interval, stale_interval: interval, mutation_buffer_interval: interval): opaque of Broker::Store;

	## Whether a store is closed.
	##
	## h: The store.
	global Broker::__is_closed: function(h: opaque of Broker::Store): bool;

	## Closes a store.
	##
	## h: The store.
	global Broker::__close: function(h: opaque of Broker::Store): bool;

	## The name of a store.
	##
	## h: The store.
	global Broker::__store_name: function(h: opaque of Broker::Store): string;

	## Whether a store has a key.
	##
	## h: The store.
	##
	## k: The key.
	global Broker::__exists: function(h: opaque of Broker::Store, k: any): Broker::QueryResult;

	## Reads the value of a key.
	##
	## h: The store.
	##
	## k: The key.
	global Broker::__get: function(h: opaque of Broker::Store, k: any): Broker::QueryResult;

	## Writes a value unless the key has one.
	##
	## h: The store.
	##
	## k: The key.
	##
	## v: The value.
	##
	## e: How long the value is kept; 0 secs for ever.
	global Broker::__put_unique: function(h: opaque of Broker::Store, k: any, v: any, e: interval): Broker::QueryResult;

	## Reads a part of the value of a key.
	##
	## h: The store.
	##
	## k: The key.
	##
	## i: The element.
	global Broker::__get_index_from_value: function(h: opaque of Broker::Store, k: any, i: any): Broker::QueryResult;

	## The keys of a store.
	##
	## h: The store.
	global Broker::__keys: function(h: opaque of Broker::Store): Broker::QueryResult;

	## Writes the value of a key.
	##
	## h: The store.
	##
	## k: The key.
	##
	## v: The value.
	##
	## e: How long the value is kept; 0 secs for ever.
	global Broker::__put: function(h: opaque of Broker::Store, k: any, v: any, e: interval): bool;

	## Removes a key.
	##
	## h: The store.
	##
	## k: The key.
	global Broker::__erase: function(h: opaque of Broker::Store, k: any): bool;

	## Adds to the number of a key.
	##
	## h: The store.
	##
	## k: The key.
	##
	## a: How much.
	##
	## e: How long the value is kept; 0 secs for ever.
	global Broker::__increment: function(h: opaque of Broker::Store, k: any, a: any, e: interval): bool;

	## Takes away from the number of a key.
	##
	## h: The store.
	##
	## k: The key.
	##
	## a: How much.
	##
	## e: How long the value is kept; 0 secs for ever.
	global Broker::__decrement: function(h: opaque of Broker::Store, k: any, a: any, e: interval): bool;

	## Appends to the text of a key.
	##
	## h: The store.
	##
	## k: The key.
	##
	## s: The text.
	##
	## e: How long the value is kept; 0 secs for ever.
	global Broker::__append: function(h: opaque of Broker::Store, k: any, s: any, e: interval): bool;

	## Adds an element to the set of a key.
	##
	## h: The store.
	##
	## k: The key.
	##
	## i: The element.
	##
	## e: How long the value is kept; 0 secs for ever.
	global Broker::__insert_into_set: function(h: opaque of Broker::Store, k: any, i: any, e: interval): bool;

	## Adds an element to the table of a key.
	##
	## h: The store.
	##
	## k: The key.
	##
	## i: The element.
	##
	## v: The value.
	##
	## e: How long the value is kept; 0 secs for ever.
	global Broker::__insert_into_table: function(h: opaque of Broker::Store, k: any, i: any, v: any, e: interval): bool;

	## Takes an element out of the set or table of a key.
	##
	## h: The store.
	##
	## k: The key.
	##
	## i: The element.
	##
	## e: How long the value is kept; 0 secs for ever.
	global Broker::__remove_from: function(h: opaque of Broker::Store, k: any, i: any, e: interval): bool;

	## Appends an element to the vector of a key.
	##
	## h: The store.
	##
	## k: The key.
	##
	## v: The value.
	##
	## e: How long the value is kept; 0 secs for ever.
	global Broker::__push: function(h: opaque of Broker::Store, k: any, v: any, e: interval): bool;

	## Takes the last element off the vector of a key.
	##
	## h: The store.
	##
	## k: The key.
	##
	## e: How long the value is kept; 0 secs for ever.
	global Broker::__pop: function(h: opaque of Broker::Store, k: any, e: interval): bool;

	## Removes all keys.
	##
	## h: The store.
	global Broker::__clear: function(h: opaque of Broker::Store): bool;

	## The variables with &backend.
	##
	## Returns: Their names.
	global Broker::__backed_tables: function(): string_set;
}
