# Archives and compressed data. Strengths: see __load__.zeek.
#
# tar: POSIX.1, pax, "ustar Interchange Format"; the fields of a header up to its checksum. zip: PKWARE's APPNOTE,
# 4.3.7 and 8.5; spanned archives have a marker before the first header. Cabinets: Microsoft's MS-CAB, 2.3 (CFHEADER
# with its reserved fields). RPM: Linux Standard Base, Package Format. 7z, rar, xz, LZMA, lzip, LZ4, cpio, ar, Zoo,
# ARC, LHA, ARJ, ACE: the formats' descriptions by their authors, and cpio(5), ar(5). BinHex: RFC 1741. WARC: ISO
# 28500. Disk images of Apple have their header at the end of the file; what stands here is how zlib (RFC 1950)
# compresses their usual first blocks.

# Archives.
signature type-tar {
	file-mime "application/x-tar", 250
	file-magic /^[\x20-\x7e\x00]{100}([0-9\x20]{7}\x00){3}([0-9\x20]{11}\x00){2}([0-9\x00\x20]{7}[\x20\x00])[0-7\x00]/
}
signature type-zip {
	file-mime "application/zip", 70
	file-magic /^(PK\x07\x08|PK00)?PK\x03\x04/
}
signature type-zip-self {
	file-mime "application/zip", 170
	file-magic /^MZ.{28}(Copyright 1989-1990 PKWARE Inc|PKLITE Copr)\./
}
signature type-rar {
	file-mime "application/x-rar", 70
	file-magic /^Rar!/
}
signature type-cab {
	file-mime "application/vnd.ms-cab-compressed", 150
	file-magic /^MSCF\x00{4}.{4}\x00{4}/
}
signature type-dmg {
	file-mime "application/x-dmg", 60
	file-magic /^\x78(\x01s\x0dbb\x60|\xdas\x0d|[\x01\xda](c\x60\x18\x05|\xed[\xd0-\xd9]))/
}
signature type-xar {
	file-mime "application/x-xar", 70
	file-magic /^xar!/
}
signature type-rpm {
	file-mime "application/x-rpm", 70
	file-magic /^(\xed\xab\xee\xdb[\x03\x04]|drpm)/
}
signature type-deb {
	file-mime "application/x-debian-package", 170
	file-magic /^!<arch>\x0adebian/
}
signature type-ar {
	file-mime "application/x-archive", 70
	file-magic /^!?<ar(ch)?>/
}
signature type-stuffit {
	file-mime "application/x-stuffit", 70
	file-magic /^(SIT!|StuffIt)/
}
signature type-arc {
	file-mime "application/x-arc", 60
	file-magic /^\x1a[\x02-\x0b\x14\x48][\x20-\x7e]{1,12}\x00/
}
signature type-eet {
	file-mime "application/x-eet", 70
	file-magic /^\x1e\xe7\xff\x00/
}
signature type-zoo {
	file-mime "application/x-zoo", 110
	file-magic /^ZOO .{16}\xdc\xa7\xc4\xfd/
}
signature type-lzh {
	file-mime "application/x-lzh", 75
	file-magic /^.{2}-(lh[ abcdex0-9]|lz[s2-8]|pm[s012]|pc1)-/
}
signature type-lha-self {
	file-mime "application/x-lha", 135
	file-magic /^MZ.{34}LH[aA]'s SFX/
}
signature type-warc {
	file-mime "application/warc", 80
	file-magic /^WARC\//
}
signature type-ia-arc {
	file-mime "application/x-ia-arc", 140
	file-magic /^filedesc:\/\//
}
signature type-7zip {
	file-mime "application/x-7z-compressed", 90
	file-magic /^7z\xbc\xaf'\x1c/
}
signature type-arj {
	file-mime "application/x-arj", 50
	file-magic /^\x60\xea/
}
signature type-cpio {
	file-mime "application/x-cpio", 50
	file-magic /^(\x71\xc7|\xc7\x71)/
}
signature type-ace {
	file-mime "application/x-ace", 100
	file-magic /^.{7}\*\*ACE\*\*/
}
signature type-svr4-package {
	file-mime "application/x-svr4-package", 230
	file-magic /^# PaCkAgE DaTaStReAm/
}
signature type-binhex {
	file-mime "application/mac-binhex40", 250
	file-magic /^.{11}must be converted with BinHex/
}

# Compressed data (gzip: RFC 1952).
signature type-gzip {
	file-mime "application/x-gzip", 50
	file-magic /^\x1f\x8b/
}
signature type-compress {
	file-mime "application/x-compress", 50
	file-magic /^\x1f\x9d/
}
signature type-bzip2 {
	file-mime "application/x-bzip2", 60
	file-magic /^BZh/
}
signature type-xz {
	file-mime "application/x-xz", 90
	file-magic /^\xfd7zXZ\x00/
}
signature type-lzma {
	file-mime "application/x-lzma", 60
	file-magic /^\x5d\x00\x00/
}
signature type-lzip {
	file-mime "application/x-lzip", 70
	file-magic /^LZIP/
}
signature type-lrzip {
	file-mime "application/x-lrzip", 70
	file-magic /^LRZI/
}
signature type-lz4 {
	file-mime "application/x-lz4", 70
	file-magic /^\x04\x22\x4d\x18/
}
signature type-lz4-legacy {
	file-mime "application/x-lz4", 70
	file-magic /^\x02\x21\x4c\x18/
}
