# What the FileExtract part declares: functions.

module FileExtract;

export {
	global FileExtract::__set_limit: function(file_id: string, args: any, n: count): bool;
}
