# What the FileEntropy part declares: events.

module GLOBAL;

export {
	## The entropy of a file.
	global file_entropy: event(f: fa_file, ent: entropy_test_result);
}
