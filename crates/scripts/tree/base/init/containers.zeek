# Names for common containers.

type string_array: table[count] of string;
type string_any_table: table[string] of any;
type string_set: set[string];
type subnet_set: set[subnet];
type addr_set: set[addr];
type count_set: set[count];
type index_vec: vector of count;
type int_vec: vector of int;
type double_vec: vector of double;
type subnet_vec: vector of subnet;
type any_vec: vector of any;
type string_vec: vector of string;
type x509_opaque_vector: vector of opaque of x509;
type addr_vec: vector of addr;
type table_string_of_string: table[string] of string;
type table_string_of_count: table[string] of count;
type files_tag_set: set[Files::Tag];
type interval_set: set[interval];
type string_mapper: function(s: string): string;
