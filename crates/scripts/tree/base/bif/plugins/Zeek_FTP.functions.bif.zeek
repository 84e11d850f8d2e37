# What the FTP part declares: functions.

module GLOBAL;

export {
	global parse_ftp_port: function(s: string): ftp_port;
	global parse_eftp_port: function(s: string): ftp_port;
	global parse_ftp_pasv: function(str: string): ftp_port;
	global parse_ftp_epsv: function(str: string): ftp_port;
	global fmt_ftp_port: function(a: addr, p: port): string;
}
