# Archives and compressed data.

# Archives.
signature type-tar {
	file-mime "application/x-tar", 100
	file-magic /^[\x20-\x7e\x00]{100}([0-9\x20]{7}\x00){3}([0-9\x20]{11}\x00){2}([0-9\x00\x20]{7}[\x20\x00])[0-7\x00]/
}
signature type-zip {
	file-mime "application/zip", 10
	file-magic /^PK\x03\x04.{2}/
}
signature type-zip-volumes {
	file-mime "application/zip", 10
	file-magic /^PK\x07\x08PK\x03\x04/
}
signature type-zip-self {
	file-mime "application/zip", 340
	file-magic /^MZ.{28}(Copyright 1989-1990 PKWARE Inc|PKLITE Copr)\./
}
signature type-rar {
	file-mime "application/x-rar", 70
	file-magic /^Rar!/
}
signature type-cab {
	file-mime "application/vnd.ms-cab-compressed", 110
	file-magic /^MSCF\x00\x00\x00\x00/
}
signature type-dmg {
	file-mime "application/x-dmg", 100
	file-magic /^(\x78\x01\x73\x0D\x62\x62\x60|\x78\xDA\x63\x60\x18\x05|\x78\x01\x63\x60\x18\x05|\x78\xDA\x73\x0D|\x78[\x01\xDA]\xED[\xD0-\xD9])/
}
signature type-xar {
	file-mime "application/x-xar", 100
	file-magic /^xar!/
}
signature type-rpm {
	file-mime "application/x-rpm", 70
	file-magic /^(drpm|\xed\xab\xee\xdb)/
}
signature type-deb {
	file-mime "application/x-debian-package", 171
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
	file-mime "application/x-arc", 70
	file-magic /^[\x00-\x7f]{2}[\x02-\x0a\x14\x48]\x1a/
}
signature type-eet {
	file-mime "application/x-eet", 70
	file-magic /^\x1e\xe7\xff\x00/
}
signature type-zoo {
	file-mime "application/x-zoo", 70
	file-magic /^.{20}\xdc\xa7\xc4\xfd/
}
signature type-lzh {
	file-mime "application/x-lzh", 80
	file-magic /^.{2}-(lh[ abcdex0-9]|lz[s2-8]|pm[s012]|pc1)-/
}
signature type-lha-self {
	file-mime "application/x-lha", 120
	file-magic /^MZ.{34}LH[aA]'s SFX/
}
signature type-warc {
	file-mime "application/warc", 50
	file-magic /^WARC\//
}
signature type-ia-arc {
	file-mime "application/x-ia-arc", 140
	file-magic /^filedesc:\/\//
}
signature type-7zip {
	file-mime "application/x-7z-compressed", 50
	file-magic /^7z\xbc\xaf'\x1c/
}
signature type-arj {
	file-mime "application/x-arj", 50
	file-magic /^\x60\xea/
}
signature type-cpio {
	file-mime "application/x-cpio", 50
	file-magic /^(\xc7\x71|\x71\xc7)/
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
	file-mime "application/mac-binhex40", 320
	file-magic /^.{11}must be converted with BinHex/
}

# Compressed data (gzip: RFC 1952).
signature type-gzip {
	file-mime "application/x-gzip", 100
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
	file-mime "application/x-lzma", 71
	file-magic /^\x5d\x00\x00/
}
signature type-lzip {
	file-mime "application/x-lzip", 70
	file-magic /^LZIP/
}
signature type-lrzip {
	file-mime "application/x-lrzip", 1
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
