# Stores shared between processes.

@load ./main
@load base/bif/data.bif

module Broker;

export {
	const default_clone_resync_interval = 10 sec &redef;
	const default_clone_stale_interval = 5 min &redef;
	const default_clone_mutation_buffer_interval = 2 min &redef;
	const table_store_master = T &redef;
	const table_store_db_directory = "." &redef;

	type QueryStatus: enum {
		SUCCESS,
		FAILURE,
	};

	type QueryResult: record {
		status: Broker::QueryStatus;
		result: Broker::Data;
	};

	type BackendType: enum {
		MEMORY,
		SQLITE,
	};

	type SQLiteFailureMode: enum {
		SQLITE_FAILURE_MODE_FAIL,
		SQLITE_FAILURE_MODE_DELETE,
	};

	type SQLiteSynchronous: enum {
		SQLITE_SYNCHRONOUS_OFF,
		SQLITE_SYNCHRONOUS_NORMAL,
		SQLITE_SYNCHRONOUS_FULL,
		SQLITE_SYNCHRONOUS_EXTRA,
	};

	type SQLiteJournalMode: enum {
		SQLITE_JOURNAL_MODE_DELETE,
		SQLITE_JOURNAL_MODE_WAL,
	};

	type SQLiteOptions: record {
		path: string &default="";
		synchronous: SQLiteSynchronous &optional;
		journal_mode: SQLiteJournalMode &optional;
		failure_mode: SQLiteFailureMode &default=SQLITE_FAILURE_MODE_FAIL;
		integrity_check: bool &default=F;
	};

	type BackendOptions: record {
		sqlite: SQLiteOptions &default=SQLiteOptions();
	};

	global create_master: function(name: string, b: BackendType &default=MEMORY, options: BackendOptions &default=BackendOptions()): opaque of Broker::Store;
	global create_clone: function(name: string, resync_interval: interval &default=default_clone_resync_interval, stale_interval: interval &default=default_clone_stale_interval, mutation_buffer_interval: interval &default=default_clone_mutation_buffer_interval): opaque of Broker::Store;
	global close: function(h: opaque of Broker::Store): bool;
	global is_closed: function(h: opaque of Broker::Store): bool;
	global store_name: function(h: opaque of Broker::Store): string;
	global exists: function(h: opaque of Broker::Store, k: any): QueryResult;
	global get: function(h: opaque of Broker::Store, k: any): QueryResult;
	global put_unique: function(h: opaque of Broker::Store, k: any, v: any, e: interval &default=0 sec): QueryResult;
	global get_index_from_value: function(h: opaque of Broker::Store, k: any, i: any): QueryResult;
	global put: function(h: opaque of Broker::Store, k: any, v: any, e: interval &default=0 sec): bool;
	global erase: function(h: opaque of Broker::Store, k: any): bool;
	global increment: function(h: opaque of Broker::Store, k: any, a: any &default=1, e: interval &default=0 sec): bool;
	global decrement: function(h: opaque of Broker::Store, k: any, a: any &default=1, e: interval &default=0 sec): bool;
	global append: function(h: opaque of Broker::Store, k: any, s: string, e: interval &default=0 sec): bool;
	global insert_into_set: function(h: opaque of Broker::Store, k: any, i: any, e: interval &default=0 sec): bool;
	global insert_into_table: function(h: opaque of Broker::Store, k: any, i: any, v: any, e: interval &default=0 sec): bool;
	global remove_from: function(h: opaque of Broker::Store, k: any, i: any, e: interval &default=0 sec): bool;
	global push: function(h: opaque of Broker::Store, k: any, v: any, e: interval &default=0 sec): bool;
	global pop: function(h: opaque of Broker::Store, k: any, e: interval &default=0 sec): bool;
	global keys: function(h: opaque of Broker::Store): QueryResult;
	global clear: function(h: opaque of Broker::Store): bool;
	global data: function(d: any): Broker::Data;
	global data_type: function(d: Broker::Data): Broker::DataType;
	global set_create: function(): Broker::Data;
	global set_clear: function(s: Broker::Data): bool;
	global set_size: function(s: Broker::Data): count;
	global set_contains: function(s: Broker::Data, key: any): bool;
	global set_insert: function(s: Broker::Data, key: any): bool;
	global set_remove: function(s: Broker::Data, key: any): bool;
	global set_iterator: function(s: Broker::Data): opaque of Broker::SetIterator;
	global set_iterator_last: function(it: opaque of Broker::SetIterator): bool;
	global set_iterator_next: function(it: opaque of Broker::SetIterator): bool;
	global set_iterator_value: function(it: opaque of Broker::SetIterator): Broker::Data;
	global table_create: function(): Broker::Data;
	global table_clear: function(t: Broker::Data): bool;
	global table_size: function(t: Broker::Data): count;
	global table_contains: function(t: Broker::Data, key: any): bool;
	global table_insert: function(t: Broker::Data, key: any, val: any): Broker::Data;
	global table_remove: function(t: Broker::Data, key: any): Broker::Data;
	global table_lookup: function(t: Broker::Data, key: any): Broker::Data;
	global table_iterator: function(t: Broker::Data): opaque of Broker::TableIterator;
	global table_iterator_last: function(it: opaque of Broker::TableIterator): bool;
	global table_iterator_next: function(it: opaque of Broker::TableIterator): bool;
	global table_iterator_value: function(it: opaque of Broker::TableIterator): Broker::TableItem;
	global vector_create: function(): Broker::Data;
	global vector_clear: function(v: Broker::Data): bool;
	global vector_size: function(v: Broker::Data): count;
	global vector_insert: function(v: Broker::Data, idx: count, d: any): bool;
	global vector_replace: function(v: Broker::Data, idx: count, d: any): Broker::Data;
	global vector_remove: function(v: Broker::Data, idx: count): Broker::Data;
	global vector_lookup: function(v: Broker::Data, idx: count): Broker::Data;
	global vector_iterator: function(v: Broker::Data): opaque of Broker::VectorIterator;
	global vector_iterator_last: function(it: opaque of Broker::VectorIterator): bool;
	global vector_iterator_next: function(it: opaque of Broker::VectorIterator): bool;
	global vector_iterator_value: function(it: opaque of Broker::VectorIterator): Broker::Data;
	global record_create: function(sz: count): Broker::Data;
	global record_size: function(r: Broker::Data): count;
	global record_assign: function(r: Broker::Data, idx: count, d: any): bool;
	global record_lookup: function(r: Broker::Data, idx: count): Broker::Data;
	global record_iterator: function(r: Broker::Data): opaque of Broker::RecordIterator;
	global record_iterator_last: function(it: opaque of Broker::RecordIterator): bool;
	global record_iterator_next: function(it: opaque of Broker::RecordIterator): bool;
	global record_iterator_value: function(it: opaque of Broker::RecordIterator): Broker::Data;
}

@load base/bif/store.bif
