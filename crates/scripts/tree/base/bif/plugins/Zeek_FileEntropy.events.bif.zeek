# Declarations of the FileEntropy plugin: events.

module GLOBAL;

export {
	## The randomness of a file, after its end.
	##
	## f: The file.
	##
	## ent: The statistics of find_entropy.
	global file_entropy: event(f: fa_file, ent: entropy_test_result);
}
