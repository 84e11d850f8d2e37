# SMB over TCP: a header of four bytes that begins with 0 (RFC 1002, 4.3.1; MS-SMB2, 2.1), then 0xff and SMB of the first
# generation (MS-CIFS, 2.2.3.1), or 0xfe and SMB of the second (MS-SMB2, 2.2.1).
signature dpd_smb {
	ip-proto == tcp
	payload /^\x00...[\xfe\xff]SMB/
	enable "smb"
}
