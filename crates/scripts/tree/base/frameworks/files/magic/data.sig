# Data of systems and programs. Strengths: see __load__.zeek.

# Windows: MS-SHLLINK, 2.1 (size and class of a shell link); MS-GPREG, 2.2 (registry policies); the texts that REGEDIT
# exports; the first words of hives, compiled help, textures, backups, queues and dumps.
signature type-shortcut {
	file-mime "application/x-ms-shortcut", 230
	file-magic /^L\x00{3}\x01\x14\x02\x00{5}\xc0\x00{6}F/
}
signature type-policy {
	file-mime "application/vnd.ms-pol", 70
	file-magic /^PReg/
}
signature type-registry-4 {
	file-mime "application/vnd.ms-reg", 110
	file-magic /^REGEDIT4/
}
signature type-registry-5 {
	file-mime "application/vnd.ms-reg", 250
	file-magic /^\xff\xfeW\x00i\x00n\x00d\x00o\x00w\x00s\x00 \x00R\x00e\x00g\x00i\x00s\x00t\x00r\x00y\x00 \x00E\x00d\x00i\x00t\x00o\x00r\x00 \x00V\x00e\x00r\x00s\x00i\x00o\x00n\x00 \x005\x00\.\x000\x000/
}
signature type-registry-hive {
	file-mime "application/vnd.ms-regf", 70
	file-magic /^regf/
}
signature type-help {
	file-mime "application/mshelp", 70
	file-magic /^ITSF/
}
signature type-dds {
	file-mime "application/x-ms-dds", 60
	file-magic /^DDS/
}
signature type-sql-backup {
	file-mime "application/mssql-bak", 110
	file-magic /^MSSQLBAK/
}
signature type-tape {
	file-mime "application/mtf", 70
	file-magic /^TAPE/
}
signature type-message-queue {
	file-mime "application/msqm", 70
	file-magic /^MSQM/
}
signature type-minidump {
	file-mime "application/x-windows-minidump", 70
	file-magic /^MDMP/
}

# Certificate status (RFC 6960, 4.1.1 and 4.2.1) in DER: a request is six sequences deep when it names its hash,
# SHA-1; a successful response holds one of type id-pkix-ocsp-basic.
signature type-ocsp-request {
	file-mime "application/ocsp-request", 160
	file-magic /^(\x30.{1,3}){6}\x06\x05\x2b\x0e\x03\x02\x1a/
}
signature type-ocsp-response {
	file-mime "application/ocsp-response", 200
	file-magic /^\x30.{1,4}\x0a\x01\x00\xa0.{1,4}\x30.{1,4}\x06\x09\x2b\x06\x01\x05\x05\x07\x30\x01\x01/
}

# Captures: draft-ietf-opsawg-pcap and draft-ietf-opsawg-pcapng, either byte order. pcap has times in micro- or
# nanoseconds.
signature type-pcap {
	file-mime "application/vnd.tcpdump.pcap", 110
	file-magic /^(\xa1\xb2(\xc3\xd4|\x3c\x4d)\x00\x02\x00\x04|(\xd4\xc3|\x4d\x3c)\xb2\xa1\x02\x00\x04\x00)/
}
signature type-pcapng {
	file-mime "application/vnd.tcpdump.pcap", 130
	file-magic /^\x0a\x0d\x0d\x0a.{4}(\x4d\x3c\x2b\x1a\x01\x00|\x1a\x2b\x3c\x4d\x00\x01)/
}

# Apple and Google, by the first words of their formats.
signature type-apple-double {
	file-mime "application/vnd.apple-afpinfo", 60
	file-magic /^AFP/
}
signature type-property-list {
	file-mime "application/bplist", 90
	file-magic /^bplist0?/
}
signature type-map-tile {
	file-mime "application/map-tile", 70
	file-magic /^VMP4/
}
signature type-chrome-extension {
	file-mime "application/chrome-ext", 70
	file-magic /^Cr24/
}
signature type-chrome-update {
	file-mime "application/chrome-ext-upd", 70
	file-magic /^CrOD/
}

# Models (STL, SketchUp) and games, by their first words.
signature type-stl {
	file-mime "application/sla", 90
	file-magic /^solid /
}
signature type-sketchup {
	file-mime "application/skp", 250
	file-magic /^\xff\xfe\xff\x0eS\x00k\x00e\x00t\x00c\x00h\x00U\x00p\x00 \x00M\x00o\x00d\x00e\x00l\x00/
}
signature type-mpq {
	file-mime "application/x-game-mpq", 70
	file-magic /^MPQ\x1a/
}
signature type-casc {
	file-mime "application/x-blizgame", 70
	file-magic /^BLTE/
}

# Differences between binaries, by their first words.
signature type-bsdiff {
	file-mime "application/bsdiff", 90
	file-magic /^BSDIFF/
}
signature type-bindiff {
	file-mime "application/bindiff", 70
	file-magic /^DIFF/
}
signature type-kaspersky {
	file-mime "application/x-kaspavdb", 70
	file-magic /^KLZF/
}
signature type-kaspersky-update {
	file-mime "application/x-kaspavupdate", 70
	file-magic /^KLD2/
}

# Databases, torrents (BEP 3), editors, keys and messages of OpenPGP (RFC 4880, 4.2: packet tags), rasters of CUPS.
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
	file-mime "application/x-vim-tmp", 80
	file-magic /^b0VIM/
}
signature type-pgp-ring {
	file-mime "application/x-pgp-keyring", 45
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
	file-mime "application/vnd.cups-raster", 70
	file-magic /^(3SaR|RaS3)/
}
