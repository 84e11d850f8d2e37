# Declarations of the FileExtract plugin: functions.

module FileExtract;

export {
	## Implements FileExtract::set_limit.
	##
	## file_id: The file.
	##
	## args: The arguments of its analyzer.
	##
	## n: The most bytes to extract; 0 for no limit.
	##
	## Returns: False if the file is not being extracted.
	global FileExtract::__set_limit: function(file_id: string, args: any, n: count): bool;
}
