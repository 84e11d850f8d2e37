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

	## Converts any value to a Broker value.
	##
	## d: The value.
	global Broker::__data: function(d: any): Broker::Data;

	## The type of a Broker value.
	##
	## d: The value.
	global Broker::__data_type: function(d: Broker::Data): Broker::DataType;

	## Copies a value by serializing it and reading it back.
	##
	## d: The value.
	global Broker::__opaque_clone_through_serialization: function(d: any): any;

	## Makes an empty Broker set.
	global Broker::__set_create: function(): Broker::Data;

	## Empties a Broker set.
	##
	## s: The set.
	global Broker::__set_clear: function(s: Broker::Data): bool;

	## The number of elements of a Broker set.
	##
	## s: The set.
	global Broker::__set_size: function(s: Broker::Data): count;

	## Whether a Broker set has a key.
	##
	## s: The set.
	##
	## key: The key.
	global Broker::__set_contains: function(s: Broker::Data, key: any): bool;

	## Adds an element to a Broker set.
	##
	## s: The set.
	##
	## key: The key.
	global Broker::__set_insert: function(s: Broker::Data, key: any): bool;

	## Removes an element from a Broker set.
	##
	## s: The set.
	##
	## key: The key.
	global Broker::__set_remove: function(s: Broker::Data, key: any): bool;

	## Begins an iteration over a Broker set.
	##
	## s: The set.
	global Broker::__set_iterator: function(s: Broker::Data): opaque of Broker::SetIterator;

	## Whether an iteration over a Broker set is at its end.
	##
	## it: The iterator.
	global Broker::__set_iterator_last: function(it: opaque of Broker::SetIterator): bool;

	## Advances an iteration over a Broker set.
	##
	## it: The iterator.
	global Broker::__set_iterator_next: function(it: opaque of Broker::SetIterator): bool;

	## The current element of an iteration over a Broker set.
	##
	## it: The iterator.
	global Broker::__set_iterator_value: function(it: opaque of Broker::SetIterator): Broker::Data;

	## Makes an empty Broker table.
	global Broker::__table_create: function(): Broker::Data;

	## Empties a Broker table.
	##
	## t: The table.
	global Broker::__table_clear: function(t: Broker::Data): bool;

	## The number of elements of a Broker table.
	##
	## t: The table.
	global Broker::__table_size: function(t: Broker::Data): count;

	## Whether a Broker table has a key.
	##
	## t: The table.
	##
	## key: The key.
	global Broker::__table_contains: function(t: Broker::Data, key: any): bool;

	## Adds an element to a Broker table.
	##
	## t: The table.
	##
	## key: The key.
	##
	## val: The value.
	global Broker::__table_insert: function(t: Broker::Data, key: any, val: any): Broker::Data;

	## Removes an element from a Broker table.
	##
	## t: The table.
	##
	## key: The key.
	global Broker::__table_remove: function(t: Broker::Data, key: any): Broker::Data;

	## Looks up an element of a Broker table.
	##
	## t: The table.
	##
	## key: The key.
	global Broker::__table_lookup: function(t: Broker::Data, key: any): Broker::Data;

	## Begins an iteration over a Broker table.
	##
	## t: The table.
	global Broker::__table_iterator: function(t: Broker::Data): opaque of Broker::TableIterator;

	## Whether an iteration over a Broker table is at its end.
	##
	## it: The iterator.
	global Broker::__table_iterator_last: function(it: opaque of Broker::TableIterator): bool;

	## Advances an iteration over a Broker table.
	##
	## it: The iterator.
	global Broker::__table_iterator_next: function(it: opaque of Broker::TableIterator): bool;

	## The current element of an iteration over a Broker table.
	##
	## it: The iterator.
	global Broker::__table_iterator_value: function(it: opaque of Broker::TableIterator): Broker::TableItem;

	## Makes an empty Broker vector.
	global Broker::__vector_create: function(): Broker::Data;

	## Empties a Broker vector.
	##
	## v: The vector.
	global Broker::__vector_clear: function(v: Broker::Data): bool;

	## The number of elements of a Broker vector.
	##
	## v: The vector.
	global Broker::__vector_size: function(v: Broker::Data): count;

	## Adds an element to a Broker vector.
	##
	## v: The vector.
	##
	## idx: The number of the element, from 0.
	##
	## d: The value.
	global Broker::__vector_insert: function(v: Broker::Data, idx: count, d: any): bool;

	## Replaces an element of a Broker vector.
	##
	## v: The vector.
	##
	## idx: The number of the element, from 0.
	##
	## d: The value.
	global Broker::__vector_replace: function(v: Broker::Data, idx: count, d: any): Broker::Data;

	## Removes an element from a Broker vector.
	##
	## v: The vector.
	##
	## idx: The number of the element, from 0.
	global Broker::__vector_remove: function(v: Broker::Data, idx: count): Broker::Data;

	## Looks up an element of a Broker vector.
	##
	## v: The vector.
	##
	## idx: The number of the element, from 0.
	global Broker::__vector_lookup: function(v: Broker::Data, idx: count): Broker::Data;

	## Begins an iteration over a Broker vector.
	##
	## v: The vector.
	global Broker::__vector_iterator: function(v: Broker::Data): opaque of Broker::VectorIterator;

	## Whether an iteration over a Broker vector is at its end.
	##
	## it: The iterator.
	global Broker::__vector_iterator_last: function(it: opaque of Broker::VectorIterator): bool;

	## Advances an iteration over a Broker vector.
	##
	## it: The iterator.
	global Broker::__vector_iterator_next: function(it: opaque of Broker::VectorIterator): bool;

	## The current element of an iteration over a Broker vector.
	##
	## it: The iterator.
	global Broker::__vector_iterator_value: function(it: opaque of Broker::VectorIterator): Broker::Data;

	## Makes an empty Broker record.
	##
	## sz: The number of fields.
	global Broker::__record_create: function(sz: count): Broker::Data;

	## The number of elements of a Broker record.
	##
	## r: The record.
	global Broker::__record_size: function(r: Broker::Data): count;

	## Sets a field of a Broker record.
	##
	## r: The record.
	##
	## idx: The number of the element, from 0.
	##
	## d: The value.
	global Broker::__record_assign: function(r: Broker::Data, idx: count, d: any): bool;

	## Looks up a field of a Broker record.
	##
	## r: The record.
	##
	## idx: The number of the element, from 0.
	global Broker::__record_lookup: function(r: Broker::Data, idx: count): Broker::Data;

	## Begins an iteration over a Broker record.
	##
	## r: The record.
	global Broker::__record_iterator: function(r: Broker::Data): opaque of Broker::RecordIterator;

	## Whether an iteration over a Broker record is at its end.
	##
	## it: The iterator.
	global Broker::__record_iterator_last: function(it: opaque of Broker::RecordIterator): bool;

	## Advances an iteration over a Broker record.
	##
	## it: The iterator.
	global Broker::__record_iterator_next: function(it: opaque of Broker::RecordIterator): bool;

	## The current element of an iteration over a Broker record.
	##
	## it: The iterator.
	global Broker::__record_iterator_value: function(it: opaque of Broker::RecordIterator): Broker::Data;
}
