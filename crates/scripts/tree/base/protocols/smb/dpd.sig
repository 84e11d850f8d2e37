# Four bytes of the session's framing, then the protocol's name of either generation.
signature dpd_smb {
	ip-proto == tcp
	payload /^....[\xfe\xff]SMB/
	enable "smb"
}
