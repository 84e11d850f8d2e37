# What the FTP part declares: functions.

module GLOBAL;

export {
	## Reads the argument of PORT (RFC 959): six numbers parted by commas.
	##
	## s: The argument.
	##
	## Returns: Address and port, and whether the text was valid.
	global parse_ftp_port: function(s: string): ftp_port;

	## Reads the argument of EPRT (RFC 2428): protocol, address and port between marks.
	##
	## s: The argument.
	##
	## Returns: Address and port, and whether the text was valid.
	global parse_eftp_port: function(s: string): ftp_port;

	## Finds address and port in the answer to PASV (RFC 959).
	##
	## str: The answer.
	##
	## Returns: Address and port, and whether the text was valid.
	global parse_ftp_pasv: function(str: string): ftp_port;

	## Finds the port in the answer to EPSV (RFC 2428). The address is that of the control connection.
	##
	## str: The answer.
	##
	## Returns: The port, and whether the text was valid.
	global parse_ftp_epsv: function(str: string): ftp_port;

	## Writes the argument of PORT: six numbers parted by commas.
	##
	## a: An address of IPv4; one of IPv6 is an error.
	##
	## p: The port.
	##
	## Returns: The text.
	global fmt_ftp_port: function(a: addr, p: port): string;
}
