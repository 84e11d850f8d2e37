# Declarations of the FTP plugin: functions.

module GLOBAL;

export {
	## Parses the argument of PORT (RFC 959): six numbers separated by commas.
	##
	## s: The argument.
	##
	## Returns: Address and port, and whether the text was valid.
	global parse_ftp_port: function(s: string): ftp_port;

	## Parses the argument of EPRT (RFC 2428): protocol, address and port between delimiters.
	##
	## s: The argument.
	##
	## Returns: Address and port, and whether the text was valid.
	global parse_eftp_port: function(s: string): ftp_port;

	## Parses the address and port in the answer to PASV (RFC 959).
	##
	## str: The answer.
	##
	## Returns: Address and port, and whether the text was valid.
	global parse_ftp_pasv: function(str: string): ftp_port;

	## Parses the port in the answer to EPSV (RFC 2428). The address is that of the control connection.
	##
	## str: The answer.
	##
	## Returns: The port, and whether the text was valid.
	global parse_ftp_epsv: function(str: string): ftp_port;

	## Formats the argument of PORT: six numbers separated by commas.
	##
	## a: An IPv4 address; an IPv6 address is an error.
	##
	## p: The port.
	##
	## Returns: The text.
	global fmt_ftp_port: function(a: addr, p: port): string;
}
