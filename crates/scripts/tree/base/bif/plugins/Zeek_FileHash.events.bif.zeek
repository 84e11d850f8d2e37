# What the FileHash part declares: events.

module GLOBAL;

export {
	## A digest of a file.
	global file_hash: event(f: fa_file, kind: string, hash: string);
}
