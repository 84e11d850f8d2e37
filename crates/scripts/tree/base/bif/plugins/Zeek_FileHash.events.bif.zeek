# Declarations of the FileHash plugin: events.

module GLOBAL;

export {
	## A digest of a whole file.
	##
	## f: The file.
	##
	## kind: ``md5``, ``sha1`` or ``sha256``.
	##
	## hash: The digest in hexadecimal digits.
	global file_hash: event(f: fa_file, kind: string, hash: string);
}
