# Built-in declarations: data.

module Broker;

export {
	type Broker::DataType: enum {
		NONE = 0,
		BOOL = 1,
		INT = 2,
		COUNT = 3,
		DOUBLE = 4,
		STRING = 5,
		ADDR = 6,
		SUBNET = 7,
		PORT = 8,
		TIME = 9,
		INTERVAL = 10,
		ENUM = 11,
		SET = 12,
		TABLE = 13,
		VECTOR = 14,
	};

	## Makes a value of Broker's of any value. Egret does not have it yet: a call is a runtime error.
	##
	## d: The value.
	global Broker::__data: function(d: any): Broker::Data;

	## The type of a value of Broker's. Egret does not have it yet: a call is a runtime error.
	##
	## d: The value.
	global Broker::__data_type: function(d: Broker::Data): Broker::DataType;

	## Copies a value by writing it and reading it back. Egret does not have it yet: a call is a runtime error.
	##
	## d: The value.
	global Broker::__opaque_clone_through_serialization: function(d: any): any;

	## Makes an empty set of Broker's. Egret does not have it yet: a call is a runtime error.
	global Broker::__set_create: function(): Broker::Data;

	## Empties a set of Broker's. Egret does not have it yet: a call is a runtime error.
	##
	## s: The set.
	global Broker::__set_clear: function(s: Broker::Data): bool;

	## The number of elements of a set of Broker's. Egret does not have it yet: a call is a runtime error.
	##
	## s: The set.
	global Broker::__set_size: function(s: Broker::Data): count;

	## Whether a set of Broker's has a key. Egret does not have it yet: a call is a runtime error.
	##
	## s: The set.
	##
	## key: The key.
	global Broker::__set_contains: function(s: Broker::Data, key: any): bool;

	## Adds an element to a set of Broker's. Egret does not have it yet: a call is a runtime error.
	##
	## s: The set.
	##
	## key: The key.
	global Broker::__set_insert: function(s: Broker::Data, key: any): bool;

	## Takes an element out of a set of Broker's. Egret does not have it yet: a call is a runtime error.
	##
	## s: The set.
	##
	## key: The key.
	global Broker::__set_remove: function(s: Broker::Data, key: any): bool;

	## Begins a walk over a set of Broker's. Egret does not have it yet: a call is a runtime error.
	##
	## s: The set.
	global Broker::__set_iterator: function(s: Broker::Data): opaque of Broker::SetIterator;

	## Whether a walk over a set of Broker's is at its end. Egret does not have it yet: a call is a runtime error.
	##
	## it: The walk.
	global Broker::__set_iterator_last: function(it: opaque of Broker::SetIterator): bool;

	## Goes on with a walk over a set of Broker's. Egret does not have it yet: a call is a runtime error.
	##
	## it: The walk.
	global Broker::__set_iterator_next: function(it: opaque of Broker::SetIterator): bool;

	## The element that a walk over a set of Broker's is at. Egret does not have it yet: a call is a runtime error.
	##
	## it: The walk.
	global Broker::__set_iterator_value: function(it: opaque of Broker::SetIterator): Broker::Data;

	## Makes an empty table of Broker's. Egret does not have it yet: a call is a runtime error.
	global Broker::__table_create: function(): Broker::Data;

	## Empties a table of Broker's. Egret does not have it yet: a call is a runtime error.
	##
	## t: The table.
	global Broker::__table_clear: function(t: Broker::Data): bool;

	## The number of elements of a table of Broker's. Egret does not have it yet: a call is a runtime error.
	##
	## t: The table.
	global Broker::__table_size: function(t: Broker::Data): count;

	## Whether a table of Broker's has a key. Egret does not have it yet: a call is a runtime error.
	##
	## t: The table.
	##
	## key: The key.
	global Broker::__table_contains: function(t: Broker::Data, key: any): bool;

	## Adds an element to a table of Broker's. Egret does not have it yet: a call is a runtime error.
	##
	## t: The table.
	##
	## key: The key.
	##
	## val: The value.
	global Broker::__table_insert: function(t: Broker::Data, key: any, val: any): Broker::Data;

	## Takes an element out of a table of Broker's. Egret does not have it yet: a call is a runtime error.
	##
	## t: The table.
	##
	## key: The key.
	global Broker::__table_remove: function(t: Broker::Data, key: any): Broker::Data;

	## Looks an element of a table of Broker's up. Egret does not have it yet: a call is a runtime error.
	##
	## t: The table.
	##
	## key: The key.
	global Broker::__table_lookup: function(t: Broker::Data, key: any): Broker::Data;

	## Begins a walk over a table of Broker's. Egret does not have it yet: a call is a runtime error.
	##
	## t: The table.
	global Broker::__table_iterator: function(t: Broker::Data): opaque of Broker::TableIterator;

	## Whether a walk over a table of Broker's is at its end. Egret does not have it yet: a call is a runtime error.
	##
	## it: The walk.
	global Broker::__table_iterator_last: function(it: opaque of Broker::TableIterator): bool;

	## Goes on with a walk over a table of Broker's. Egret does not have it yet: a call is a runtime error.
	##
	## it: The walk.
	global Broker::__table_iterator_next: function(it: opaque of Broker::TableIterator): bool;

	## The element that a walk over a table of Broker's is at. Egret does not have it yet: a call is a runtime error.
	##
	## it: The walk.
	global Broker::__table_iterator_value: function(it: opaque of Broker::TableIterator): Broker::TableItem;

	## Makes an empty vector of Broker's. Egret does not have it yet: a call is a runtime error.
	global Broker::__vector_create: function(): Broker::Data;

	## Empties a vector of Broker's. Egret does not have it yet: a call is a runtime error.
	##
	## v: The vector.
	global Broker::__vector_clear: function(v: Broker::Data): bool;

	## The number of elements of a vector of Broker's. Egret does not have it yet: a call is a runtime error.
	##
	## v: The vector.
	global Broker::__vector_size: function(v: Broker::Data): count;

	## Adds an element to a vector of Broker's. Egret does not have it yet: a call is a runtime error.
	##
	## v: The vector.
	##
	## idx: The number of the element, from 0.
	##
	## d: The value.
	global Broker::__vector_insert: function(v: Broker::Data, idx: count, d: any): bool;

	## Replaces an element of a vector of Broker's. Egret does not have it yet: a call is a runtime error.
	##
	## v: The vector.
	##
	## idx: The number of the element, from 0.
	##
	## d: The value.
	global Broker::__vector_replace: function(v: Broker::Data, idx: count, d: any): Broker::Data;

	## Takes an element out of a vector of Broker's. Egret does not have it yet: a call is a runtime error.
	##
	## v: The vector.
	##
	## idx: The number of the element, from 0.
	global Broker::__vector_remove: function(v: Broker::Data, idx: count): Broker::Data;

	## Looks an element of a vector of Broker's up. Egret does not have it yet: a call is a runtime error.
	##
	## v: The vector.
	##
	## idx: The number of the element, from 0.
	global Broker::__vector_lookup: function(v: Broker::Data, idx: count): Broker::Data;

	## Begins a walk over a vector of Broker's. Egret does not have it yet: a call is a runtime error.
	##
	## v: The vector.
	global Broker::__vector_iterator: function(v: Broker::Data): opaque of Broker::VectorIterator;

	## Whether a walk over a vector of Broker's is at its end. Egret does not have it yet: a call is a runtime error.
	##
	## it: The walk.
	global Broker::__vector_iterator_last: function(it: opaque of Broker::VectorIterator): bool;

	## Goes on with a walk over a vector of Broker's. Egret does not have it yet: a call is a runtime error.
	##
	## it: The walk.
	global Broker::__vector_iterator_next: function(it: opaque of Broker::VectorIterator): bool;

	## The element that a walk over a vector of Broker's is at. Egret does not have it yet: a call is a runtime error.
	##
	## it: The walk.
	global Broker::__vector_iterator_value: function(it: opaque of Broker::VectorIterator): Broker::Data;

	## Makes an empty record of Broker's. Egret does not have it yet: a call is a runtime error.
	##
	## sz: The number of fields.
	global Broker::__record_create: function(sz: count): Broker::Data;

	## The number of elements of a record of Broker's. Egret does not have it yet: a call is a runtime error.
	##
	## r: The record.
	global Broker::__record_size: function(r: Broker::Data): count;

	## Sets a field of a record of Broker's. Egret does not have it yet: a call is a runtime error.
	##
	## r: The record.
	##
	## idx: The number of the element, from 0.
	##
	## d: The value.
	global Broker::__record_assign: function(r: Broker::Data, idx: count, d: any): bool;

	## Looks an element of a record of Broker's up. Egret does not have it yet: a call is a runtime error.
	##
	## r: The record.
	##
	## idx: The number of the element, from 0.
	global Broker::__record_lookup: function(r: Broker::Data, idx: count): Broker::Data;

	## Begins a walk over a record of Broker's. Egret does not have it yet: a call is a runtime error.
	##
	## r: The record.
	global Broker::__record_iterator: function(r: Broker::Data): opaque of Broker::RecordIterator;

	## Whether a walk over a record of Broker's is at its end. Egret does not have it yet: a call is a runtime error.
	##
	## it: The walk.
	global Broker::__record_iterator_last: function(it: opaque of Broker::RecordIterator): bool;

	## Goes on with a walk over a record of Broker's. Egret does not have it yet: a call is a runtime error.
	##
	## it: The walk.
	global Broker::__record_iterator_next: function(it: opaque of Broker::RecordIterator): bool;

	## The element that a walk over a record of Broker's is at. Egret does not have it yet: a call is a runtime error.
	##
	## it: The walk.
	global Broker::__record_iterator_value: function(it: opaque of Broker::RecordIterator): Broker::Data;
}
