# Sends rotated logs by scp.

module Log;

export {
	global scp_postprocessor: function(info: Log::RotationInfo): bool;

	type SCPDestination: record {
		user: string;
		host: string;
		path: string;
	};

	global scp_destinations: table[Writer, string] of set[SCPDestination];
	const scp_rotation_date_format = "%Y-%m-%d-%H-%M-%S" &redef;
}
