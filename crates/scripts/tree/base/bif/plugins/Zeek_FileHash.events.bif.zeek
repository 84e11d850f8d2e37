# What the FileHash part declares: events.

module GLOBAL;

export {
	global file_hash: event(f: fa_file, kind: string, hash: string);
}
