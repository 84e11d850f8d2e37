# Built-in declarations: zeek.

module GLOBAL;

export {
	## The wall-clock time. It differs from the time of packets; scripts that must give the same result for a capture use
	## network_time.
	##
	## Returns: The wall-clock time.
	global current_time: function(): time;

	## Network time: the time of the last packet or the current timer. It does not advance between packets of a capture,
	## and follows the clock while an interface is silent.
	##
	## Returns: The time, 0 before the first packet of a capture.
	global network_time: function(): time;

	## Sets network time, for runs that read no packets.
	##
	## nt: The time that network_time returns from now on.
	##
	## Returns: Always true.
	global set_network_time: function(nt: time): bool;

	## The time at which the current event was raised, which may be earlier than its handling.
	##
	## Returns: The time, or -1 sec outside an event.
	global current_event_time: function(): time;

	## Registers a kind of metadata that events may carry.
	##
	## id: The kind.
	##
	## t: The type of its values.
	##
	## Returns: True if the kind is new, or known with this type.
	global EventMetadata::register: function(id: EventMetadata::ID, t: any): bool;

	## The current event's metadata of one kind.
	##
	## id: The kind.
	##
	## Returns: Its values, empty if the event carries none.
	global EventMetadata::current: function(id: EventMetadata::ID): any_vec;

	## All metadata of the current event.
	##
	## Returns: Kinds with their values.
	global EventMetadata::current_all: function(): event_metadata_vec;

	## Reads a variable of the environment.
	##
	## var: Its name.
	##
	## Returns: Its value; empty if it is not set.
	global getenv: function(var: string): string;

	## Sets a variable of the environment, for this process and the programs that it starts.
	##
	## var: Its name.
	##
	## val: Its value.
	##
	## Returns: True if it was set.
	global setenv: function(var: string, val: string): bool;

	## Ends the process at once. Logs are closed, but zeek_done is not raised; use terminate for a clean shutdown.
	##
	## code: The exit code of the process.
	global exit: function(code: int): any;

	## Ends the run as a signal would: packets stop, connections end with their events, zeek_done is raised.
	##
	## Returns: True if the run ends now, false if it was already ending.
	global terminate: function(): bool;

	## Starts a shell command in the background. Quote data from the network with safe_shell_quote.
	##
	## str: The command.
	##
	## Returns: 0 if the shell was started, another number if not.
	global system: function(str: string): int;

	## Like system, with variables in the command's environment.
	##
	## str: The command.
	##
	## env: Names of variables with their values; each name gets the prefix ``ZEEK_ARG_``.
	##
	## Returns: 0 if the shell was started, another number if not.
	global system_env: function(str: string, env: table_string_of_string): int;

	## Runs a command, writes to its standard input and waits for its end.
	##
	## program: The command, for the shell.
	##
	## to_write: Its input.
	##
	## Returns: True if the command was started and read all of it.
	global piped_exec: function(program: string, to_write: string): bool;

	## Blocks the process for a while, for tests. Packets of an interface are lost meanwhile.
	##
	## i: The duration.
	##
	## Returns: The actual duration.
	global sleep: function(i: interval): interval;

	## The MD5 digest of the concatenated values.
	##
	## va_args: The values. Strings are hashed directly, other values in serialized form.
	##
	## Returns: The digest, 32 hexadecimal digits.
	global md5_hash: function(va_args: any): string;

	## The SHA-1 digest of the concatenated values.
	##
	## va_args: The values. Strings are hashed directly, other values in serialized form.
	##
	## Returns: The digest, 40 hexadecimal digits.
	global sha1_hash: function(va_args: any): string;

	## The SHA-256 digest of the concatenated values.
	##
	## va_args: The values. Strings are hashed directly, other values in serialized form.
	##
	## Returns: The digest, 64 hexadecimal digits.
	global sha256_hash: function(va_args: any): string;

	## A keyed digest of values (HMAC with MD5). The key is random per run; with a seed file it is the same in every run.
	##
	## va_args: The values, as with md5_hash.
	##
	## Returns: The digest, 32 hexadecimal digits.
	global md5_hmac: function(va_args: any): string;

	## Begins an incremental MD5 digest.
	##
	## Returns: A handle for md5_hash_update and md5_hash_finish.
	global md5_hash_init: function(): opaque of md5;

	## Begins an incremental SHA-1 digest.
	##
	## Returns: A handle for sha1_hash_update and sha1_hash_finish.
	global sha1_hash_init: function(): opaque of sha1;

	## Begins an incremental SHA-256 digest.
	##
	## Returns: A handle for sha256_hash_update and sha256_hash_finish.
	global sha256_hash_init: function(): opaque of sha256;

	## Adds data to an MD5 digest.
	##
	## handle: From md5_hash_init.
	##
	## data: The next piece.
	##
	## Returns: False if the digest is finished already.
	global md5_hash_update: function(handle: opaque of md5, data: string): bool;

	## Adds data to a SHA-1 digest.
	##
	## handle: From sha1_hash_init.
	##
	## data: The next piece.
	##
	## Returns: False if the digest is finished already.
	global sha1_hash_update: function(handle: opaque of sha1, data: string): bool;

	## Adds data to a SHA-256 digest.
	##
	## handle: From sha256_hash_init.
	##
	## data: The next piece.
	##
	## Returns: False if the digest is finished already.
	global sha256_hash_update: function(handle: opaque of sha256, data: string): bool;

	## Finishes an MD5 digest; its handle accepts no more data.
	##
	## handle: From md5_hash_init.
	##
	## Returns: The digest, 32 hexadecimal digits; empty the second time.
	global md5_hash_finish: function(handle: opaque of md5): string;

	## Finishes a SHA-1 digest; its handle accepts no more data.
	##
	## handle: From sha1_hash_init.
	##
	## Returns: The digest, 40 hexadecimal digits; empty the second time.
	global sha1_hash_finish: function(handle: opaque of sha1): string;

	## Finishes a SHA-256 digest; its handle accepts no more data.
	##
	## handle: From sha256_hash_init.
	##
	## Returns: The digest, 64 hexadecimal digits; empty the second time.
	global sha256_hash_finish: function(handle: opaque of sha256): string;

	## Prepares many shell patterns (``*``, ``?``, ``[a-z]``) to be matched at once.
	##
	## v: A vector of strings, the patterns.
	##
	## Returns: A handle for paraglob_match.
	global paraglob_init: function(v: any): opaque of paraglob;

	## Finds the patterns that match a text as a whole.
	##
	## handle: From paraglob_init.
	##
	## match: The text.
	##
	## Returns: The patterns that match.
	global paraglob_match: function(handle: opaque of paraglob, match: string): string_vec;

	## Compares two sets of shell patterns.
	##
	## p_one: From paraglob_init.
	##
	## p_two: From paraglob_init.
	##
	## Returns: True if both hold the same patterns.
	global paraglob_equals: function(p_one: opaque of paraglob, p_two: opaque of paraglob): bool;

	## The 32-bit FNV-1a hash of a value: fast, the same in every run, and not secure against chosen inputs.
	##
	## input: The value.
	##
	## Returns: The hash.
	global fnv1a32: function(input: any): count;

	## The 64-bit FNV-1a hash of a value: fast, the same in every run, and not secure against chosen inputs.
	##
	## input: The value.
	##
	## Returns: The hash.
	global fnv1a64: function(input: any): count;

	## The weight of a site for a key in highest-random-weight hashing: the site with the highest weight takes the key.
	##
	## key_digest: A 32-bit hash of the key.
	##
	## site_id: The site's number.
	##
	## Returns: The weight.
	global hrw_weight: function(key_digest: count, site_id: count): count;

	## A random number. Runs with the same seed file draw the same numbers.
	##
	## max: The result is below this.
	##
	## Returns: A number from 0 on and below max; 0 for a max of 0.
	global rand: function(max: count): count;

	## Sets the seed of rand.
	##
	## seed: The seed; only its lower 32 bits are used.
	global srand: function(seed: count): any;

	## Sends a message to the system's logger.
	##
	## s: The message.
	global syslog: function(s: string): any;

	## Detects the type of data from its first bytes.
	##
	## data: The beginning of the data.
	##
	## return_mime: Must be true: textual descriptions no longer exist.
	##
	## Returns: The MIME type of the strongest match, ``<unknown>`` if none matches.
	global identify_data: function(data: string, return_mime: bool &default=T): string;

	## All types that match the first bytes of data.
	##
	## data: The beginning of the data.
	##
	## Returns: MIME types with their strength, the strongest first.
	global file_magic: function(data: string): mime_matches;

	## Computes statistics about the randomness of data.
	##
	## data: The data.
	##
	## Returns: Entropy in bits per byte, chi square, mean, the Monte Carlo value of pi and the serial correlation.
	global find_entropy: function(data: string): entropy_test_result;

	## Begins incremental statistics of randomness.
	##
	## Returns: A handle for entropy_test_add and entropy_test_finish.
	global entropy_test_init: function(): opaque of entropy;

	## Adds data to incremental statistics of randomness.
	##
	## handle: From entropy_test_init.
	##
	## data: The next piece.
	##
	## Returns: False if the statistics are finished already.
	global entropy_test_add: function(handle: opaque of entropy, data: string): bool;

	## Finishes statistics of randomness; the handle accepts no more data.
	##
	## handle: From entropy_test_init.
	##
	## Returns: The result of find_entropy for all data.
	global entropy_test_finish: function(handle: opaque of entropy): entropy_test_result;

	## An identifier that no other call returns, like the uid of a connection.
	##
	## prefix: Its prefix.
	##
	## Returns: The prefix followed by letters and digits.
	global unique_id: function(prefix: string): string;

	## Like unique_id, but from a separate sequence, so that other calls do not change the result.
	##
	## pool: The sequence's number.
	##
	## prefix: The prefix of the identifier.
	##
	## Returns: The prefix followed by letters and digits.
	global unique_id_from: function(pool: int, prefix: string): string;

	## Removes all elements of a table or set. Functions of &expire_func and &on_change are not called.
	##
	## v: The table or set.
	global clear_table: function(v: any): any;

	## The values of a table.
	##
	## t: The table.
	##
	## Returns: Its values in the order of iteration.
	global table_values: function(t: any): any_vec;

	## The keys of a table.
	##
	## t: The table; for a table of one index the keys become a vector, for several a set.
	##
	## Returns: Its keys in the order of iteration.
	global table_keys: function(t: any): any;

	## The subnets of a set or table that contain a subnet.
	##
	## search: The subnet; a single address has all bits.
	##
	## t: A set or table that is indexed by subnet.
	##
	## Returns: The subnets, the narrowest first.
	global matching_subnets: function(search: subnet, t: any): subnet_vec;

	## The part of a set or table whose subnets contain a subnet.
	##
	## search: The subnet.
	##
	## t: A set or table that is indexed by subnet.
	##
	## Returns: A new set or table of the same type.
	global filter_subnet_table: function(search: subnet, t: any): any;

	## Whether a set or table has exactly this subnet. The operator ``in`` is also true for wider ones.
	##
	## search: The subnet.
	##
	## t: A set or table that is indexed by subnet.
	##
	## Returns: True if it is an index.
	global check_subnet: function(search: subnet, t: any): bool;

	## Whether two values are the same object, so that a change of one is visible in the other.
	##
	## o1: A record, table, set or vector.
	##
	## o2: Another.
	##
	## Returns: True if they are the same object.
	global same_object: function(o1: any, o2: any): bool;

	## Changes the number of a vector's elements. New elements are unset.
	##
	## aggr: The vector.
	##
	## newsize: The new number of elements.
	##
	## Returns: The number before.
	global resize: function(aggr: any, newsize: count): count;

	## Whether any element of a vector is true.
	##
	## v: A vector of bool.
	##
	## Returns: True if one is.
	global any_set: function(v: any): bool;

	## Whether every element of a vector is true.
	##
	## v: A vector of bool.
	##
	## Returns: True if all are, and for an empty vector.
	global all_set: function(v: any): bool;

	## Sorts a vector in place, stably. Numbers, times, addresses and similar types are sorted by value; other types need
	## a function.
	##
	## va_args: The vector, and optionally a function of two elements that returns a number below, equal to or above 0.
	##
	## Returns: The vector.
	global sort: function(va_args: any): any;

	## The order in which a vector would be sorted. The vector is not changed.
	##
	## va_args: The vector, and optionally a function as with sort.
	##
	## Returns: Indices into the vector, that of the first element first.
	global order: function(va_args: any): index_vec;

	## Joins values, each as print shows it.
	##
	## va_args: The values.
	##
	## Returns: The text.
	global cat: function(va_args: any): string;

	## Joins values with a separator.
	##
	## va_args: The separator, the text for empty strings, then the values.
	##
	## Returns: The text.
	global cat_sep: function(va_args: any): string;

	## Formats values as C's printf does.
	##
	## va_args: A format and its values. ``%s`` takes any value, ``%d`` and ``%x`` whole numbers, ``%e``, ``%f`` and
	##     ``%g`` numbers, ``%T`` and ``%D`` times as dates, ``%%`` is a percent sign. A width (``%5d``), ``-`` for the
	##     left, ``0`` for zeros and a precision (``%.3f``) stand behind the percent sign; the precision of ``%s`` cuts
	##     a text. A count of values that does not match the format is an error.
	##
	## Returns: The text.
	global fmt: function(va_args: any): string;

	## Writes values to standard output without spaces, line end or escapes.
	##
	## va_args: The values.
	##
	## Returns: Always true.
	global print_raw: function(va_args: any): bool;

	## Rounds down.
	##
	## d: A number.
	##
	## Returns: The next whole number towards minus infinity.
	global floor: function(d: double): double;

	## Rounds up.
	##
	## d: A number.
	##
	## Returns: The next whole number towards plus infinity.
	global ceil: function(d: double): double;

	## The square root. A negative number is an error.
	##
	## x: A number.
	##
	## Returns: Its root, -1.0 after an error.
	global sqrt: function(x: double): double;

	## The exponential function.
	##
	## d: The exponent.
	##
	## Returns: e to the power of d.
	global exp: function(d: double): double;

	## The natural logarithm.
	##
	## d: A number.
	##
	## Returns: Its logarithm to the base e.
	global ln: function(d: double): double;

	## The logarithm to the base 2.
	##
	## d: A number.
	##
	## Returns: Its logarithm.
	global log2: function(d: double): double;

	## The logarithm to the base 10.
	##
	## d: A number.
	##
	## Returns: Its logarithm.
	global log10: function(d: double): double;

	## A power.
	##
	## x: The base.
	##
	## y: The exponent.
	##
	## Returns: x to the power of y.
	global pow: function(x: double, y: double): double;

	## The analyzer that raised the current event.
	##
	## Returns: Its id; 0 if no analyzer did.
	global current_analyzer: function(): count;

	## The id of this process.
	##
	## Returns: The process id.
	global getpid: function(): count;

	## The version of Zeek that this program is compatible with.
	##
	## Returns: A version such as ``8.0.9``.
	global zeek_version: function(): string;

	## Whether the default scripts were left out (``-b``).
	##
	## Returns: True if they were.
	global bare_mode: function(): bool;

	## The fields of a record type by name, deprecated for record_fields.
	##
	## rt: The name of a record type.
	##
	## Returns: The names of its fields in order.
	global record_type_to_vector: function(rt: string): string_vec &deprecated="Remove in v8.1";

	## The type of a value as text.
	##
	## t: A value, or a type.
	##
	## Returns: The type, such as ``table[count] of string``.
	global type_name: function(t: any): string;

	## All names of a type.
	##
	## x: A value, a type, or a type's name as a string.
	##
	## Returns: The names, that of the declaration among them.
	global type_aliases: function(x: any): string_set;

	## The names of an enum.
	##
	## et: An enum type, or its name as a string.
	##
	## Returns: All its names, with their modules.
	global enum_names: function(et: any): string_set;

	## The arguments of the command line.
	##
	## Returns: The arguments, the program's name first.
	global zeek_args: function(): string_vec;

	## Whether packets come from an interface.
	##
	## Returns: True if they do.
	global reading_live_traffic: function(): bool;

	## Whether packets come from a capture.
	##
	## Returns: True if they do.
	global reading_traces: function(): bool;

	## Where packets come from.
	##
	## Returns: Whether it is live, its path, and its link type.
	global packet_source: function(): PacketSource;

	## The number of elements in each global variable, including nested ones.
	##
	## Returns: The number of elements for each variable.
	global global_container_footprints: function(): var_sizes;

	## The number of elements in a value, including nested ones.
	##
	## v: The value.
	##
	## Returns: The number; 1 for a value without parts.
	global val_footprint: function(v: any): count;

	## All global identifiers with information about them.
	##
	## Returns: For each name its type, whether it is exported, constant, an enumerator, an option or redefinable, and
	##     its value.
	global global_ids: function(): id_table;

	## The names of all options.
	##
	## Returns: The names with their modules.
	global global_options: function(): string_set;

	## The value of a global by its name.
	##
	## id: The name with its module.
	##
	## Returns: The value, or one of the texts ``<unknown id>`` and ``<no ID value>``.
	global lookup_ID: function(id: string): any;

	## The fields of a record.
	##
	## rec: A record, a record type, or a type's name as a string.
	##
	## Returns: For each field its type, whether it is logged and optional, and its value or default if it has one.
	global record_fields: function(rec: any): record_field_table;

	## Writes statistics to the profiling log. Egret provides them by telemetry instead: the call does nothing.
	global do_profiling: function(): any;

	## Whether an address belongs to this machine.
	##
	## ip: The address.
	##
	## Returns: True if an interface or the machine's name has it.
	global is_local_interface: function(ip: addr): bool;

	## Writes a line for each signature to a file: its name and the number of its patterns.
	##
	## f: The file.
	##
	## Returns: False if the file could not be written.
	global dump_rule_stats: function(f: file): bool;

	## Whether the run is ending.
	##
	## Returns: True once terminate, a signal or the end of the input has ended it.
	global zeek_is_terminating: function(): bool;

	## The name of this machine.
	##
	## Returns: Its host name, ``<unknown>`` without one.
	global gethostname: function(): string;

	## Whether an address is an IPv4 address.
	##
	## a: The address.
	##
	## Returns: True if it is.
	global is_v4_addr: function(a: addr): bool;

	## Whether an address is an IPv6 address.
	##
	## a: The address.
	##
	## Returns: True if it is.
	global is_v6_addr: function(a: addr): bool;

	## Whether a subnet is an IPv4 subnet.
	##
	## s: The subnet.
	##
	## Returns: True if it is.
	global is_v4_subnet: function(s: subnet): bool;

	## Whether a subnet is an IPv6 subnet.
	##
	## s: The subnet.
	##
	## Returns: True if it is.
	global is_v6_subnet: function(s: subnet): bool;

	## The current call stack.
	##
	## Returns: A record for each call, the innermost first: function, arguments, and the place of the call.
	global backtrace: function(): Backtrace;

	## The addresses of an IPv6 routing header of type 0.
	##
	## s: The data of the header (``ip6_routing$data``).
	##
	## Returns: The addresses in order.
	global routing0_data_to_addrs: function(s: string): addr_vec;

	## An address as 32-bit numbers.
	##
	## a: The address.
	##
	## Returns: One number for IPv4, four for IPv6, the first bits first.
	global addr_to_counts: function(a: addr): index_vec;

	## An address from 32-bit numbers. Any other number of them than 1 or 4 is an error.
	##
	## v: One number for IPv4, four for IPv6, the first bits first.
	##
	## Returns: The address.
	global counts_to_addr: function(v: index_vec): addr;

	## The number of an enumerator.
	##
	## e: The enumerator.
	##
	## Returns: Its number.
	global enum_to_int: function(e: any): int;

	## Parses a number with an optional sign. Invalid text is an error.
	##
	## str: The text.
	##
	## base: The base of its digits, from 2 to 36.
	##
	## Returns: The number, 0 after an error.
	global to_int: function(str: string, base: count &default=10): int;

	## Converts an int to a count. A negative number is an error.
	##
	## n: The number.
	##
	## Returns: The same number, 0 after an error.
	global int_to_count: function(n: int): count;

	## Rounds a number to the nearest int, ties to even.
	##
	## d: The number.
	##
	## Returns: The int.
	global double_to_int: function(d: double): int;

	## Rounds a number to the nearest count, ties to even. A negative number is an error.
	##
	## d: The number.
	##
	## Returns: The count, 0 after an error.
	global double_to_count: function(d: double): count;

	## Parses an unsigned number. Invalid text is an error.
	##
	## str: The text.
	##
	## base: The base of its digits, from 2 to 36.
	##
	## Returns: The number, 0 after an error.
	global to_count: function(str: string, base: count &default=10): count;

	## Converts an interval to seconds.
	##
	## i: The interval.
	##
	## Returns: Its seconds.
	global interval_to_double: function(i: interval): double;

	## Converts a count to a double.
	##
	## c: The number.
	##
	## Returns: The same number.
	global count_to_double: function(c: count): double;

	## Converts an int to a double.
	##
	## i: The number.
	##
	## Returns: The same number.
	global int_to_double: function(i: int): double;

	## Converts a time to seconds since 1970, in UTC.
	##
	## t: The time.
	##
	## Returns: Its seconds.
	global time_to_double: function(t: time): double;

	## Converts seconds since 1970, in UTC, to a time.
	##
	## d: The seconds.
	##
	## Returns: The time.
	global double_to_time: function(d: double): time;

	## Converts seconds to an interval.
	##
	## d: The seconds.
	##
	## Returns: The interval.
	global double_to_interval: function(d: double): interval;

	## The number of a port.
	##
	## p: The port.
	##
	## Returns: Its number without the transport.
	global port_to_count: function(p: port): count;

	## A port from a number and a transport. A number above 65,535 is an error.
	##
	## num: The number.
	##
	## proto: The transport.
	##
	## Returns: The port.
	global count_to_port: function(num: count, proto: transport_proto): port;

	## Parses an IPv4 or IPv6 address. Invalid text is an error.
	##
	## ip: The text; IPv6 without brackets.
	##
	## Returns: The address, ``::`` after an error.
	global to_addr: function(ip: string): addr;

	## Whether a text is an IPv4 or IPv6 address.
	##
	## ip: The text.
	##
	## Returns: True if to_addr accepts it.
	global is_valid_ip: function(ip: string): bool;

	## Whether a text is a subnet such as ``10.0.0.0/8``.
	##
	## cidr: The text.
	##
	## Returns: True if to_subnet accepts it.
	global is_valid_subnet: function(cidr: string): bool;

	## Parses a subnet such as ``10.0.0.0/8``. Invalid text is an error.
	##
	## sn: The text.
	##
	## Returns: The subnet, ``::/0`` after an error.
	global to_subnet: function(sn: string): subnet;

	## The subnet of one address.
	##
	## a: The address.
	##
	## Returns: The subnet with all its bits.
	global addr_to_subnet: function(a: addr): subnet;

	## The first address of a subnet.
	##
	## sn: The subnet.
	##
	## Returns: Its first address.
	global subnet_to_addr: function(sn: subnet): addr;

	## The length of a subnet's prefix.
	##
	## sn: The subnet.
	##
	## Returns: Its bits: up to 32 for IPv4, up to 128 for IPv6.
	global subnet_width: function(sn: subnet): count;

	## Parses a number with decimals and exponent. Invalid text is an error.
	##
	## str: The text.
	##
	## Returns: The number, 0.0 after an error.
	global to_double: function(str: string): double;

	## An IPv4 address from a number. A number above 32 bits is an error.
	##
	## ip: The number; its highest bits are the first of the address.
	##
	## Returns: The address.
	global count_to_v4_addr: function(ip: count): addr;

	## An IPv4 address from the first four bytes of a string. A shorter string is an error.
	##
	## b: The bytes in network order.
	##
	## Returns: The address.
	global raw_bytes_to_v4_addr: function(b: string): addr;

	## An IPv6 address from the first 16 bytes of a string. A shorter string is an error.
	##
	## x: The bytes in network order.
	##
	## Returns: The address.
	global raw_bytes_to_v6_addr: function(x: string): addr;

	## Parses a port such as ``80/tcp``. Invalid text is an error.
	##
	## s: The text, with ``tcp``, ``udp`` or ``icmp`` after the number.
	##
	## Returns: The port, ``0/unknown`` after an error.
	global to_port: function(s: string): port;

	## A number from the eight bytes of an IEEE 754 double. A string of another length is an error.
	##
	## s: The bytes, lowest first.
	##
	## Returns: The number.
	global bytestring_to_double: function(s: string): double;

	## A number from the four bytes of an IEEE 754 float. A string of another length is an error.
	##
	## s: The bytes, lowest first.
	##
	## Returns: The number.
	global bytestring_to_float: function(s: string): double;

	## A number from up to eight bytes. A longer string is an error.
	##
	## s: The bytes.
	##
	## is_le: True if the lowest byte is first, false for network order.
	##
	## Returns: The number.
	global bytestring_to_count: function(s: string, is_le: bool &default=F): count;

	## The address in a name for reverse look-ups. A name of another form is an error.
	##
	## s: A name below ``in-addr.arpa`` or ``ip6.arpa``.
	##
	## Returns: The address.
	global ptr_name_to_addr: function(s: string): addr;

	## The name for reverse look-ups of an address.
	##
	## a: The address.
	##
	## Returns: A name below ``in-addr.arpa`` or ``ip6.arpa``.
	global addr_to_ptr_name: function(a: addr): string;

	## Bytes as hexadecimal digits.
	##
	## bytestring: The bytes.
	##
	## Returns: Two lower-case digits per byte.
	global bytestring_to_hexstr: function(bytestring: string): string;

	## Bytes from hexadecimal digits. An odd number of digits or another character is an error.
	##
	## hexstr: The digits.
	##
	## Returns: The bytes, empty after an error.
	global hexstr_to_bytestring: function(hexstr: string): string;

	## Encodes bytes in Base64 with padding.
	##
	## s: The bytes.
	##
	## a: An alternative alphabet of 64 characters; empty for the standard one.
	##
	## Returns: The text.
	global encode_base64: function(s: string, a: string &default=""): string;

	## Decodes Base64. An invalid character is an error.
	##
	## s: The text.
	##
	## a: The alphabet of 64 characters that it uses; empty for the standard one.
	##
	## Returns: The bytes.
	global decode_base64: function(s: string, a: string &default=""): string;

	## Like decode_base64; errors become weirds of a connection.
	##
	## cid: The connection.
	##
	## s: The text.
	##
	## a: The alphabet of 64 characters that it uses; empty for the standard one.
	##
	## Returns: The bytes.
	global decode_base64_conn: function(cid: conn_id, s: string, a: string &default=""): string;

	## A UUID as text.
	##
	## uuid: Its 16 bytes.
	##
	## Returns: 36 characters with hyphens, ``<Invalid UUID>`` for another length.
	global uuid_to_string: function(uuid: string): string;

	## Escapes characters that have a special meaning in patterns.
	##
	## s: The text.
	##
	## Returns: The text of a pattern that matches it literally.
	global convert_for_pattern: function(s: string): string;

	## Converts a text to a pattern at run time. This compiles the pattern: keep the result.
	##
	## s: The text.
	##
	## convert: True to match the text literally, false to parse it as a pattern.
	##
	## Returns: The pattern.
	global string_to_pattern: function(s: string, convert: bool): pattern;

	## Formats a time as local time, like C's strftime.
	##
	## fmt: The format.
	##
	## d: The time.
	##
	## Returns: The text; ``<strftime error>`` for one that is empty or longer than 127 bytes, and for times outside the
	## years -9999 to 9999.
	global strftime: function(fmt: string, d: time): string;

	## Parses a local time, like C's strptime. If the text does not fit, there is a warning. Fields missing in the format
	## are those of January 1, 1970, 00:00:00. Names of time zones (``%Z``) are not supported.
	##
	## fmt: The format.
	##
	## d: The text.
	##
	## Returns: The time, 0.0 if the text has another form.
	global strptime: function(fmt: string, d: string): time;

	## The subnet of an address with a given prefix length. An invalid length is an error.
	##
	## a: The address.
	##
	## top_bits_to_keep: The prefix length.
	##
	## Returns: The subnet.
	global mask_addr: function(a: addr, top_bits_to_keep: count): subnet;

	## Joins the first bits of one address with the rest of another.
	##
	## a1: Gives the first bits.
	##
	## a2: Gives the rest.
	##
	## top_bits_from_a1: How many bits, of 128: those of IPv4 begin at 96.
	##
	## Returns: The address.
	global remask_addr: function(a1: addr, a2: addr, top_bits_from_a1: count): addr;

	## Whether a port is a TCP port.
	##
	## p: The port.
	##
	## Returns: True if it is.
	global is_tcp_port: function(p: port): bool;

	## Whether a port is a UDP port.
	##
	## p: The port.
	##
	## Returns: True if it is.
	global is_udp_port: function(p: port): bool;

	## Whether a port is an ICMP port.
	##
	## p: The port.
	##
	## Returns: True if it is.
	global is_icmp_port: function(p: port): bool;

	## The transport of a connection.
	##
	## cid: The connection's endpoints.
	##
	## Returns: The transport.
	global get_conn_transport_proto: function(cid: conn_id): transport_proto;

	## The transport of a port.
	##
	## p: The port.
	##
	## Returns: The transport.
	global get_port_transport_proto: function(p: port): transport_proto;

	## Whether a connection is being followed.
	##
	## c: Its endpoints.
	##
	## Returns: True if it is.
	global connection_exists: function(c: conn_id): bool;

	## The record of a connection that is being followed. An unknown one is an error.
	##
	## cid: Its endpoints.
	##
	## Returns: Its record; an empty one after an error.
	global lookup_connection: function(cid: conn_id): connection;

	## Appends the current packet to a capture file.
	##
	## file_name: The file; it is created if it does not exist.
	##
	## Returns: True if the packet was written.
	global dump_current_packet: function(file_name: string): bool;

	## The current packet.
	##
	## Returns: Its times, lengths and bytes; empty outside a packet.
	global get_current_packet: function(): pcap_packet;

	## The headers of the current packet.
	##
	## Returns: The headers of link, network and transport layer that exist.
	global get_current_packet_header: function(): raw_pkt_hdr;

	## The time of the current packet.
	##
	## Returns: Its time, 0.0 outside a packet.
	global get_current_packet_ts: function(): time;

	## Appends a packet to a capture file.
	##
	## pkt: The packet, from get_current_packet.
	##
	## file_name: The file; it is created if it does not exist.
	##
	## Returns: True if the packet was written.
	global dump_packet: function(pkt: pcap_packet, file_name: string): bool;

	## Looks up the name of an address. For use in the condition of ``when``, which waits for the answer.
	##
	## host: The address.
	##
	## Returns: The name, ``<unknown>`` if it has none.
	global lookup_addr: function(host: addr): string;

	## Looks up the TXT record of a name. For use in the condition of ``when``, which waits for the answer.
	##
	## host: The name.
	##
	## Returns: The first text, ``<unknown>`` if it has none.
	global lookup_hostname_txt: function(host: string): string;

	## Looks up the addresses of a name. For use in the condition of ``when``, which waits for the answer.
	##
	## host: The name.
	##
	## Returns: Its addresses; the set of 0.0.0.0 if it has none.
	global lookup_hostname: function(host: string): addr_set;

	## Looks up the addresses of a name and blocks the run until the answer arrives. Only for use at start-up; use
	## lookup_hostname in handlers.
	##
	## host: The name.
	##
	## Returns: Its addresses.
	global blocking_lookup_hostname: function(host: string): addr_set;

	## The distance of two places on the earth along its surface.
	##
	## lat1: Latitude of the first in degrees, north positive.
	##
	## long1: Longitude of the first in degrees, east positive.
	##
	## lat2: Latitude of the second.
	##
	## long2: Longitude of the second.
	##
	## Returns: The distance in miles.
	global haversine_distance: function(lat1: double, long1: double, lat2: double, long2: double): double;

	## A file's permissions as ``ls`` shows them.
	##
	## mode: The mode as a number.
	##
	## Returns: Nine characters, such as ``rw-r--r--``.
	global file_mode: function(mode: count): string;

	## The analyzer of a kind on a connection.
	##
	## cid: The connection.
	##
	## atype: The kind.
	##
	## Returns: Its id; 0 if the connection has none of the kind.
	global lookup_connection_analyzer_id: function(cid: conn_id, atype: AllAnalyzers::Tag): count;

	## Removes an analyzer from a connection. The hook Analyzer::disabling_analyzer runs first and can prevent it.
	##
	## cid: The connection.
	##
	## aid: The analyzer's id.
	##
	## err_if_no_conn: Whether an unknown connection is an error.
	##
	## prevent: True to prevent further analyzers of this kind on the connection.
	##
	## Returns: True if the analyzer was removed.
	global disable_analyzer: function(cid: conn_id, aid: count, err_if_no_conn: bool &default=T, prevent: bool &default=F): bool;

	## Stops analyzing the contents of a connection. Its packets are still counted.
	##
	## cid: The connection.
	##
	## Returns: False if there is no such connection.
	global skip_further_processing: function(cid: conn_id): bool;

	## Chooses whether the packets of a connection are written to the capture of ``-w``.
	##
	## cid: The connection.
	##
	## do_record: True to write them.
	##
	## Returns: False if there is no such connection.
	global set_record_packets: function(cid: conn_id, do_record: bool): bool;

	## Sets how long a connection may be silent before it is removed.
	##
	## cid: The connection.
	##
	## t: The timeout; 0 secs disables it.
	##
	## Returns: The previous timeout; 0 secs if there is no such connection.
	global set_inactivity_timeout: function(cid: conn_id, t: interval): interval;

	## Opens a file for writing and empties it. A file that cannot be opened is an error.
	##
	## f: Its path.
	##
	## Returns: The file; closed after an error.
	global open: function(f: string): file;

	## Opens a file for appending. A file that cannot be opened is an error.
	##
	## f: Its path.
	##
	## Returns: The file; closed after an error.
	global open_for_append: function(f: string): file;

	## Closes a file.
	##
	## f: The file.
	##
	## Returns: True if it was open.
	global close: function(f: file): bool;

	## Writes bytes to a file without conversion.
	##
	## f: The file.
	##
	## data: The bytes.
	##
	## Returns: True if they were written.
	global write_file: function(f: file, data: string): bool;

	## Sets whether writes to a file are buffered.
	##
	## f: The file.
	##
	## buffered: False to write immediately, for example for an interactive reader.
	global set_buf: function(f: file, buffered: bool): any;

	## Flushes the buffers of all open files.
	##
	## Returns: True if all was written.
	global flush_all: function(): bool;

	## Creates a directory. An existing directory is fine; any other failure gives a warning.
	##
	## f: Its path.
	##
	## Returns: True if it exists now.
	global mkdir: function(f: string): bool;

	## Removes an empty directory. A failure is a warning.
	##
	## d: Its path.
	##
	## Returns: True if it was removed.
	global rmdir: function(d: string): bool;

	## Removes a file. A failure is a warning.
	##
	## f: Its path.
	##
	## Returns: True if it was removed.
	global unlink: function(f: string): bool;

	## Renames a file. A failure is a warning.
	##
	## src_f: Its path.
	##
	## dst_f: Its new path.
	##
	## Returns: True if it was renamed.
	global rename: function(src_f: string, dst_f: string): bool;

	## Whether a file is open.
	##
	## f: The file.
	##
	## Returns: True if it is.
	global active_file: function(f: file): bool;

	## The name by which a file was opened.
	##
	## f: The file.
	##
	## Returns: Its path.
	global get_file_name: function(f: file): string;

	## Renames an open file and opens a new one in its place.
	##
	## f: The file.
	##
	## Returns: The names, and the times of opening and closing; empty names if nothing was rotated.
	global rotate_file: function(f: file): rotate_info;

	## Renames a file and, if it is open, opens a new one in its place.
	##
	## f: Its path.
	##
	## Returns: The names, and the times of opening and closing; empty names if nothing was rotated.
	global rotate_file_by_name: function(f: string): rotate_info;

	## The time until the next rotation, counted from log_rotate_base_time.
	##
	## i: The interval of rotation.
	##
	## Returns: The time that is left; a negative one if the base time cannot be read.
	global calc_next_rotate: function(i: interval): interval;

	## The size of a file.
	##
	## f: Its path.
	##
	## Returns: Its bytes; -1.0 if there is no such file.
	global file_size: function(f: string): double;

	## Lets print write to a file without escapes.
	##
	## f: The file.
	global enable_raw_output: function(f: file): any;

	## Drops packets from an address before they are analyzed.
	##
	## ip: The address.
	##
	## tcp_flags: TCP flags; packets with any of them are not dropped.
	##
	## prob: The probability of dropping a packet, from 0.0 to 1.0.
	##
	## Returns: Always true.
	global install_src_addr_filter: function(ip: addr, tcp_flags: count, prob: double): bool;

	## Drops packets from a subnet before they are analyzed.
	##
	## snet: The subnet.
	##
	## tcp_flags: TCP flags; packets with any of them are not dropped.
	##
	## prob: The probability of dropping a packet, from 0.0 to 1.0.
	##
	## Returns: Always true.
	global install_src_net_filter: function(snet: subnet, tcp_flags: count, prob: double): bool;

	## Undoes install_src_addr_filter.
	##
	## ip: The address.
	##
	## Returns: True if there was a filter.
	global uninstall_src_addr_filter: function(ip: addr): bool;

	## Undoes install_src_net_filter.
	##
	## snet: The subnet.
	##
	## Returns: True if there was a filter.
	global uninstall_src_net_filter: function(snet: subnet): bool;

	## Drops packets to an address before they are analyzed.
	##
	## ip: The address.
	##
	## tcp_flags: TCP flags; packets with any of them are not dropped.
	##
	## prob: The probability of dropping a packet, from 0.0 to 1.0.
	##
	## Returns: Always true.
	global install_dst_addr_filter: function(ip: addr, tcp_flags: count, prob: double): bool;

	## Drops packets to a subnet before they are analyzed.
	##
	## snet: The subnet.
	##
	## tcp_flags: TCP flags; packets with any of them are not dropped.
	##
	## prob: The probability of dropping a packet, from 0.0 to 1.0.
	##
	## Returns: Always true.
	global install_dst_net_filter: function(snet: subnet, tcp_flags: count, prob: double): bool;

	## Undoes install_dst_addr_filter.
	##
	## ip: The address.
	##
	## Returns: True if there was a filter.
	global uninstall_dst_addr_filter: function(ip: addr): bool;

	## Undoes install_dst_net_filter.
	##
	## snet: The subnet.
	##
	## Returns: True if there was a filter.
	global uninstall_dst_net_filter: function(snet: subnet): bool;

	## Whether the current event came from another node.
	##
	## Returns: True if it did.
	global is_remote_event: function(): bool;

	## Suspends packet processing until continue_processing. Calls nest; timers and input continue.
	global suspend_processing: function(): any;

	## Undoes one suspend_processing.
	global continue_processing: function(): any;

	## Whether packet processing is suspended.
	##
	## Returns: True if it does.
	global is_processing_suspended: function(): bool;

	## Lets the patterns of signatures match a text as if a side of a connection had sent it.
	##
	## c: The connection that matches belong to.
	##
	## pattern_type: Which part of the traffic the text stands for: 1 payload, 2 http-request, 3 http-request-body,
	##    4 http-request-header, 5 http-reply-body, 6 http-reply-header, 7 ftp, 8 finger.
	##
	## s: The text.
	##
	## bol: Whether the text begins a line.
	##
	## eol: Whether it ends one.
	##
	## from_orig: Whether the originator sent it.
	##
	## clear: Whether matching begins anew. The stream of payload always goes on.
	##
	## Returns: False if there is no such connection.
	global match_signatures: function(c: connection, pattern_type: int, s: string, bol: bool, eol: bool, from_orig: bool, clear: bool): bool;

	## Raises events without handlers too, for new_event and dump-events.
	##
	## Returns: Always true.
	global generate_all_events: function(): bool;

	## Whether an event has a handler. An unknown event is an error.
	##
	## event_name: Its name.
	##
	## Returns: True if a handler would run.
	global is_event_handled: function(event_name: string): bool;

	## Used internally at the start of a run.
	##
	## Returns: Always true.
	global __init_primary_bifs: function(): bool;

	## Used internally at the start of a run.
	##
	## Returns: Always true.
	global __init_secondary_bifs: function(): bool;

	## Has PREFIX_PRESERVING_A50 and PREFIX_PRESERVING_MD5 keep the first bits of addresses. Addresses that were
	## anonymized before do not change, so call it before. An IPv6 address is an error.
	##
	## a: An IPv4 address. All addresses that share its first bits keep them.
	##
	## width: How many bits, at most 32.
	global preserve_prefix: function(a: addr, width: count): any;

	## Has addresses of a subnet stay in it, as preserve_prefix does.
	##
	## a: The subnet of IPv4 addresses.
	global preserve_subnet: function(a: subnet): any;

	## Anonymizes an address. Within a run, and in other runs with the same seeds, an address yields the same one, except
	## that numbers depend on the order of calls. Raises anonymization_mapping for a new mapping.
	##
	## a: The IPv4 address. An IPv6 address is an error.
	##
	## cl: What the address is used for. It selects the method (orig_addr_anonymization, resp_addr_anonymization or
	##     other_addr_anonymization) and the addresses that stay as they are (preserve_orig_addr, preserve_resp_addr or
	##     preserve_other_addr).
	##
	## Returns: The address to show instead.
	global anonymize_addr: function(a: addr, cl: IPAddrAnonymizationClass): addr;

	## Writes a value as JSON.
	##
	## val: The value. Records become objects, sets and vectors arrays, tables objects by their keys; unset fields are
	##     left out.
	##
	## only_loggable: True to omit fields without &log.
	##
	## field_escape_pattern: Matches are removed from field names.
	##
	## interval_as_double: True for intervals in seconds, false for text such as ``1.0 sec``.
	##
	## Returns: The text.
	global to_json: function(val: any, only_loggable: bool &default=F, field_escape_pattern: pattern &default=/^_/, interval_as_double: bool &default=F): string;

	## Parses JSON into a value of a type.
	##
	## s: The text.
	##
	## t: The type. Objects become records; missing fields must be &optional or have a &default.
	##
	## key_func: Turns keys of objects into names of fields.
	##
	## Returns: The value, or an error message.
	global from_json: function(s: string, t: any, key_func: string_mapper &default=from_json_default_key_mapper): from_json_result;

	## Normalizes a path: removes ``.``, ``..`` with the directory before it, and doubled slashes.
	##
	## dir: The path.
	##
	## Returns: The normalized path; symbolic links are not resolved.
	global compress_path: function(dir: string): string;

	## Whether a tag is that of a protocol analyzer (Analyzer::Tag).
	##
	## atype: The tag.
	##
	## Returns: True if it is.
	global is_protocol_analyzer: function(atype: AllAnalyzers::Tag): bool;

	## Whether a tag is that of a file analyzer (Files::Tag).
	##
	## atype: The tag.
	##
	## Returns: True if it is.
	global is_file_analyzer: function(atype: AllAnalyzers::Tag): bool;

	## Whether a tag is that of a packet analyzer (PacketAnalyzer::Tag).
	##
	## atype: The tag.
	##
	## Returns: True if it is.
	global is_packet_analyzer: function(atype: AllAnalyzers::Tag): bool;

	## Enables the handlers of an event group (&group). An unknown group is an error.
	##
	## group: Its name.
	##
	## Returns: False if there is no such group.
	global enable_event_group: function(group: string): bool;

	## Disables the handlers of an event group (&group). An unknown group is an error.
	##
	## group: Its name.
	##
	## Returns: False if there is no such group.
	global disable_event_group: function(group: string): bool;

	## Whether a handler belongs to a group (&group).
	##
	## group: The group's name.
	##
	## Returns: True if one does.
	global has_event_group: function(group: string): bool;

	## Enables the handlers of a module.
	##
	## module_name: Its name.
	##
	## Returns: False if the module has no handlers.
	global enable_module_events: function(module_name: string): bool;

	## Disables the handlers of a module.
	##
	## module_name: Its name.
	##
	## Returns: False if the module has no handlers.
	global disable_module_events: function(module_name: string): bool;

	## Whether a module has handlers.
	##
	## group: The module's name.
	##
	## Returns: True if it has.
	global has_module_events: function(group: string): bool;

	## Whether grammars of Spicy can be loaded.
	##
	## Returns: True if they can.
	global have_spicy: function(): bool;

	## Whether analyzers of the default run are written in Spicy.
	##
	## Returns: Always false: all of them are built in.
	global have_spicy_analyzers: function(): bool;

	## Statistics of a table that is indexed by patterns: how many these are. The other fields are 0.
	##
	## tbl: The table.
	global table_pattern_matcher_stats: function(tbl: any): MatcherStats;

	## Searches for a file along ZEEKPATH, like @load.
	##
	## p: Its name.
	##
	## Returns: Its path; empty if there is none.
	global find_in_zeekpath: function(p: string): string;

	## The components of the program of one category.
	##
	## category: ``ANALYZER``, ``FILE ANALYZER``, ``PACKET ANALYZER`` and the like.
	##
	## Returns: Their names, tags and whether they are enabled.
	global get_plugin_components: function(category: string): plugin_component_vec;
}
