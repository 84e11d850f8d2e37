# Sends rotated logs by sftp.

module Log;

export {
	global sftp_postprocessor: function(info: Log::RotationInfo): bool;

	type SFTPDestination: record {
		user: string;
		host: string;
		host_port: count &default=22;
		path: string;
	};

	global sftp_destinations: table[Writer, string] of set[SFTPDestination];
	const sftp_rotation_date_format = "%Y-%m-%d-%H-%M-%S" &redef;
}
