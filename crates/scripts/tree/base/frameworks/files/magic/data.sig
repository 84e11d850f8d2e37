# What systems and programs leave behind and exchange.

# Windows.
signature type-shortcut {
	file-mime "application/x-ms-shortcut", 49
	file-magic /^\x4c\x00\x00\x00\x01\x14\x02\x00\x00\x00\x00\x00\xc0\x00\x00\x00\x00\x00\x00\x46/
}
signature type-policy {
	file-mime "application/vnd.ms-pol", 49
	file-magic /^PReg/
}
signature type-registry-4 {
	file-mime "application/vnd.ms-reg", 49
	file-magic /^REGEDIT4/
}
signature type-registry-5 {
	file-mime "application/vnd.ms-reg", 49
	file-magic /^\xff\xfeW\x00i\x00n\x00d\x00o\x00w\x00s\x00 \x00R\x00e\x00g\x00i\x00s\x00t\x00r\x00y\x00 \x00E\x00d\x00i\x00t\x00o\x00r\x00 \x00V\x00e\x00r\x00s\x00i\x00o\x00n\x00 \x005\x00\.\x000\x000/
}
signature type-registry-hive {
	file-mime "application/vnd.ms-regf", 49
	file-magic /^regf/
}
signature type-help {
	file-mime "application/mshelp", 100
	file-magic /^ITSF/
}
signature type-dds {
	file-mime "application/x-ms-dds", 100
	file-magic /^DDS/
}
signature type-sql-backup {
	file-mime "application/mssql-bak", 100
	file-magic /^MSSQLBAK/
}
signature type-tape {
	file-mime "application/mtf", 100
	file-magic /^TAPE/
}
signature type-message-queue {
	file-mime "application/msqm", 100
	file-magic /^MSQM/
}
signature type-minidump {
	file-mime "application/x-windows-minidump", 50
	file-magic /^MDMP/
}

# Certificate status (RFC 6960): the identifiers of SHA-1 and of a basic response, where they stand in short messages.
signature type-ocsp-request {
	file-mime "application/ocsp-request", 71
	file-magic /^.{11,19}\x06\x05\x2b\x0e\x03\x02\x1a/
}
signature type-ocsp-response {
	file-mime "application/ocsp-response", 71
	file-magic /^.{11,19}\x06\x09\x2b\x06\x01\x05\x05\x07\x30\x01\x01/
}

# Captures.
signature type-pcap {
	file-mime "application/vnd.tcpdump.pcap", 70
	file-magic /^(\xa1\xb2\xc3\xd4|\xd4\xc3\xb2\xa1)/
}
signature type-pcapng {
	file-mime "application/vnd.tcpdump.pcap", 100
	file-magic /^\x0a\x0d\x0d\x0a.{4}(\x1a\x2b\x3c\x4d|\x4d\x3c\x2b\x1a)/
}

# Apple and Google.
signature type-apple-double {
	file-mime "application/vnd.apple-afpinfo"
	file-magic /^AFP/
}
signature type-property-list {
	file-mime "application/bplist", 100
	file-magic /^bplist0?/
}
signature type-map-tile {
	file-mime "application/map-tile", 100
	file-magic /^VMP4/
}
signature type-chrome-extension {
	file-mime "application/chrome-ext", 100
	file-magic /^Cr24/
}
signature type-chrome-update {
	file-mime "application/chrome-ext-upd", 70
	file-magic /^CrOD/
}

# Models and games.
signature type-stl {
	file-mime "application/sla", 10
	file-magic /^solid /
}
signature type-sketchup {
	file-mime "application/skp", 100
	file-magic /^\xff\xfe\xff\x0eS\x00k\x00e\x00t\x00c\x00h\x00U\x00p\x00 \x00M\x00o\x00d\x00e\x00l\x00/
}
signature type-mpq {
	file-mime "application/x-game-mpq", 100
	file-magic /^MPQ\x1a/
}
signature type-casc {
	file-mime "application/x-blizgame", 100
	file-magic /^BLTE/
}

# Differences between binaries.
signature type-bsdiff {
	file-mime "application/bsdiff", 100
	file-magic /^BSDIFF/
}
signature type-bindiff {
	file-mime "application/bindiff", 100
	file-magic /^DIFF/
}
signature type-kaspersky {
	file-mime "application/x-kaspavdb", 100
	file-magic /^KLZF/
}
signature type-kaspersky-update {
	file-mime "application/x-kaspavupdate", 100
	file-magic /^KLD2/
}

# Databases, torrents, journals, editors.
signature type-gdbm {
	file-mime "application/x-gdbm", 70
	file-magic /^(GDBM|\xce\x9a\x57\x13|\x13\x57\x9a\xce)/
}
signature type-dbm {
	file-mime "application/x-dbm", 70
	file-magic /^(\x61\x15\x06\x00|\x00\x06\x15\x61)/
}
signature type-torrent {
	file-mime "application/x-bittorrent", 140
	file-magic /^d8:announce/
}
signature type-vim {
	file-mime "application/x-vim-tmp", 100
	file-magic /^b0VIM/
}
signature type-pgp-ring {
	file-mime "application/x-pgp-keyring", 50
	file-magic /^\x95[\x00\x01]/
}
signature type-gnupg-ring {
	file-mime "application/x-gnupg-keyring", 50
	file-magic /^\x99\x01/
}
signature type-pgp-binary {
	file-mime "text/PGP", 50
	file-magic /^(\xa6\x00|\x85\x02)/
}
signature type-cups {
	file-mime "application/vnd.cups-raster", 40
	file-magic /^(3SaR|RaS3)/
}
